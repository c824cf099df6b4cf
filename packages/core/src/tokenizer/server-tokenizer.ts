/** A server's own tokenizer, over HTTP. */
import { ContentHash } from './content-hash.ts';
import { endsOfPieces } from './piece-ends.ts';
import { lastSeam } from './seams.ts';
import { ServerApi, type ServerTokenizerOptions } from './server-api.ts';
import { cutAt, maxPreToken } from './splitter.ts';
import { emptyRun } from './token-sink.ts';
import type { Tokenizer, TokenRun, TokenStream } from './tokenizer.ts';

const defaultBatchSize = 32_768;
const defaultConcurrency = 4;
const cachedTexts = 128;
const longestCached = 16_384;

/**
 * A tokenizer that asks a llama-server or vLLM. Text goes out in batches cut where a word follows a single blank, several
 * in flight at once; text without such a place is cut after 100,000 characters. vLLM always reads special tokens out of
 * text, llama-server does not.
 *
 * @example
 * const tokenizer = await serverTokenizer({ baseUrl: 'http://127.0.0.1:8080', kind: 'llama-server' });
 * const ids = await tokenizer.encode('It was the best of times');
 */
export async function serverTokenizer(options: ServerTokenizerOptions): Promise<Tokenizer> {
  const api = new ServerApi(options);
  // Some tokenizers put a blank before every text. Where a batch begins with one, that is the blank.
  const probe = await api.tokenize('a');
  const prefixed = probe.pieces[0]?.[0] === 32;
  const specials = new Map<string, number>();
  await Promise.all(
    (options.specials ?? []).map(async (token) => {
      const { ids } = await api.tokenize(token, true);
      if (ids.length === 1) specials.set(token, ids[0]!);
    }),
  );
  return new ServerTokenizer(api, options, prefixed, specials);
}

class ServerTokenizer implements Tokenizer {
  readonly id: string;
  private readonly api: ServerApi;
  private readonly options: ServerTokenizerOptions;
  private readonly prefixed: boolean;
  private readonly specials: ReadonlyMap<string, number>;
  /** The last texts asked for: questions and memories come again. */
  private readonly cache = new Map<string, Promise<TokenRun>>();

  constructor(
    api: ServerApi,
    options: ServerTokenizerOptions,
    prefixed: boolean,
    specials: ReadonlyMap<string, number>,
  ) {
    this.api = api;
    this.options = options;
    this.prefixed = prefixed;
    this.specials = specials;
    const hash = new ContentHash()
      .add(options.kind)
      .add(options.baseUrl)
      .add(options.model ?? '');
    this.id = `server-${hash.hex()}`;
  }

  async encode(text: string): Promise<Uint32Array> {
    const stream = this.stream();
    const runs = [await stream.push(text), await stream.end()];
    const ids = new Uint32Array(runs[0]!.ids.length + runs[1]!.ids.length);
    ids.set(runs[0]!.ids);
    ids.set(runs[1]!.ids, runs[0]!.ids.length);
    return ids;
  }

  decode(ids: ArrayLike<number>): Promise<string> {
    return ids.length === 0 ? Promise.resolve('') : this.api.detokenize(Array.from(ids));
  }

  special(token: string): number | undefined {
    return this.specials.get(token);
  }

  stream(): TokenStream {
    return new ServerStream(
      (text, first) => this.tokenize(text, first),
      this.options.batchSize ?? defaultBatchSize,
      this.options.concurrency ?? defaultConcurrency,
    );
  }

  /** The tokens of a batch, `first` being that which begins the text. */
  private tokenize(text: string, first: boolean): Promise<TokenRun> {
    if (text.length > longestCached) return this.ask(text, first);
    const key = first ? text : `\0${text}`;
    const known = this.cache.get(key);
    const run = known ?? this.ask(text, first);
    this.cache.delete(key);
    this.cache.set(key, run);
    if (known === undefined) run.catch(() => this.cache.delete(key));
    if (this.cache.size > cachedTexts) this.cache.delete(this.cache.keys().next().value!);
    return run;
  }

