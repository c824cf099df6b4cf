import { describe, expect, it } from 'vitest';
import { textDocument } from '../document/index.ts';
import { MemoryJournal } from '../journal/journal.ts';
import { memoryOf } from '../memory/memory.ts';
import type { Model, Prompt, Segment } from '../model/model.ts';
import { scriptedModel } from '../model/scripted-model.ts';
import { testTokenizer } from '../model/test-tokenizer.ts';
import { pocket, pocketTokens } from '../profile/pocket.ts';
import { ask } from './ask.ts';
import { weighAnswers } from './weigh.ts';

const lines = ['Bo lives in Rome.', 'Anna was born in Bergen.', 'Anna lives in Oslo.'];
const question = 'Where was Anna born?';
const textOf = (segments: readonly Segment[]) => segments.map(({ text }) => text).join('');
const usage = { promptTokens: 1, completionTokens: 1 };

interface Script {
  /** The answer and its log-probability, by the lines that are shown, as their numbers. */
  readonly answers: Readonly<Record<string, readonly [text: string, logprob: number]>>;
  /** The log-probabilities of choices, by their numbers; -20 unless told. */
  readonly choices: Readonly<Record<string, number>>;
  /** Those of the question, by the lines that are known; -40 unless told. */
  readonly asked?: Readonly<Record<string, number>>;
}

/** Weighs a memory of three lines with a model that says what it is told to. */
async function weigh({ answers, choices, asked = {} }: Script, chosen: readonly number[] = []) {
  const seen = { answers: [] as string[], choices: [] as string[], asked: [] as string[] };
  const numbersOf = (text: string) =>
    lines.flatMap((line, i) => (text.includes(line) ? [i + 1] : [])).join('+');
  const {
    reply,
    lines: support,
    confidence,
  } = await weighAnswers(
    question,
    memoryOf(lines),
    { memory: memoryOf(lines), chosen },
    {
      profile: pocket,
      weighing: pocket.weighing!,
      hints: true,
      complete: async (prompts) =>
        prompts.map(({ segments }) => {
          const numbers = numbersOf(textOf(segments));
          seen.answers.push(numbers);
          const [text, logprob] = answers[numbers] ?? ['<|none|>', -1];
          return { text, logprobs: [logprob / 2, logprob / 2], usage, finish: 'stop' };
        }),
      score: async ({ segments }, continuations) => {
        const text = textOf(segments);
        if (text.endsWith('<|select|>')) {
          const names = continuations.map((each) => textOf(each).match(/\d+/g)!.join('+'));
          seen.choices.push(...names);
          return { logprobs: names.map((name) => choices[name] ?? -20), usage };
        }
        expect(text).toMatch(/^<\|section\|><\|s1\|>.*<\|memory\|><\|question\|>$/s);
        expect(continuations.map(textOf)).toEqual([`${question}<|hints|>`]);
        seen.asked.push(numbersOf(text));
        return { logprobs: [asked[numbersOf(text)] ?? -40], usage };
      },
    },
  );
  return {
    answer: reply.text,
    answered: reply.answered,
    support: support.map(({ text }) => text),
    confidence,
    seen,
  };
}

describe('weighAnswers', () => {
  const among = { '1+2+3': ['Oslo', -1], '2': ['Bergen', -0.1], '3': ['Oslo', -0.5] } as const;

  it('takes the answer of a likely choice over that of all lines together', async () => {
    const { answer, support } = await weigh({ answers: among, choices: { 2: -0.1, 3: -4 } });
    expect(answer).toBe('Bergen');
    expect(support).toEqual([lines[1]]);
  });

  it('lets the question speak: lines after which it is likely weigh more', async () => {
    const choices = { 2: -1.5, 3: -0.4 };
    expect((await weigh({ answers: among, choices })).answer).toBe('Oslo');
    expect((await weigh({ answers: among, choices, asked: { 2: -20 } })).answer).toBe('Bergen');
  });

  it('adds up what gives the same answer, whatever its case, punctuation and article', async () => {
    const answers = { '1+2+3': ['Bergen', -1], '1': ['the Oslo', -1], '3': ['oslo.', -1] } as const;
    // Either choice weighs less than all lines together, both together more.
    const choices = { 1: -3.3, 3: -3.3 };
    expect((await weigh({ answers, choices })).answer).toMatch(/oslo/i);
    expect((await weigh({ answers, choices: { 1: -3.3 } })).answer).toBe('Bergen');
  });

  it('is as confident as the weight behind the answer and the probability of its words allow', async () => {
    // Of the weights of 2 and 3, and of all lines together, that of 2 is the answer's.
    const { confidence } = await weigh({ answers: among, choices: { 2: -0.5, 3: -1 } });
    const [two, three, whole] = [-0.5 - 0.1, -1 - 0.5, -3 - 1].map(Math.exp) as [number, number, number];
    expect(confidence).toBeCloseTo((two / (two + three + whole)) * Math.exp(-0.1), 9);
    const agreed = await weigh({ answers: among, choices: { 3: -0.001 } });
    expect(agreed.confidence).toBeCloseTo(Math.exp(-0.5), 9);
  });

  it('asks pairs of lines, and those that the review named', async () => {
    const answers = { '1+2+3': ['Oslo', -1], '2+3': ['Bergen', -0.1] } as const;
    const { answer, seen } = await weigh({ answers, choices: { '2+3': -0.1 } });
    expect(answer).toBe('Bergen');
    expect(seen.choices).toEqual(['1', '2', '3', '1+2', '1+3', '2+3']);
    expect((await weigh({ answers, choices: {} }, [1, 2, 3])).seen.choices.at(-1)).toBe('1+2+3');
  });

  it('does no more than is needed: unlikely choices are not asked, nor the question where all agree', async () => {
    const sure = await weigh({ answers: among, choices: { 3: -0.001, 2: -7 } });
    expect(sure.seen).toEqual({ answers: ['1+2+3', '3'], choices: ['1', '2', '3'], asked: [] });
    expect(sure.support).toEqual([lines[2]]);
  });

  it('stays with no answer where all lines together give none', async () => {
    const { answered, seen } = await weigh({ answers: { '2': ['Bergen', 0] }, choices: { 2: 0 } });
    expect(answered).toBe(false);
    expect(seen.answers).toEqual(['1+2+3']);
  });
});

