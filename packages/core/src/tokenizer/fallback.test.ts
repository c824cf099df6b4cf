import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadTokenizer } from './load.ts';
import { collect } from './test-support/collect.ts';
import { unigramJson, wordPieceJson } from './test-support/other-kinds.ts';
import { cutText, nastyTexts } from './test-support/text.ts';

describe.each([
  ['Unigram with Metaspace', unigramJson('always')],
  ['Unigram without a blank in front', unigramJson('never')],
  ['WordPiece', wordPieceJson()],
])('a tokenizer.json of another kind: %s', (_, json) => {
  const tokenizer = loadTokenizer(json);

  it('gives the tokens of the whole text however the text is cut', async () => {
    await fc.assert(
      fc.asyncProperty(cutText, async (pieces) => {
        const text = pieces.join('');
        const run = await collect(tokenizer.stream(), pieces);
        expect(run.text).toBe(text);
        expect(run.ids).toEqual(await tokenizer.encode(text));
        expect(run.ends.every((end, i) => end >= (run.ends[i - 1] ?? 0) && end <= text.length)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('lets words go before the text is over', async () => {
    const run = await tokenizer.stream().push('the lantern of the river was the ');
    expect(run.text.length).toBeGreaterThan(0);
  });

  it('knows where words end', async () => {
    const text = 'the river was the lantern';
    const run = await collect(tokenizer.stream(), [text]);
    for (const end of [3, 9, 13, 17, 25]) expect(run.ends).toContain(end);
  });

  it('keeps special tokens out of text and names them on request', async () => {
    const end = tokenizer.special('</s>')!;
    expect(end).toBe(1);
    expect((await tokenizer.encode('a </s> b')).includes(end)).toBe(false);
    expect(await tokenizer.decode([end])).toBe('</s>');
  });

  it('takes nasty text', async () => {
    for (const text of nastyTexts)
      expect((await collect(tokenizer.stream(), text.split(''))).text).toBe(text);
  });
});
