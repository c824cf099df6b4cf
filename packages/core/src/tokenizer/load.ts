import { type BpeTokenizer, createBpeTokenizer } from './bpe.ts';
import { createFallbackTokenizer } from './fallback.ts';
import { UnsupportedPattern } from './regex-dialect.ts';
import { createSpmTokenizer } from './spm.ts';
import { spmSpecOf } from './spm-json.ts';
import type { Tokenizer } from './tokenizer.ts';
import { bpeSpecOf, parseTokenizerJson, type TokenizerJson } from './tokenizer-json.ts';

/**
 * Makes a tokenizer of a model's `tokenizer.json` (its text or its parsed content). BPE takes a fast path, whether
 * byte-level or in SentencePiece's way; everything else goes through `@huggingface/tokenizers`.
 *
 * Tokens that were added to the vocabulary are never found in text, special or not, unless they are whitespace: a
 * document must not be able to write `<think>`. They come from `special`.
 *
 * @example
 * const tokenizer = loadTokenizer(JSON.parse(await readFile('tokenizer.json', 'utf8')));
 * const ids = await tokenizer.encode('It was the best of times');
 */
export function loadTokenizer(json: unknown): Tokenizer {
  const parsed = parseTokenizerJson(json);
  return loadBpe(parsed) ?? loadSpm(parsed) ?? createFallbackTokenizer(parsed);
}

function loadBpe(json: TokenizerJson): BpeTokenizer | undefined {
  const spec = bpeSpecOf(json);
  if (spec === undefined) return undefined;
  try {
    return createBpeTokenizer(spec);
  } catch (error) {
    if (error instanceof UnsupportedPattern) return undefined;
    throw error;
  }
}

function loadSpm(json: TokenizerJson): Tokenizer | undefined {
  const spec = spmSpecOf(json);
  return spec === undefined ? undefined : createSpmTokenizer(spec);
}