const filler = Array.from({ length: 60 }, (_, i) => `Paragraph ${i} speaks about nothing at all.`).join(
  '\n\n',
);

/** Chooses both sentences about a password, answers from the last line, and knows which of them is evidence. */
function reader(): Model & { readonly count: number } {
  const scripted = scriptedModel({
    tokenizer: testTokenizer(pocketTokens),
    reply: ({ segments }: Prompt) => {
      const text = textOf(segments);
      if (text.endsWith('<|answer|>')) {
        const last = [...text.matchAll(/<\|m\d+\|>[^<]* (\w+)\.(?=<)/g)].at(-1)!;
        return { text: last[1]!, logprobs: [-0.5], usage, finish: 'stop' };
      }
      const numbers = [...text.matchAll(/<\|s(\d+)\|>[^<]*password/g)].map((match) => match[1]);
      if (text.includes('<|memory|><|section|><|s1|>The password')) return '<|keep|>';
      return numbers.length > 0 ? numbers.map((number) => `<|s${number}|>`).join('') : '<|keep|>';
    },
  });
  return Object.assign(scripted, {
    score: async (_prompt: Prompt, continuations: readonly (readonly Segment[])[]) => ({
      logprobs: continuations.map((each) => (textOf(each).startsWith('<|s1|><|end|>') ? -0.1 : -9)),
      usage,
    }),
  });
}

describe('a reading', () => {
  const options = () => ({
    document: textDocument(
      `${filler}\n\nThe password of the tower is bluebird.\n\n${filler}\n\nThe password of the gate was heron.`,
    ),
    question: 'What is the password of the tower?',
    profile: 'pocket',
    policy: 'select' as const,
    review: true,
    budgets: { chunk: 500, memory: 200, question: 100, output: 200 },
  });

  it('weighs where it is told to, counts that, and has the source of what it stands on first', async () => {
    const plain = await ask({ ...options(), model: reader() });
    const weighed = await ask({ ...options(), model: reader(), weigh: true });
    expect(plain.answer).toBe('heron');
    expect(weighed.answer).toBe('bluebird');
    expect(weighed.confidence).toBeLessThan(Math.exp(-0.5));
    expect(weighed.confidence).toBeGreaterThan(0.5);
    expect(plain.confidence).toBeUndefined();
    expect(weighed.sources[0]!.text).toBe('The password of the tower is bluebird.');
    expect(weighed.memory).toEqual(plain.memory);
    // The choices twice (one line, two lines), the answer from one, and the question after that one and after all.
    expect(weighed.spent.calls).toBe(plain.spent.calls + 5);
  });

  it('answers anew without reading again where that alone is other', async () => {
    const journal = new MemoryJournal();
    const model = reader();
    await ask({ ...options(), model, journal });
    const read = model.count;
    expect((await ask({ ...options(), model, journal, weigh: true })).answer).toBe('bluebird');
    expect(model.count - read).toBeLessThanOrEqual(3);
    const before = model.count;
    const stored = await ask({ ...options(), model, journal, weigh: true });
    expect(stored).toMatchObject({ answer: 'bluebird', confidence: expect.any(Number) });
    expect(model.count).toBe(before);
  });

  it('does as the model likes, where it can; asked for where it cannot be, it says so', async () => {
    const model = reader();
    expect((await ask({ ...options(), model: { ...model, defaults: { weigh: true } } })).answer).toBe(
      'bluebird',
    );
    const { score: _, ...mute } = model;
    expect((await ask({ ...options(), model: { ...mute, defaults: { weigh: true } } })).answer).toBe('heron');
    await expect(ask({ ...options(), model: mute, weigh: true })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('cannot be weighed'),
    });
  });
});
