import { ask, type Document, type Prompt, type Tokenizer, textDocument } from '@memagent/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { promptEncoder } from '../model/prompt-encoder.ts';
import { pocketTokenizer } from '../testing/pocket-tokenizer.ts';
import { promptFormats } from './prompt-format.ts';
import { recordingModel } from './recording-model.ts';
import { heldDocument, sharedEncoder, sharedTokenizer, tokenizeAhead } from './shared-text.ts';

let tokenizer: Tokenizer;
beforeAll(async () => {
  tokenizer = await pocketTokenizer();
});

/** A tokenizer that counts what it is asked. */
function counting(): { counted: Tokenizer; asked: { encode: number; push: number; end: number } } {
  const asked = { encode: 0, push: 0, end: 0 };
  const counted: Tokenizer = {
    id: tokenizer.id,
    decode: (ids) => tokenizer.decode(ids),
    special: (token) => tokenizer.special(token),
    encode(text) {
      asked.encode++;
      return tokenizer.encode(text);
    },
    stream() {
      const stream = tokenizer.stream();
      return {
        push(text) {
          asked.push++;
          return stream.push(text);
        },
        end() {
          asked.end++;
          return stream.end();
        },
      };
    },
  };
  return { counted, asked };
}

const pieces = fc.array(
  fc.string({ unit: fc.constantFrom('a', 'B', ' ', '.', '\n', 'é', '12'), maxLength: 12 }),
  {
    maxLength: 6,
  },
);

describe('what the trajectories of a group have in common', () => {
  it('is tokenized once, whoever is first, and to the same tokens', () => {
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 2, maxLength: 5 }), fc.func(fc.boolean()), (texts, first) => {
        const shared = sharedTokenizer(tokenizer);
        const streams = texts.map(() => ({ shared: shared.stream(), own: tokenizer.stream() }));
        // Piece by piece, in turns: some read on before others have begun.
        const left = texts.map((list) => [...list]);
        for (let turn = 0; left.some((list) => list.length > 0); turn++)
          for (const [i, list] of left.entries()) {
            if (list.length === 0 || (first(i, turn) && turn < 20)) continue;
            const text = list.shift()!;
            expect(streams[i]!.shared.push(text)).toEqual(streams[i]!.own.push(text));
          }
        for (const stream of streams) expect(stream.shared.end()).toEqual(stream.own.end());
        for (const text of texts.flat()) expect(shared.encode(text)).toEqual(tokenizer.encode(text));
      }),
      { numRuns: 60 },
    );
  });

  it('is not asked for twice', async () => {
    const { counted, asked } = counting();
    const document = textDocument('One two three. Four five six.', { name: 'a text' });
    const shared = sharedTokenizer(counted);
    await tokenizeAhead(document, shared);
    const { push, end } = asked;
    for (let i = 0; i < 3; i++) {
      await tokenizeAhead(document, shared);
      shared.encode('One two three.');
    }
    // The first encoding finds out whether it answers at once.
    expect(asked).toEqual({ encode: 2, push, end });
  });

  it('leaves a tokenizer alone that takes its time', () => {
    const slow = { ...counting().counted, encode: async (text: string) => tokenizer.encode(text) };
    expect(sharedTokenizer(slow)).toBe(slow);
  });

  it('holds a text once, and not one that is long, is read once, says how far, or cannot be read', async () => {
    let opened = 0;
    const made = (more: Partial<Document> = {}): Document => ({
      name: 'made',
      bytes: 6,
      async *open() {
        opened++;
        yield { text: 'one ', page: 1 };
        yield { text: 'two', page: 2 };
      },
      ...more,
    });
    const held = await heldDocument(made({ notes: () => ['a note'] }));
    for (let i = 0; i < 2; i++) {
      const read = [];
      for await (const piece of held.open()) read.push(piece);
      expect(read).toEqual([
        { text: 'one ', page: 1 },
        { text: 'two', page: 2 },
      ]);
    }
    expect(opened).toBe(1);
    expect(held).toMatchObject({ name: 'made', bytes: 6 });
    expect(held.notes!()).toEqual(['a note']);
    const broken = made({
      // biome-ignore lint/correctness/useYield: it fails before it has anything
      async *open() {
        throw new Error('gone');
      },
    });
    const others = [made({ once: true }), made({ consumed: () => 0 }), broken];
    for (const document of others) expect(await heldDocument(document)).toBe(document);
    const long = made();
    expect(await heldDocument(long, 5)).toBe(long);
  });

  it('gives equal prompts one list of ids, and no text passes for another prompt', async () => {
    const format = promptFormats.pocket!;
    const encode = promptEncoder(tokenizer, format);
    const shared = sharedEncoder(encode);
    const prompt = (...segments: [string, boolean][]): Prompt => ({
      form: 'raw',
      shared: 0,
      segments: segments.map(([text, trusted]) => ({ text, trusted })),
    });
    const marked = prompt(['<|question|>', true], ['Who?', false]);
    expect(await shared(marked)).toBe(await shared(structuredClone(marked)));
    const others = [
      prompt(['<|question|>', false], ['Who?', false]),
      prompt(['<|question|>', true], ['Who', false], ['?', false]),
      prompt(['<|question|>', true], ['Who?-1 ', false]),
    ];
    for (const other of [marked, ...others]) expect(await shared(other)).toEqual(await encode(other));
  });

  it('changes nothing of what is recorded', async () => {
    const text = Array.from({ length: 90 }, (_, i) => `Box ${i} holds ${i * 7} coins. `).join('');
    const keep = ['<|keep|>', '<|end|>'].map((token) => tokenizer.special(token)!);
    const sampler = { version: 0, sample: async () => ({ ids: keep, logprobs: [-1, -1], cut: false }) };
    const format = promptFormats.pocket!;
    const read = async (own: Tokenizer, document: Document, encode = promptEncoder(own, format)) => {
      const model = recordingModel({ sampler, tokenizer: own, format, encode, window: 2048, seed: 1 });
      const budgets = { chunk: 200, memory: 64, question: 64, output: 16 };
      const asked = {
        question: 'What does box 7 hold?',
        profile: 'pocket',
        policy: 'select',
        hints: true,
      } as const;
      await ask({ ...asked, document, model, budgets });
      return model.recorder.conversations();
    };
    const document = textDocument(text, { name: 'boxes' });
    const alone = await read(tokenizer, document);
    const shared = sharedTokenizer(tokenizer);
    const [held, encode] = [await heldDocument(document), sharedEncoder(promptEncoder(shared, format))];
    const both = [await read(shared, held, encode), await read(shared, held, encode)];
    expect(alone.length).toBeGreaterThan(3);
    for (const one of both) expect(one).toEqual(alone);
    for (const [i, { prompt }] of both[0]!.entries()) expect(both[1]![i]!.prompt).toBe(prompt);
  });
});
