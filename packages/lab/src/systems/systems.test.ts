import { type Prompt, type Segment, scriptedModel, testTokenizer, textDocument } from '@memagent/core';
import { describe, expect, it } from 'vitest';
import { findTask } from '../task/registry.ts';
import { withMemory } from '../task/sample.ts';
import { type Sample, sampleDocument } from '../task/task.ts';
import { contains } from '../verify/verify.ts';
import { Bm25 } from './bm25.ts';
import { createSystem, parseSystem } from './create.ts';
import { systemKey } from './system.ts';
import { cutMiddle } from './truncate.ts';

const specials = ['<|section|>', '<|memory|>', '<|question|>', '<|hints|>', '<|select|>', '<|answer|>'];
const part = (text: string, name: string) =>
  new RegExp(`<${name}>\\s*([\\s\\S]*?)\\s*</${name}>`).exec(text)?.[1] ?? '';

/** A chat model that finds seven-digit numbers for the key in the problem, and remembers the line. */
const chat = () =>
  scriptedModel({
    record: true,
    price: { input: 1, output: 2, currency: 'EUR' },
    reply: (prompt) => {
      const text = prompt.segments.map((segment) => segment.text).join('');
      const key = / for (\S+) mentioned/.exec(part(text, 'problem'))?.[1] ?? '?';
      const find = (where: string) => new RegExp(` for ${key} is: (\\d+)`).exec(where)?.[1];
      if (text.includes('<answer>'))
        return find(part(text, 'section')) ?? (part(text, 'answer') || 'NOT FOUND');
      const source = part(text, 'text') || part(text, 'section') || part(text, 'memory');
      const value = find(source) ?? find(part(text, 'memory'));
      if (value === undefined) return text.includes('The new memory') ? part(text, 'memory') : 'NOT FOUND';
      return text.includes('Your answer')
        ? value
        : `One of the special magic numbers for ${key} is: ${value}.`;
    },
  });

/** A model that only reads: it keeps what is hinted at and answers with the last number in its memory. */
const reader = () =>
  scriptedModel({
    canChat: false,
    name: 'reader',
    window: 4096,
    tokenizer: testTokenizer(specials),
    defaults: {
      profile: 'pocket',
      policy: 'select',
      hints: true,
      chunkTokens: 1400,
      memoryTokens: 512,
      outputTokens: 64,
      questionTokens: 256,
    },
    reply: (prompt) => {
      const text = prompt.segments.map((segment) => segment.text).join('');
      if (text.endsWith('<|answer|>')) return [...text.matchAll(/\d{7}/g)].at(-1)?.[0] ?? '<|none|>';
      return /<\|hints\|>(<\|s\d+\|>)/.exec(text)?.[1] ?? '<|keep|>';
    },
  });

const sample = (
  options: { depth?: number; length?: number; answerable?: boolean; task?: string } = {},
): Sample =>
  findTask(options.task ?? 'niah_single_2').generate({
    seed: 5,
    split: 'test',
    length: options.length ?? 20_000,
    depths: [options.depth ?? 0.5],
    ...(options.answerable === false ? { answerable: false } : {}),
  });
const run = (name: string, model: ReturnType<typeof chat>, of: Sample) =>
  createSystem(parseSystem(name), model).run(of, { document: sampleDocument(of) });

describe('on a chat model', () => {
  it.each(['memagent', 'memagent:gated', 'bm25', 'lexical', 'map-reduce', 'refine', 'oracle'])(
    '%s finds a needle in the middle',
    async (name) => {
      const model = chat();
      const of = sample();
      const found = await run(name, model, of);
      expect(contains(found.answer, of)).toBe(1);
      expect(found.answered).toBe(true);
      expect(found.calls).toBe(model.count);
      expect(found.tokensIn).toBeGreaterThan(0);
      expect(found.money).toBeCloseTo((found.tokensIn + 2 * found.tokensOut) / 1e6, 12);
      for (const { text } of model.calls) expect(text.length / 4).toBeLessThan(model.window);
    },
  );
  it('truncate loses the middle and finds both ends', async () => {
    for (const [depth, right] of [
      [0.5, false],
      [0.05, true],
      [0.95, true],
    ] as const) {
      const of = sample({ depth });
      const found = await run('truncate', chat(), of);
      expect(contains(found.answer, of) === 1, String(depth)).toBe(right);
      expect(found.answered).toBe(right);
    }
  });
  it.each(['memagent', 'oracle'])('%s begins with the memory that a sample has', async (name) => {
    const model = chat();
    const line = 'One of the special magic numbers for quiet-nation is: 7544098.';
    const of = sample({ length: 2000 });
    await run(name, model, withMemory(of, [line]));
    expect(model.calls[0]!.text).toContain(line);
    await run(name, model, of);
    expect(model.calls.at(-1)!.text).not.toContain(line);
  });
  it('empty asks nothing and says that there is no answer', async () => {
    const model = chat();
    expect(await run('empty', model, sample())).toMatchObject({ answer: '', answered: false, calls: 0 });
    expect(model.count).toBe(0);
  });
  it('systems that keep a memory give their steps', async () => {
    const of = sample();
    for (const name of ['memagent', 'lexical', 'refine']) {
      const { steps } = await run(name, chat(), of);
      expect(steps!.length, name).toBeGreaterThan(3);
      expect(steps!.at(-1)!.end).toBe(Buffer.byteLength(of.text));
      expect(steps!.at(-1)!.memory.text, name).toContain(of.answers[0]);
    }
  });
  it('map-reduce condenses notes until they fit', async () => {
    const model = scriptedModel({
      window: 2048,
      reply: (prompt) =>
        JSON.stringify(prompt.segments).includes('Your answer') ? 'x' : 'word '.repeat(400),
    });
    const of = sample({ length: 30_000 });
    const found = await run('map-reduce', model, of);
    expect(found.answer).toBe('x');
  });
  it('stops when told', async () => {
    const of = sample();
    const system = createSystem({ system: 'map-reduce' }, chat());
    await expect(
      system.run(of, { document: sampleDocument(of), signal: AbortSignal.abort() }),
    ).rejects.toThrow();
  });
});

