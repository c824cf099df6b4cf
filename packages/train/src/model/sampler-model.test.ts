import { type Tokenizer, testTokenizer } from '@memagent/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PromptFormat, promptFormats, promptIds } from '../rollout/prompt-format.ts';
import { rememberTokenizer } from '../tasks/remember.ts';
import { BigramModel } from '../testing/bigram-model.ts';
import { type FakeTinker, startFakeTinker } from '../testing/fake-tinker.ts';
import type { SampleOptions } from '../tinker/sampler.ts';
import { promptEncoder } from './prompt-encoder.ts';
import { samplerModel } from './sampler-model.ts';
import { tinkerModel } from './tinker-model.ts';

const tokenizer = rememberTokenizer();
const format = promptFormats.pocket!;
const end = tokenizer.special('<|end|>')!;
const raw = (text: string) => ({ form: 'raw' as const, shared: 0, segments: [{ text, trusted: false }] });

/** A sampler that says what it is told to and keeps what it was asked. */
function saying(tokens: readonly number[], stopReason: 'stop' | 'length' = 'stop') {
  const asked: SampleOptions[] = [];
  const sample = async (_prompt: ArrayLike<number>, options: SampleOptions) => {
    asked.push(options);
    return { sequences: [{ tokens, logprobs: tokens.map(() => -1), stopReason }] };
  };
  return { asked, sampler: { sample } };
}
const over = (
  sampler: ReturnType<typeof saying>['sampler'],
  own: Partial<{ window: number; format: PromptFormat }> = {},
) => samplerModel({ sampler, tokenizer, format, window: 64, name: 'm', id: 'm', ...own });

describe('a model over a sampler', () => {
  it('gives text, ids and log-probabilities; greedy, ended by the end token', async () => {
    const [red] = [...(await tokenizer.encode('red'))];
    const { sampler, asked } = saying([red!, end]);
    const heard: string[] = [];
    const completion = await over(sampler).complete(raw('red'), {
      maxTokens: 8,
      onText: (text) => heard.push(text),
    });
    expect(completion).toEqual({
      text: 'red',
      finish: 'stop',
      usage: { promptTokens: 1, completionTokens: 2 },
      ids: [red, end],
      logprobs: [-1, -1],
    });
    expect(heard).toEqual(['red']);
    expect(asked[0]).toEqual({ maxTokens: 8, temperature: 0, stop: [end] });
  });

  it('cuts at a stop text, and says when the length ended it', async () => {
    const ids = [...(await tokenizer.encode('red blue green'))];
    const model = over(saying(ids, 'length').sampler);
    expect(await model.complete(raw('red'), { maxTokens: 8 })).toMatchObject({ finish: 'length' });
    const cut = await model.complete(raw('red'), { maxTokens: 8, stop: ['green', 'blue'] });
    expect(cut).toMatchObject({ finish: 'stop' });
    expect(cut.text.trim()).toBe('red');
  });

  it('never exceeds the window', async () => {
    const model = over(saying([end]).sampler, { window: 8 });
    await expect(model.complete(raw('red blue'), { maxTokens: 7 })).rejects.toMatchObject({ code: 'no-fit' });
    expect((await model.complete(raw('red blue'), { maxTokens: 6 })).text).toBe('');
  });
});

describe('prompts in tokens', () => {
  const marks = ['<|section|>', '<|s1|>', '<|hints|><|s2|><|text|>', '<|select|>', ''];
  const segment = fc.oneof(
    fc.record({ text: fc.constantFrom(...marks), trusted: fc.constant(true) }),
    fc.record({ text: fc.constantFrom('red', 'the colour', '<|s1|>', ''), trusted: fc.constant(false) }),
  );
  const later: Tokenizer = { ...tokenizer, encode: async (text) => tokenizer.encode(text) };

  it.each([
    ['at once', tokenizer],
    ['later', later],
  ])('are those of a rollout, where the tokenizer answers %s', async (_when, given) => {
    const begin = { ...format, begin: '<|memory|>' };
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { maxLength: 8 }), fc.boolean(), async (segments, begins) => {
        const [prompt, own] = [{ form: 'raw' as const, shared: 0, segments }, begins ? begin : format];
        const ids = await promptEncoder(given, own)(prompt);
        expect(Array.from(ids)).toEqual(await promptIds(prompt, own, tokenizer));
      }),
    );
  });

  it('say which special token is missing', async () => {
    const prompt = { form: 'raw' as const, shared: 0, segments: [{ text: '<|nothing|>', trusted: true }] };
    await expect(async () => promptEncoder(testTokenizer(), format)(prompt)).rejects.toThrow('<|nothing|>');
  });
});

