import { textDocument } from '@memagent/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rememberTask, rememberTokenizer } from '../tasks/remember.ts';
import { wordTokenizer } from '../tasks/word-tokenizer.ts';
import { sampleTask } from '../trainer/task-source.ts';
import type { TrainingTask } from './agent.ts';
import { readingAgent, singleTurnAgent, toolAgent } from './agents.ts';
import { type PromptFormat, promptFormats } from './prompt-format.ts';
import { Recorder } from './recorder.ts';
import { recordingModel } from './recording-model.ts';
import type { TokenSampler } from './token-sampler.ts';

/** A sampler whose replies a function gives as text; the end token is added. */
function scripted(
  tokenizer: ReturnType<typeof wordTokenizer>,
  end: string,
  reply: (prompt: string, call: number) => string,
): TokenSampler & { seeds: (number | undefined)[] } {
  let calls = 0;
  const seeds: (number | undefined)[] = [];
  return {
    version: 7,
    seeds,
    async sample(prompt, { seed }) {
      seeds.push(seed);
      const text = reply(await tokenizer.decode(prompt), calls++);
      const ids: number[] = [];
      for (const part of text.split(/(<\|[^|]*\|>)/).filter(Boolean))
        ids.push(...(part.startsWith('<|') ? [tokenizer.special(part)!] : await tokenizer.encode(part)));
      ids.push(tokenizer.special(end)!);
      return { ids, logprobs: ids.map((_, i) => -0.1 * (i + 1)), cut: false };
    },
  };
}

const task: TrainingTask = {
  id: 't',
  label: 'x',
  length: 0,
  question: 'what is it',
  answers: ['tree'],
  match: 'any',
};
const words = wordTokenizer(
  [
    'what',
    'is',
    'it',
    'tree',
    'user',
    'tool',
    'assistant',
    'system',
    'look',
    'far',
    'near',
    '<',
    '>',
    '/',
    ':',
  ],
  ['<|im_start|>', '<|im_end|>', '<|end|>'],
);

