import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { o200k } from './o200k.ts';
import { collect } from './test-support/collect.ts';
import { cutText, nastyTexts, unicodeText } from './test-support/text.ts';

// JavaScript's \s, which gpt-tokenizer uses, lacks U+0085 and has U+FEFF.
const plain = (text: string) => text.replace(/[\u0085\ufeff]/g, '').replace(/\p{Surrogate}/gu, '\ufffd');
const theirs = (text: string) => encode(text, { disallowedSpecial: new Set() });

describe('o200k', () => {
  it('gives the ids that gpt-tokenizer gives', async () => {
    const tokenizer = await o200k();
    for (const nasty of nastyTexts) {
      const text = plain(nasty);
      expect({ text, ids: Array.from(await tokenizer.encode(text)) }).toEqual({ text, ids: theirs(text) });
    }
    await fc.assert(
      fc.asyncProperty(unicodeText.map(plain), async (text) => {
        expect(Array.from(await tokenizer.encode(text))).toEqual(theirs(text));
      }),
      { numRuns: 300 },
    );
  });

  it('gives the tokens of the whole text however the text is cut', async () => {
    const tokenizer = await o200k();
    await fc.assert(
      fc.asyncProperty(cutText, async (pieces) => {
        const run = await collect(tokenizer.stream(), pieces);
        expect(run.ids).toEqual(await tokenizer.encode(pieces.join('')));
      }),
      { numRuns: 200 },
    );
  });

  it('is loaded once, decodes, and keeps its special tokens out of text', async () => {
    const tokenizer = await o200k();
    expect(await o200k()).toBe(tokenizer);
    const text = 'Grüße 東京 🎉 <|endoftext|>';
    const ids = await tokenizer.encode(text);
    expect(await tokenizer.decode(ids)).toBe(text);
    expect(tokenizer.special('<|endoftext|>')).toBe(199_999);
    expect(ids.includes(199_999)).toBe(false);
  });
});
