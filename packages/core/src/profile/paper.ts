import type { Prompt } from '../model/model.ts';
import { parseChatAnswer, parseChatReply } from './chat-reply.ts';
import { hintsText, numberedMemory, numberedSentences, stepInstructions } from './instructions.ts';
import type { Profile } from './profile.ts';
import { trusted, untrusted } from './segments.ts';

const tags = ['problem', 'memory', 'section'];
const ours = trusted;
const theirs = (text: string, tokens?: number) => untrusted(text, tags, tokens);

/** Wording of the published templates: the weights were trained on it, down to the space after `<problem>`. */
const update =
  'You are presented with a problem, a section of an article that may contain the answer to the problem, and a previous memory. Please read the provided section carefully and update the memory with the new information that helps to answer the problem. Be sure to retain all relevant details from the previous memory while adding any new, useful information.';
const finalBoxed =
  'You are presented with a problem and a previous memory. Please answer the problem based on the previous memory and put the answer in \\boxed{}.';
const finalPlain =
  'You are presented with a problem and a previous memory. Please answer the problem based on the previous memory and format your response as follows "Therefore, the answer is (insert answer here)".';

/** The published prompts. `boxed` is what the weights were trained on, `plain` what the reported numbers used. */
export function paperProfile(final: 'boxed' | 'plain' = 'boxed'): Profile {
  return {
    name: final === 'boxed' ? 'paper' : 'paper-plain',
    version: '1',
    policies: ['overwrite', 'gated', 'select'],
    hints: false,
    maxSentences: 999,
    schema: true,
    step({ question, memory, chunk, sentences, hints, policy, exit }): Prompt {
      const select = policy === 'select';
      const section = select ? [theirs(numberedSentences(sentences))] : [theirs(chunk.text, chunk.tokens)];
      const page = memory.text === '' ? 'No previous memory' : select ? numberedMemory(memory) : memory.text;
      return {
        form: 'chat',
        shared: 0,
        segments: [
          ours(`${policy === 'overwrite' ? update : stepInstructions(policy)}\n\n<problem> \n`),
          theirs(question),
          ours('\n</problem>\n\n<memory>\n'),
          theirs(page),
          ours('\n</memory>\n\n<section>\n'),
          ...section,
          ours(
            `\n</section>\n${hintsText(hints)}${exitText(exit)}\n${select ? 'Your reply' : 'Updated memory'}:\n`,
          ),
        ],
      };
    },
    final({ question, memory, schema }): Prompt {
      const instruction = schema ? jsonInstruction(schema) : final === 'boxed' ? finalBoxed : finalPlain;
      return {
        form: 'chat',
        shared: 0,
        segments: [
          ours(`${instruction}\n\n<problem> \n`),
          theirs(question),
          ours('\n</problem>\n\n<memory>\n'),
          theirs(memory.text === '' ? 'No previous memory' : memory.text),
          ours('\n</memory>\n\nYour answer:\n'),
        ],
      };
    },
    reply: parseChatReply,
    answer: parseChatAnswer,
  };
}

export const exitText = (exit: boolean) =>
  exit
    ? '\nIf the memory, with what you add, already answers the problem for certain, end your reply with a line that says DONE.\n'
    : '';

export const jsonInstruction = (schema: object) =>
  `You are presented with a problem and a previous memory. Please answer the problem based on the previous memory, with one JSON value and nothing else. It must satisfy this JSON Schema:\n${JSON.stringify(schema)}`;
