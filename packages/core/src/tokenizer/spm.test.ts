import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadTokenizer } from './load.ts';
import { createSpmTokenizer, SpmTokenizer } from './spm.ts';
import { collect } from './test-support/collect.ts';
import { mergeSlowly, spmScores, spmTokens, spmTypes } from './test-support/spm.ts';
import { cutText, nastyTexts, unicodeText } from './test-support/text.ts';
import { trainSpm } from './test-support/train.ts';

const words = fc.constantFrom(
  'lantern',
  'river',
  ' the',
  ' ',
  '  ',
  'aaaa',
  'b',
  '\n',
  '東京',
  'の',
  '12',
  '3',
  "'ll",
  'qx',
  'q',
  '.',
  '🎉',
);
const spmText = fc.oneof(
  fc.array(words, { maxLength: 20 }).map((parts) => parts.join('')),
  unicodeText,
);

describe('SentencePiece-like BPE by scores', () => {
  const tokenizer = createSpmTokenizer({
    tokens: spmTokens,
    scores: spmScores,
    isText: (id) => spmTypes[id] === 1,
    prefix: 'always',
    specials: { '<s>': 1, '</s>': 2 },
    unknown: 0,
  });

  it('gives the tokens of merging the whole text the obvious way', () => {
    fc.assert(
      fc.property(spmText, (text) => {
        expect(Array.from(tokenizer.encode(text))).toEqual(text === '' ? [] : mergeSlowly(text));
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same tokens and ends however the text is cut', async () => {
    await fc.assert(
      fc.asyncProperty(cutText, async (pieces) => {
        const text = pieces.join('');
        const run = await collect(tokenizer.stream(), pieces);
        expect(run.text).toBe(text);
        expect(run.ids).toEqual(tokenizer.encode(text));
        expect(run.ends).toEqual((await collect(tokenizer.stream(), [text])).ends);
        expect(run.ends.at(-1) ?? 0).toBe(text.length);
      }),
      { numRuns: 300 },
    );
  });

  it('decodes what it encoded', () => {
    for (const text of nastyTexts) {
      expect(tokenizer.decode(tokenizer.encode(text))).toBe(text.replace(/\p{Surrogate}/gu, '\ufffd'));
    }
  });

  it('lets long text without blanks go in linear time', () => {
    const started = performance.now();
    tokenizer.encode('a'.repeat(1_000_000));
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe.each([
  ['Llama 2', { normalizer: 'prepend' }],
  ['Mistral', { metaspace: 'first', split: false }],
  ['Gemma', { normalizer: 'replace' }],
  ['Metaspace that splits', { metaspace: 'always', split: true }],
  ['Metaspace without prefix', { metaspace: 'never', split: false }],
  ['no byte fallback', { normalizer: 'prepend', byteFallback: false }],
] as const)('a tokenizer.json in the manner of %s', (_, options) => {
  const trained = trainSpm(options);
  const tokenizer = loadTokenizer(trained.json);

  it('takes the fast path and gives the ids that the Rust tokenizers give', async () => {
    expect(tokenizer).toBeInstanceOf(SpmTokenizer);
    for (const text of nastyTexts.map((nasty) => nasty.replaceAll('<s>', '< s>'))) {
      expect({ text, ids: Array.from(await tokenizer.encode(text)) }).toEqual({
        text,
        ids: await trained.rust(text),
      });
    }
    await fc.assert(
      fc.asyncProperty(spmText, async (text) => {
        expect(Array.from(await tokenizer.encode(text))).toEqual(await trained.rust(text));
      }),
      { numRuns: 200 },
    );
  });

  it('gives the tokens of the whole text however the text is cut', async () => {
    await fc.assert(
      fc.asyncProperty(cutText, async (pieces) => {
        expect((await collect(tokenizer.stream(), pieces)).ids).toEqual(
          await tokenizer.encode(pieces.join('')),
        );
      }),
      { numRuns: 200 },
    );
  });
});
