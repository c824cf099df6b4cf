/** The tokenizer for hosted models whose own is closed: o200k, whose table comes from `gpt-tokenizer`. */
import { createBpeTokenizer } from './bpe.ts';
import { bytesToToken } from './byte-level.ts';
import type { Tokenizer } from './tokenizer.ts';

let loaded: Promise<Tokenizer> | undefined;

/**
 * The o200k tokenizer. Its table is loaded on the first call and shared by all.
 *
 * @example
 * const tokenizer = await o200k();
 * const count = (await tokenizer.encode(text)).length;
 */
export function o200k(): Promise<Tokenizer> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Tokenizer> {
  const { default: ranks } = await import('gpt-tokenizer/bpeRanks/o200k_base');
  const utf8 = new TextEncoder();
  const tokens = ranks.map((token) => bytesToToken(typeof token === 'string' ? utf8.encode(token) : token));
  return createBpeTokenizer({
    tokens,
    merges: 'by-id',
    ignoreMerges: true,
    preTokenizer: { style: 'cased', digits: 3 },
    specials: { '<|endoftext|>': 199_999, '<|endofprompt|>': 200_018 },
  });
}