describe('the weights of an engine as a model', () => {
  let fake: FakeTinker;
  beforeAll(async () => {
    fake = await startFakeTinker({ vocabulary: 250, batched: true });
  });
  afterAll(() => fake.close());
  const open = (model?: string) =>
    tinkerModel({ url: fake.url, use: { tokenizer, format }, ...(model ? { model } : {}) });
  const count = (path: string) => fake.requests.filter((one) => one === path).length;

  it('are asked for by hundreds of calls in few requests, each with its own answer', async () => {
    const model = await open();
    const words = ['red', 'blue', 'green', 'white'];
    const alone = await Promise.all(words.map((word) => model.complete(raw(word), { maxTokens: 4 })));
    const before = count('/memagent/sample_batch');
    const all = await Promise.all(
      Array.from({ length: 400 }, (_, i) => model.complete(raw(words[i % 4]!), { maxTokens: 4 })),
    );
    expect(count('/memagent/sample_batch') - before).toBeLessThanOrEqual(8);
    for (const [i, { ids }] of all.entries()) expect(ids).toEqual(alone[i % 4]!.ids);
    expect(model).toMatchObject({ name: 'bigram', window: 8192, canChat: false, concurrency: 256 });
    await model.close?.();
  });

  it('are told apart under one name by what the engine says of them', async () => {
    const other = await startFakeTinker({ fingerprint: 'd613192c11be301f' });
    try {
      const model = await tinkerModel({ url: other.url, use: { tokenizer, format } });
      expect(model.id).toBe(`tinker:${other.url}/bigram#d613192c11be301f`);
      await model.close?.();
    } finally {
      await other.close();
    }
  });

  it.each([
    [
      'in few requests where the engine scores batches',
      { batched: true, scored: true },
      '/memagent/sample_batch',
    ],
    ['one by one where it only samples', { batched: true, protobuf: 415 }, '/asample'],
  ])('say how likely texts are, %s', async (_how, options, path) => {
    const other = await startFakeTinker({ vocabulary: 250, ...options });
    try {
      const model = await tinkerModel({ url: other.url, use: { tokenizer, format } });
      const words = ['red', 'blue green', 'white'];
      const given = raw('the colour');
      const texts = words.map((text) => [
        { text, trusted: false },
        { text: '<|end|>', trusted: true },
      ]);
      const { logprobs, usage } = await model.score!(given, texts);
      // Of a bigram model: what one token says of the next, added up.
      const ids = await Promise.all(
        [...texts, []].map((more) =>
          promptIds({ ...given, segments: [...given.segments, ...more] }, format, tokenizer),
        ),
      );
      const bigrams = new BigramModel(250, 0);
      const start = ids.pop()!.length;
      for (const [i, own] of ids.entries()) {
        let sum = 0;
        for (let t = start; t < own.length; t++) sum += bigrams.row(own[t - 1]!)[own[t]!]!;
        expect(logprobs[i]).toBeCloseTo(sum, 4);
      }
      expect(usage).toEqual({ promptTokens: ids.flat().length, completionTokens: 0 });
      expect(other.requests.filter((one) => one === path)).toHaveLength(path === '/asample' ? 3 : 1);
      await expect(model.score!({ ...given, form: 'chat' }, texts)).rejects.toMatchObject({
        code: 'bad-input',
      });
      await model.close?.();
    } finally {
      await other.close();
    }
  });

  it('one who stops waiting stops alone', async () => {
    const model = await open('tinker://m1/weights/a');
    const stop = new AbortController();
    const both = [stop.signal, undefined].map((signal) =>
      model.complete(raw('red'), { maxTokens: 2, ...(signal ? { signal } : {}) }),
    );
    stop.abort();
    await expect(both[0]).rejects.toMatchObject({ code: 'aborted' });
    expect((await both[1])!.ids).toHaveLength(2);
    expect(fake.bodies.at(-1)).toMatchObject({ model_path: 'tinker://m1/weights/a' });
    await model.close?.();
  });
});
