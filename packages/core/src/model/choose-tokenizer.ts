import type { Tokenizer } from '../tokenizer/tokenizer.ts';
import type { RetryOptions } from './retry.ts';
import { retryingFetch } from './retrying-fetch.ts';
import type { ServerInfo } from './server-info.ts';

/** A tokenizer and whether it is the model's own. */
export interface ChosenTokenizer {
  readonly tokenizer: Tokenizer;
  readonly exact: boolean;
}

/** The user's tokenizer, else the server's own, else o200k as an approximation. */
export async function chooseTokenizer(
  info: ServerInfo,
  model: string,
  options: {
    readonly tokenizer?: Tokenizer;
    readonly specials?: readonly string[];
    readonly headers: Record<string, string>;
    readonly fetch: typeof fetch;
    readonly retry: RetryOptions;
  },
): Promise<ChosenTokenizer> {
  if (options.tokenizer) return { tokenizer: options.tokenizer, exact: true };
  if (info.kind !== 'llama-server' && info.kind !== 'vllm') {
    return { tokenizer: await fallbackTokenizer(), exact: false };
  }
  const { serverTokenizer } = await import('../tokenizer/index.ts');
  const tokenizer = await serverTokenizer({
    baseUrl: info.root,
    kind: info.kind,
    model,
    specials: options.specials,
    headers: options.headers,
    fetch: retryingFetch(options.fetch, info.root, options.retry),
  });
  return { tokenizer: await namedByItsTokens(tokenizer), exact: true };
}

/** o200k, loaded only where it is needed: its table is large. */
export async function fallbackTokenizer(): Promise<Tokenizer> {
  const { o200k } = await import('../tokenizer/index.ts');
  return o200k();
}

const sample =
  'The 3 quick brown foxes (aged 12 and 345678) jumped “over” the naïve dog’s café.\n\n\tif (x_y >= 0.25) { return Größe; }\r\n' +
  'Съешь ещё этих мягких булок; 敏捷的棕色狐狸跳过了懒狗。いろはにほへと 안녕하세요 שלום مرحبا नमस्ते 😀👩‍🚀 https://example.org/a?b=c#d AAAAaaaa';

/**
 * A server's tokenizer with an id of the tokens that it gives: the same model at another address is the same
 * tokenizer, so that a reading can go on there and a pool can hold both.
 */
async function namedByItsTokens(tokenizer: Tokenizer): Promise<Tokenizer> {
  let hash = 0xcbf29ce484222325n;
  for (const id of await tokenizer.encode(sample)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(id)) * 0x100000001b3n);
  }
  return {
    id: `server-${hash.toString(16).padStart(16, '0')}`,
    encode: (text) => tokenizer.encode(text),
    decode: (ids) => tokenizer.decode(ids),
    special: (token) => tokenizer.special(token),
    stream: () => tokenizer.stream(),
  };
}