describe('a recording model', () => {
  it('records ids and log-probabilities as they were sampled', async () => {
    const sampler = scripted(words, '<|im_end|>', () => 'tree');
    const model = recordingModel({
      sampler,
      tokenizer: words,
      format: promptFormats.chatml!,
      window: 99,
      seed: 1,
    });
    expect(await singleTurnAgent()(task, model)).toBe('tree');
    const [conversation] = model.recorder.conversations();
    expect(words.decode(conversation!.prompt)).toBe(
      '<|im_start|>user what is it<|im_end|><|im_start|>assistant',
    );
    expect(words.decode(conversation!.response)).toBe('tree<|im_end|>');
    expect(conversation).toMatchObject({
      logprobs: [-0.1, -0.2],
      mask: [1, 1],
      version: 7,
      kind: 'answer',
      cut: false,
    });
  });

  it('draws the same seeds for the same trajectory, and others for each call', async () => {
    const seedsOf = async (seed: string) => {
      const sampler = scripted(words, '<|im_end|>', () => 'look');
      const model = recordingModel({
        sampler,
        tokenizer: words,
        format: promptFormats.chatml!,
        window: 99,
        seed,
      });
      for (let i = 0; i < 3; i++) await singleTurnAgent()(task, model);
      return sampler.seeds;
    };
    expect(await seedsOf('a')).toEqual(await seedsOf('a'));
    expect(new Set([...(await seedsOf('a')), ...(await seedsOf('b'))]).size).toBe(6);
  });

  it('sends no prompt that fills the window', async () => {
    const sampler = scripted(words, '<|im_end|>', () => 'tree');
    const model = (window: number) =>
      recordingModel({ sampler, tokenizer: words, format: promptFormats.chatml!, window, seed: 1 });
    expect(await singleTurnAgent()(task, model(9))).toBe('tree');
    await expect(singleTurnAgent()(task, model(8))).rejects.toThrow(
      'A prompt of 8 tokens leaves no room for a reply in the window of 8.',
    );
    expect(sampler.seeds).toHaveLength(1);
  });

  it('makes one conversation of a chat with tools, their results masked', async () => {
    const sampler = scripted(words, '<|im_end|>', (_, call) => (call === 0 ? 'look: far' : 'tree'));
    const model = recordingModel({
      sampler,
      tokenizer: words,
      format: promptFormats.chatml!,
      window: 99,
      seed: 1,
    });
    const asked: string[] = [];
    const agent = toolAgent({
      tools: {
        look: (argument) => {
          asked.push(argument);
          return 'near tree';
        },
      },
      parse: (reply) =>
        reply.startsWith('look') ? { tool: 'look', argument: reply.slice(5).trim() } : undefined,
    });
    expect(await agent(task, model)).toBe('tree');
    expect(asked).toEqual(['far']);
    const conversations = model.recorder.conversations();
    expect(conversations).toHaveLength(1);
    const { response, mask, logprobs } = conversations[0]!;
    const of = (bit: 0 | 1) => words.decode(response.filter((_, i) => mask[i] === bit));
    expect(of(0)).toBe('<|im_start|>tool near tree<|im_end|><|im_start|>assistant');
    expect(of(1)).toContain('tree<|im_end|>');
    expect(logprobs.every((value, i) => (mask[i] === 1 ? value < 0 : value === 0))).toBe(true);
  });

  it('records a MemAgent reading, step by step', async () => {
    const tokenizer = rememberTokenizer();
    const sample = rememberTask.generate({ seed: 3, length: 60, depths: [0.5] });
    // Reads as it should: keeps the sentence with the word to remember, and answers from the memory.
    const sampler = scripted(tokenizer, '<|end|>', (prompt) => {
      if (prompt.endsWith('<|answer|>')) return /remember (\w+)/i.exec(prompt)![1]!;
      const found = /<\|s(\d)\|>[^<]*remember/i.exec(prompt.split('<|section|>')[1]!);
      return found ? `<|s${found[1]}|>` : '<|keep|>';
    });
    const format: PromptFormat = promptFormats.pocket!;
    const model = recordingModel({ sampler, tokenizer, format, window: 512, seed: 1 });
    const agent = readingAgent({
      profile: 'pocket',
      policy: 'select',
      budgets: { chunk: 20, memory: 32, question: 32, output: 16 },
    });
    expect(await agent(sampleTask(sample, 60), model)).toBe(sample.answers[0]);
    const kinds = model.recorder.conversations().map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'step')).toHaveLength(1);
    expect(kinds.at(-1)).toBe('answer');
    expect(kinds.length).toBeGreaterThanOrEqual(4);
  });

  it('says that a task has no text to read', async () => {
    const sampler = scripted(words, '<|end|>', () => '');
    const model = recordingModel({
      sampler,
      tokenizer: words,
      format: promptFormats.pocket!,
      window: 99,
      seed: 1,
    });
    await expect(readingAgent()(task, model)).rejects.toThrow('no text to read');
    await expect(singleTurnAgent()({ ...task, document: textDocument('it') }, model)).resolves.toBe('');
  });
});

describe('a recorder', () => {
  it('joins a call to the conversation that it goes on from, and only to that', () => {
    const ids = fc.array(fc.nat(3), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(ids, ids, ids, ids, (prompt, first, between, second) => {
        const recorder = new Recorder();
        const reply = (list: number[]) => ({ ids: list, logprobs: list.map(() => -1), cut: false });
        recorder.add(prompt, reply(first), 1);
        recorder.add([...prompt, ...first, ...between], reply(second), 1);
        recorder.add([9, ...prompt], reply(first), 1);
        const [joint, apart] = recorder.conversations();
        expect(recorder.length).toBe(2);
        expect(joint!.response).toEqual([...first, ...between, ...second]);
        expect(joint!.mask).toEqual([...first.map(() => 1), ...between.map(() => 0), ...second.map(() => 1)]);
        expect(apart!.prompt).toEqual([9, ...prompt]);
      }),
    );
  });
});

describe('a tokenizer of words', () => {
  it('gives the same tokens in pieces as at once', () => {
    const tokenizer = rememberTokenizer();
    const { text } = rememberTask.generate({ seed: 1, length: 60 });
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 5 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), text.length];
        const stream = tokenizer.stream();
        const runs = at.slice(1).map((end, i) => stream.push(text.slice(at[i]!, end)));
        const all = [...runs, stream.end()] as { text: string; ids: Uint32Array }[];
        expect(all.map((run) => run.text).join('')).toBe(text);
        expect(all.flatMap((run) => [...run.ids])).toEqual([...(tokenizer.encode(text) as Uint32Array)]);
      }),
    );
    expect([...(tokenizer.encode(text) as Uint32Array)]).not.toContain(0);
  });

  it('never gives a special token for text', () => {
    const tokenizer = rememberTokenizer();
    expect([...(tokenizer.encode('<|end|>') as Uint32Array)]).not.toContain(tokenizer.special('<|end|>'));
  });
});
