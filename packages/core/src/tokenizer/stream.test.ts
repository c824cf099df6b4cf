import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BpeTokenizer, createBpeTokenizer } from './bpe.ts';
import { loadTokenizer } from './load.ts';
import { maxPreToken } from './splitter.ts';
import { collect, tokenStarts } from './test-support/collect.ts';
import { cutText, nastyTexts } from './test-support/text.ts';
import { type PreTokenizerName, preTokenizers, trainBpe, withBlankTokens } from './test-support/train.ts';

const names = Object.keys(preTokenizers) as PreTokenizerName[];

describe.each(names.flatMap((name) => [[name, false] as const, [name, true] as const]))(
  'a stream of %s (NFC: %s)',
  (name, nfc) => {
    const tokenizer = loadTokenizer(trainBpe(name, { nfc }).json) as BpeTokenizer;

    it('gives the tokens of the whole text however the text is cut', async () => {
      await fc.assert(
        fc.asyncProperty(cutText, async (pieces) => {
          const text = pieces.join('');
          const run = await collect(tokenizer.stream(), pieces);
          expect(run.text).toBe(text);
          expect(run.ids).toEqual(tokenizer.encode(text));
        }),
        { numRuns: 150 },
      );
    });

    it('gives the same ends however the text is cut, rising to the end of the text', async () => {
      await fc.assert(
        fc.asyncProperty(cutText, async (pieces) => {
          const text = pieces.join('');
          const whole = await collect(tokenizer.stream(), [text]);
          const cut = await collect(tokenizer.stream(), pieces);
          expect(cut.ends).toEqual(whole.ends);
          expect(whole.ends.every((end, i) => end >= (whole.ends[i - 1] ?? 0) && end <= text.length)).toBe(
            true,
          );
          expect(whole.ends.at(-1) ?? 0).toBe(text.length);
        }),
        { numRuns: 50 },
      );
    });

    it('gives the tokens of the whole text when pushed one UTF-16 unit at a time', async () => {
      for (const text of nastyTexts) {
        const run = await collect(tokenizer.stream(), text.split(''));
        expect(run.text).toBe(text);
        expect(run.ids).toEqual(tokenizer.encode(text));
      }
    });
  },
);

describe('a stream of a vocabulary with added whitespace', () => {
  it('gives the tokens of the whole text however the text is cut', async () => {
    const { json } = withBlankTokens(trainBpe('gpt2'), ['  ', '    ', '        ', '\t\t', '\n\n']);
    const tokenizer = loadTokenizer(json) as BpeTokenizer;
    await fc.assert(
      fc.asyncProperty(cutText, async (pieces) => {
        const run = await collect(tokenizer.stream(), pieces);
        expect(run.ids).toEqual(tokenizer.encode(pieces.join('')));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the ends of tokens', () => {
  it('lie where the text of each token ends, or where the character begins that it ends inside', async () => {
    const tokenizer = loadTokenizer(trainBpe('llama3').json) as BpeTokenizer;
    for (const text of nastyTexts) {
      const wellFormed = new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));
      const { ids, ends } = await collect(tokenizer.stream(), [wellFormed]);
      expect(Array.from(ends)).toEqual(tokenStarts(tokenizer, ids, wellFormed));
    }
  });

  it('refer to the text as it was before normalization', async () => {
    const tokenizer = loadTokenizer(trainBpe('qwen2', { nfc: true }).json) as BpeTokenizer;
    const text = 'cafe\u0301 x';
    const { ids, ends } = await collect(tokenizer.stream(), [text]);
    expect(ids).toEqual(tokenizer.encode('café x'));
    expect(ends.at(-2)).toBe(5);
    expect(ends.at(-1)).toBe(7);
  });
});

describe('text without any boundary', () => {
  const tokenizer = createBpeTokenizer({
    tokens: ['a', 'aa', 'aaaa', 'b', 'Ġ', 'Ċ'],
    merges: ['a a', 'aa aa'],
    preTokenizer: { style: 'words', digits: 1 },
  });

  it.each([['a'], [' '], ['\n']])(
    'of %j is cut after 100,000 characters, in encode and stream alike',
    async (char) => {
      const text = char.repeat(2.5 * maxPreToken);
      const pieces = Array.from({ length: 250 }, (_, i) =>
        text.slice((i * text.length) / 250, ((i + 1) * text.length) / 250),
      );
      const run = await collect(tokenizer.stream(), pieces);
      expect(run.ids).toEqual(tokenizer.encode(text));
      expect(run.ends.includes(maxPreToken)).toBe(true);
      expect(run.ends.includes(2 * maxPreToken)).toBe(true);
    },
  );

  it('is let go as it comes, so that memory stays bounded', () => {
    const stream = tokenizer.stream();
    const piece = 'a'.repeat(50_000);
    let held = 0;
    for (let i = 0; i < 40; i++) {
      held += piece.length - (stream.push(piece) as { text: string }).text.length;
      expect(held).toBeLessThan(3 * maxPreToken);
    }
  });

  it('pushed in tiny pieces takes linear time', () => {
    const stream = tokenizer.stream();
    const started = performance.now();
    for (let i = 0; i < 300_000; i++) stream.push('a');
    stream.end();
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