describe('on a model that only reads', () => {
  it('what code keeps is weighed too, where told to, and that is counted', async () => {
    const usage = { promptTokens: 1, completionTokens: 0 };
    // It reviews by the hints, and finds the other line likelier.
    const model = {
      ...reader(),
      score: async (_: Prompt, continuations: readonly (readonly Segment[])[]) => ({
        logprobs: continuations.map(([first]) => (first!.text === '<|s2|><|end|>' ? -0.01 : -9)),
        usage,
      }),
    };
    const one = { ...sample(), memory: undefined, text: 'The code of the gate is 1234567.' };
    const document = () => textDocument(`${one.text}\n\nNobody knows the code of the gate: 7654321.`);
    const question = 'What is the code of the gate?';
    const said = (name: string) =>
      createSystem(parseSystem(name), model).run({ ...one, question }, { document: document() });
    const [plain, weighed] = [await said('lexical:review'), await said('lexical:review:weigh')];
    expect([plain.answer, weighed.answer]).toEqual(['1234567', '7654321']);
    expect(weighed.calls).toBeGreaterThan(plain.calls + 2);
    const { score: _, ...mute } = model;
    await expect(
      createSystem(parseSystem('lexical:review:weigh'), mute).run(
        { ...one, question },
        { document: document() },
      ),
    ).rejects.toThrow('cannot be weighed');
  });

  it.each(['memagent', 'bm25', 'lexical', 'oracle'])('%s finds a needle', async (name) => {
    const of = sample();
    const found = await run(name, reader(), of);
    expect(contains(found.answer, of)).toBe(1);
  });
  it.each(['truncate', 'map-reduce', 'refine'])('%s says that it needs a chat model', (name) => {
    expect(() => createSystem({ system: name }, reader())).toThrow(
      `The system "${name}" needs a chat model: it is made of instructions, and reader follows none.`,
    );
  });
  it('a question without an answer has none', async () => {
    const of = sample({ answerable: false });
    expect(await run('oracle', reader(), of)).toMatchObject({ answered: false, calls: 0 });
  });
  it('the oracle of a count is its tally', async () => {
    const of = sample({ task: 'frequent' });
    const model = scriptedModel({
      reply: (prompt) => /\n([^\n:]+): \d+/.exec(prompt.segments.map(({ text }) => text).join(''))?.[1] ?? '',
    });
    expect(contains((await run('oracle', model, of)).answer, of)).toBe(1);
  });
});

describe('createSystem', () => {
  it('tells systems apart by what their spec names', () => {
    const key = (text: string) => systemKey(createSystem(parseSystem(text), chat()));
    expect(key('memagent')).toBe('memagent overwrite');
    expect(key('memagent:select:memoryTokens=256:exit')).toBe('memagent select exit memoryTokens=256');
    expect(key('bm25')).toBe('bm25');
  });
  it('names the systems there are', () =>
    expect(() => createSystem({ system: 'magic' }, chat())).toThrow('no system called magic'));
  it('takes shared settings where the spec says nothing', () => {
    const system = createSystem({ system: 'memagent', memoryTokens: 300 }, chat(), {
      policy: 'gated',
      budgets: { memory: 900, chunk: 2000 },
    });
    expect(system.policy).toBe('gated');
    expect(system.settings.budgets).toMatchObject({ memory: 300, chunk: 2000 });
  });
});

describe('cutMiddle', () => {
  const text = Array.from({ length: 500 }, (_, i) => `w${i}`).join(' ');
  it('gives all where it fits', async () =>
    expect(await cutMiddle(textDocument(text), testTokenizer(), 5000)).toBe(text));
  it('keeps as much of the beginning as of the end', async () => {
    const cut = await cutMiddle(textDocument(text), testTokenizer(), 300);
    const [head, tail] = cut.split('\n[…]\n') as [string, string];
    expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
    const tokens = (part: string) => (testTokenizer().encode(part) as Uint32Array).length;
    expect(tokens(head)).toBeGreaterThan(80);
    expect(tokens(tail)).toBeGreaterThan(80);
    expect(tokens(head) + tokens(tail)).toBeLessThanOrEqual(300);
  });
});

describe('Bm25', () => {
  it('has the scores of the formula', () => {
    const ranking = new Bm25('red fox');
    for (const passage of ['the red fox', 'a red red hat', 'nothing here at all']) ranking.add(passage);
    // N = 3, mean length 11/3; df(red) = 2, df(fox) = 1.
    const idf = (n: number) => Math.log(1 + (3 - n + 0.5) / (n + 0.5));
    const tf = (f: number, length: number) => (f * 2.2) / (f + 1.2 * (0.25 + (0.75 * length) / (11 / 3)));
    const [first, second] = ranking.best();
    expect(first!.text).toBe('the red fox');
    expect(first!.score).toBeCloseTo(idf(2) * tf(1, 3) + idf(1) * tf(1, 3), 10);
    expect(second!.score).toBeCloseTo(idf(2) * tf(2, 4), 10);
    expect(ranking.best()).toHaveLength(2);
  });
});