  private async ask(text: string, first: boolean): Promise<TokenRun> {
    const ownBlank = this.prefixed && !first && text.startsWith(' ');
    const { ids, pieces } = await this.api.tokenize(ownBlank ? text.slice(1) : text);
    const lengths = pieces.map((piece) => piece.length);
    if (this.prefixed && !ownBlank && pieces[0]?.[0] === 32 && !beginsLike(pieces, text))
      lengths[0] = lengths[0]! - 1;
    return { text, ids: Uint32Array.from(ids), ends: endsOfPieces(text, lengths) };
  }
}

/** Whether the pieces begin with as many blanks as the text. */
function beginsLike(pieces: readonly Uint8Array[], text: string): boolean {
  let blanks = 0;
  for (const piece of pieces) {
    let i = 0;
    while (i < piece.length && piece[i] === 32) i++;
    blanks += i;
    if (i < piece.length) break;
  }
  return blanks === text.length - text.trimStart().length;
}

class ServerStream implements TokenStream {
  private readonly tokenize: (text: string, first: boolean) => Promise<TokenRun>;
  private readonly batchSize: number;
  private readonly concurrency: number;
  private held = '';
  private first = true;
  private waitFor: number;
  private readonly flying: Promise<TokenRun>[] = [];

  constructor(
    tokenize: (text: string, first: boolean) => Promise<TokenRun>,
    batchSize: number,
    concurrency: number,
  ) {
    this.tokenize = tokenize;
    this.batchSize = batchSize;
    this.concurrency = concurrency;
    this.waitFor = batchSize;
  }

  async push(text: string): Promise<TokenRun> {
    this.held += text;
    const runs: TokenRun[] = [];
    while (this.held.length >= this.waitFor) {
      const cut = this.cut();
      if (cut === 0) {
        this.waitFor = this.held.length + this.batchSize;
        break;
      }
      this.send(cut);
      this.waitFor = this.batchSize;
      while (this.flying.length >= this.concurrency) runs.push(await this.flying.shift()!);
    }
    return joined(runs);
  }

  async end(): Promise<TokenRun> {
    const runs: TokenRun[] = [await this.push('')];
    while (this.held !== '') {
      this.send(
        this.held.length > maxPreToken ? this.cut() || cutAt(this.held, maxPreToken) : this.held.length,
      );
    }
    while (this.flying.length > 0) runs.push(await this.flying.shift()!);
    return joined(runs);
  }

  /** How much of the held text makes a batch, or 0 where it has no place to be cut yet. */
  private cut(): number {
    const most = Math.max(this.batchSize, 64);
    for (let size = most; ; size = Math.min(size * 2, maxPreToken)) {
      const seam = lastSeam(this.held.slice(0, size));
      if (seam > 0) return seam;
      if (size >= maxPreToken) return this.held.length > maxPreToken ? cutAt(this.held, maxPreToken) : 0;
      if (size >= this.held.length) return 0;
    }
  }

  private send(length: number): void {
    const run = this.tokenize(this.held.slice(0, length), this.first);
    // A failure is reported when its turn comes, not as an unhandled rejection before.
    run.catch(() => {});
    this.flying.push(run);
    this.held = this.held.slice(length);
    this.first = false;
  }
}

function joined(runs: readonly TokenRun[]): TokenRun {
  const full = runs.filter((run) => run.text !== '');
  if (full.length <= 1) return full[0] ?? emptyRun;
  const count = full.reduce((sum, run) => sum + run.ids.length, 0);
  const ids = new Uint32Array(count);
  const ends = new Uint32Array(count);
  let text = '';
  let at = 0;
  for (const run of full) {
    ids.set(run.ids, at);
    for (let i = 0; i < run.ends.length; i++) ends[at + i] = text.length + run.ends[i]!;
    at += run.ids.length;
    text += run.text;
  }
  return { text, ids, ends };
}
