import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testTokenizer } from './test-tokenizer.ts';

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', 'word', ' ', '\n', '\0', 'é', '漢', '😀', '\ud83d', '\x7f') }),
);

describe('testTokenizer', () => {
  it('gives any text back from its ids', () => {
    const tokenizer = testTokenizer();
    fc.assert(
      fc.property(texts, (text) => {
        expect(tokenizer.decode(tokenizer.encode(text) as Uint32Array)).toBe(text);
      }),
    );
  });

  it('streams the tokens of the whole text however it is cut', () => {
    const tokenizer = testTokenizer();
    fc.assert(
      fc.property(fc.array(texts), (pieces) => {
        const stream = tokenizer.stream();
        const runs = [...pieces.map((piece) => stream.push(piece)), stream.end()] as {
          text: string;
          ids: Uint32Array;
          ends: Uint32Array;
        }[];
        const text = pieces.join('');
        expect(runs.map((run) => run.text).join('')).toBe(text);
        expect(runs.flatMap((run) => [...run.ids])).toEqual([...(tokenizer.encode(text) as Uint32Array)]);
        for (const run of runs) {
          expect(run.ends.length).toBe(run.ids.length);
          expect(run.ends.at(-1) ?? 0).toBe(run.text.length);
        }
      }),
    );
  });

  it('keeps words apart and special tokens out of text', () => {
    const tokenizer = testTokenizer(['<|keep|>']);
    const ids = tokenizer.encode('the reading') as Uint32Array;
    expect([...ids].map((id) => tokenizer.decode([id]))).toEqual(['the', ' rea', 'ding']);
    const keep = tokenizer.special('<|keep|>')!;
    expect(tokenizer.decode([keep])).toBe('<|keep|>');
    expect([...(tokenizer.encode('<|keep|>') as Uint32Array)]).not.toContain(keep);
    expect(tokenizer.special('<|other|>')).toBeUndefined();
  });
});
