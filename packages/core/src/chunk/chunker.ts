import type { Document, TextPiece } from '../document/document.ts';
import { utf8Length } from '../text/utf8.ts';
import type { Tokenizer, TokenRun } from '../tokenizer/tokenizer.ts';
import { naturalBoundary } from './boundary.ts';
import type { Chunk, Place } from './chunk.ts';

export interface ChunkOptions {
  /** The most tokens in a chunk. */
  readonly tokens: number;
  /** `natural` ends chunks at a paragraph or sentence near `tokens`; `tokens` at exactly that many (the paper). */
  readonly mode: 'natural' | 'tokens';
  readonly signal?: AbortSignal;
}

/** Reads a document as a stream of chunks; only about one chunk of text is held at a time. */
export async function* chunkDocument(
  document: Document,
  tokenizer: Tokenizer,
  options: ChunkOptions,
): AsyncGenerator<Chunk> {
  const stream = tokenizer.stream();
  const places: Place[] = [];
  const pending = new Pending();
  let received = 0; // bytes of text taken from the document
  let emitted = 0; // bytes of text given away in chunks
  let index = 0;

  const emit = (tokens: number, last: boolean): Chunk => {
    const text = pending.take(tokens);
    const start = emitted;
    emitted += utf8Length(text);
    while (places.length > 1 && places[1]!.start <= start) places.shift();
    const within = places.filter((place) => place.start < emitted);
    return { index: index++, text, tokens, start, end: emitted, received, places: within, last };
  };

  for await (const piece of document.open(options.signal)) {
    options.signal?.throwIfAborted();
    notePlace(places, piece, received);
    received += utf8Length(piece.text);
    for (const part of slices(piece.text)) {
      pending.add(await stream.push(part));
      // A chunk is cut only once more than it is known, so that the last one is always recognised as the last.
      while (pending.tokens > options.tokens) yield emit(cutAt(pending, options), false);
    }
  }
  pending.add(await stream.end());
  while (pending.tokens > options.tokens) yield emit(cutAt(pending, options), false);
  if (pending.tokens > 0) yield emit(pending.tokens, true);
}

/** Huge pieces go through in parts: a 100 MB line must not become 100 MB of tokens at once. */
function* slices(text: string): Generator<string> {
  const size = 1 << 16;
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + size);
    const code = text.charCodeAt(to - 1);
    if (to < text.length && code >= 0xd800 && code < 0xdc00) to += 1;
    yield text.slice(from, to);
    from = to;
  }
}

function notePlace(places: Place[], piece: TextPiece, start: number): void {
  const before = places.at(-1);
  if (before && before.page === piece.page && before.file === piece.file) return;
  places.push({ start, page: piece.page, file: piece.file });
}

/** How many tokens the next chunk takes. */
function cutAt(pending: Pending, options: ChunkOptions): number {
  const most = pending.wholeCharacters(options.tokens);
  if (options.mode === 'tokens') return most;
  // Look for a boundary in the last third: short enough not to waste the window, long enough to find a paragraph.
  const text = pending.text;
  const to = pending.endOf(most);
  const from = pending.endOf(pending.wholeCharacters(Math.ceil(options.tokens * 0.66)));
  const boundary = naturalBoundary(text, from, to);
  return boundary === undefined ? most : pending.tokensBefore(boundary, most);
}

/** Tokens and their text that no chunk has taken yet. */
class Pending {
  text = '';
  tokens = 0;
  private ends: number[] = [];

  add(run: TokenRun): void {
    const base = this.text.length;
    this.text += run.text;
    for (let i = 0; i < run.ends.length; i++) this.ends.push(base + run.ends[i]!);
    this.tokens = this.ends.length;
  }

  /** The UTF-16 offset at which the first `tokens` tokens end. */
  endOf(tokens: number): number {
    return tokens === 0 ? 0 : this.ends[tokens - 1]!;
  }

  /** The greatest count up to `tokens` that ends at a character; more if a single character has more tokens. */
  wholeCharacters(tokens: number): number {
    let count = Math.min(tokens, this.tokens);
    // A token that ends inside a character carries the offset at which the character begins, as its predecessor does.
    const endsCharacter = (n: number) => n === this.tokens || this.ends[n]! > this.ends[n - 1]! || n === 0;
    while (count > 1 && !endsCharacter(count)) count -= 1;
    while (count < this.tokens && (this.endOf(count) === 0 || !endsCharacter(count))) count += 1;
    return count;
  }

  /** The greatest count up to `most` whose text ends at or before an offset. */
  tokensBefore(offset: number, most: number): number {
    let low = 1;
    let high = most;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.ends[middle - 1]! <= offset) low = middle;
      else high = middle - 1;
    }
    return this.wholeCharacters(low);
  }

  take(tokens: number): string {
    const end = tokens === this.tokens ? this.text.length : this.endOf(tokens);
    const taken = this.text.slice(0, end);
    this.text = this.text.slice(end);
    this.ends = this.ends.slice(tokens).map((offset) => offset - end);
    this.tokens = this.ends.length;
    return taken;
  }
}
