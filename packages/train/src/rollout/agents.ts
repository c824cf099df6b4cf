import { ask, MemAgentError, memoryOf, type ReadOptions } from '@memagent/core';
import type { Agent } from './agent.ts';

/** How the reading agent reads: what `read` of `core` takes, but for what the task and the trainer give. */
export type ReadingAgentOptions = Pick<
  ReadOptions,
  | 'profile'
  | 'policy'
  | 'budgets'
  | 'chunks'
  | 'hints'
  | 'review'
  | 'keepMatches'
  | 'exit'
  | 'reasoningTokens'
>;

/**
 * The MemAgent reader as an agent: every step and the answer is a conversation of its own. Steps are told apart:
 * `step` wrote, `kept` left the memory as it was, `unusable` could not be understood; `review` looked over it in the end.
 */
export function readingAgent(options: ReadingAgentOptions = {}): Agent {
  const agent: Agent = async (task, model, signal) => {
    if (!task.document)
      throw new MemAgentError('bad-input', `The task ${task.id} has no text to read.`, {
        hint: 'Give its lines a "text", or use the agent "single".',
      });
    let steps = 0;
    const { answer, answered } = await ask({
      ...options,
      document: task.document,
      ...(task.sections ? { sections: task.sections } : {}),
      question: task.question,
      ...(task.memory ? { memory: memoryOf(task.memory) } : {}),
      model,
      ...(signal ? { signal } : {}),
      onEvent(event) {
        if (event.type !== 'step') return;
        model.recorder.tag(event.outcome === 'written' ? 'step' : event.outcome, steps++);
      },
    });
    if (model.recorder.length > steps + 1) model.recorder.tag('review', steps);
    if (model.recorder.length > steps) model.recorder.tag('answer');
    // To verifiers an empty text is a failed request: a reader that finds no answer says so.
    return answered || answer.trim() !== '' ? answer : 'no answer';
  };
  return Object.assign(agent, { rehearses: true });
}

/** One prompt, one reply: the question, with the task's text before it where there is one. */
export function singleTurnAgent({ maxTokens = 256 } = {}): Agent {
  return async (task, model, signal) => {
    let text = '';
    if (task.document) for await (const piece of task.document.open()) text += piece.text;
    const { text: reply } = await model.complete(
      {
        form: model.canChat ? 'chat' : 'raw',
        shared: 0,
        segments: [
          ...(text === '' ? [] : [{ text: `${text}\n\n`, trusted: false }]),
          { text: task.question, trusted: false },
        ],
      },
      { maxTokens, ...(signal ? { signal } : {}) },
    );
    model.recorder.tag('answer');
    return reply;
  };
}

/** A tool: takes what the model wrote, gives what it is told. */
export type Tool = (argument: string) => string | Promise<string>;

export interface ToolAgentOptions {
  readonly tools: Readonly<Record<string, Tool>>;
  readonly system?: string;
  readonly maxTurns?: number;
  readonly maxTokens?: number;
  /** Finds the call in a reply; `<tool>name: argument</tool>` unless told otherwise. */
  readonly parse?: (reply: string) => { readonly tool: string; readonly argument: string } | undefined;
}

const parseCall = (reply: string) => {
  const match = /<tool>\s*([\w-]+)\s*:?\s*([\s\S]*?)<\/tool>/.exec(reply);
  return match ? { tool: match[1]!, argument: match[2]!.trim() } : undefined;
};

/**
 * A chat that calls tools until it answers: one conversation, the tools' results masked.
 *
 * @example
 * const agent = toolAgent({
 *   system: 'Add with <tool>add: 1 2</tool>, then say the sum.',
 *   tools: { add: (numbers) => String(numbers.split(' ').reduce((sum, each) => sum + Number(each), 0)) },
 * });
 */
export function toolAgent(options: ToolAgentOptions): Agent {
  const { tools, maxTurns = 5, maxTokens = 256, parse = parseCall } = options;
  return async (task, model, signal) => {
    const chat = model.chat();
    if (options.system) chat.add('system', options.system);
    chat.add('user', task.question);
    let reply = '';
    for (let turn = 0; turn < maxTurns; turn++) {
      ({ text: reply } = await chat.reply({ maxTokens, ...(signal ? { signal } : {}) }));
      const call = parse(reply);
      if (!call) break;
      const tool = tools[call.tool];
      chat.add('tool', tool ? await tool(call.argument) : `There is no tool ${call.tool}.`);
    }
    return reply;
  };
}
