import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readGgufMetadata } from './gguf-metadata.ts';
import { tokenizerFromGguf } from './gguf-vocab.ts';
import { loadTokenizer } from './load.ts';
import { collect } from './test-support/collect.ts';
import { type GgufField, sourceOf, writeGgufMetadata } from './test-support/gguf.ts';
import { spmScores, spmTokens, spmTypes } from './test-support/spm.ts';
import { cutText, nastyTexts } from './test-support/text.ts';
import { type PreTokenizerName, trainBpe } from './test-support/train.ts';

async function throughGguf(fields: Record<string, GgufField>) {
  return tokenizerFromGguf(await readGgufMetadata(sourceOf(writeGgufMetadata(fields))));
}

function bpeFields(name: PreTokenizerName, pre: string, options = {}): Record<string, GgufField> {
  const { model } = trainBpe(name, options).json as {
    model: { vocab: Record<string, number>; merges: [string, string][] };
  };
  const tokens: string[] = [];
  for (const [token, id] of Object.entries(model.vocab)) tokens[id] = token;
  return {
    'tokenizer.ggml.model': { type: 'string', value: 'gpt2' },
    'tokenizer.ggml.pre': { type: 'string', value: pre },
    'tokenizer.ggml.tokens': { type: 'strings', value: tokens },
    'tokenizer.ggml.token_type': { type: 'i32s', value: tokens.map((_, id) => (id < 2 ? 3 : 1)) },
    'tokenizer.ggml.merges': { type: 'strings', value: model.merges.map((merge) => merge.join(' ')) },
  };
}

describe('the tokenizer of a GGUF file', () => {
  it.each([
    ['gpt2', 'gpt-2', {}],
    ['smollm', 'smollm', {}],
    ['smollm', 'starcoder', {}],
    ['qwen2', 'qwen2', {}],
    ['qwen35', 'qwen35', {}],
    ['llama3', 'llama-bpe', { ignoreMerges: true }],
    ['o200k', 'gpt-4o', {}],
    ['tekken', 'tekken', { ignoreMerges: true }],
    ['deepseek', 'deepseek-v3', {}],
  ] as const)(
    'with the tokens of %s and the pre-tokenizer %s gives the same ids as the tokenizer.json',
    async (name, pre, options) => {
      const tokenizer = await throughGguf(bpeFields(name, pre, options));
      const own = loadTokenizer(trainBpe(name, options).json);
      for (const text of nastyTexts) expect(tokenizer.encode(text)).toEqual(own.encode(text));
      expect(tokenizer.special('<|memory|>')).toBe(1);
    },
  );

  it('has the id of the tokenizer.json with the same content', async () => {
    const tokenizer = await throughGguf(bpeFields('qwen2', 'qwen2'));
    expect(tokenizer.id).toBe(loadTokenizer(trainBpe('qwen2').json).id);
  });

  it('of the default pre-tokenizer cuts punctuation and threes of digits', async () => {
    const { 'tokenizer.ggml.pre': _, ...fields } = bpeFields('gpt2', '');
    const tokenizer = await throughGguf(fields);
    await fc.assert(
      fc.asyncProperty(cutText, async (pieces) => {
        expect((await collect(tokenizer.stream(), pieces)).ids).toEqual(tokenizer.encode(pieces.join('')));
      }),
    );
  });

  it('of SentencePiece kind spells unknown characters in bytes and begins with a blank', async () => {
    const tokenizer = await throughGguf({
      'tokenizer.ggml.model': { type: 'string', value: 'llama' },
      'tokenizer.ggml.tokens': { type: 'strings', value: spmTokens },
      'tokenizer.ggml.scores': { type: 'f32s', value: spmScores },
      'tokenizer.ggml.token_type': { type: 'i32s', value: spmTypes },
    });
    const text = 'the lantern é</s>';
    expect(await tokenizer.decode(await tokenizer.encode(text))).toBe(text);
    const names = Array.from(await tokenizer.encode('the é'), (id) => spmTokens[id]);
    expect(names).toEqual(['▁the', '▁', '<0xC3>', '<0xA9>']);
    expect((await tokenizer.encode('</s>')).includes(tokenizer.special('</s>')!)).toBe(false);
  });

  it('that is not known is refused by name', async () => {
    const pre = throughGguf(bpeFields('gpt2', 'some-new-model'));
    await expect(pre).rejects.toThrow('"some-new-model"');
    const model = throughGguf({ 'tokenizer.ggml.model': { type: 'string', value: 'bert' } });
    await expect(model).rejects.toThrow('"bert"');
    await expect(throughGguf({})).rejects.toThrow('no tokenizer');
    const { 'tokenizer.ggml.merges': _, ...fields } = bpeFields('gpt2', 'gpt-2');
    await expect(throughGguf(fields)).rejects.toThrow('tokenizer.ggml.merges');
  });
});
