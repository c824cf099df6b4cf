import { MemAgentError } from '../errors.ts';
import { utf8Length } from '../text/utf8.ts';
import type { Document, TextPiece } from './document.ts';
import { WellFormed } from './well-formed.ts';

/** Characters in a piece of a text given whole. */
const pieceLength = 1 << 16;

export interface TextDocumentOptions {
  /** What a person calls it; "text" unless given. */
  readonly name?: string;
  /** Whether it can be opened only once; by default that holds for all iterables but arrays and sets. */
  readonly once?: boolean;
}

/**
 * A document from text that the program already has, whole or as a stream of strings.
 *
 * @example
 * textDocument('It was a dark and stormy night.', { name: 'novel' });
 * textDocument(fs.createReadStream('big.log', 'utf8'), { name: 'big.log' });
 */
export function textDocument(
  source: string | Iterable<string> | AsyncIterable<string>,
  options: TextDocumentOptions = {},
): Document {
  const name = options.name ?? 'text';
  const notes: string[] = [];
  const shared = { name, notes: () => notes };
  if (typeof source === 'string') {
    let bytes: number | undefined;
    return {
      ...shared,
      get bytes() {
        bytes ??= utf8Length(source);
        return bytes;
      },
      open: (signal) => pieces(slices(source), name, notes, signal),
    };
  }
  const once = options.once ?? !(Array.isArray(source) || source instanceof Set);
  let opened = false;
  return {
    ...shared,
    ...(once && { once }),
    open(signal) {
      if (once && opened) {
        throw new MemAgentError('bad-input', `${name} can be read only once, and has been.`, {
          hint: 'Make a new document from a new stream, or give the text as a string or an array.',
        });
      }
      opened = true;
      return pieces(source, name, notes, signal);
    },
  };
}

async function* pieces(
  source: Iterable<string> | AsyncIterable<string>,
  name: string,
  notes: string[],
  signal: AbortSignal | undefined,
): AsyncGenerator<TextPiece> {
  notes.length = 0;
  const text = new WellFormed();
  for await (const item of abortable(source, signal)) {
    if (typeof item !== 'string') {
      throw new MemAgentError('bad-input', `${name} is a stream of ${describe(item)}, not of strings.`, {
        hint: "Set an encoding on the stream, as in createReadStream(path, 'utf8').",
      });
    }
    const ready = text.push(item);
    if (ready) yield { text: ready };
  }
  const rest = text.end();
  if (rest) yield { text: rest };
  if (text.replaced > 0) notes.push(`${name}: ${text.replaced} lone surrogates were replaced by U+FFFD.`);
}

/** A text in pieces that split no surrogate pair. */
export function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + pieceLength, text.length);
    if (end < text.length && isLow(text.charCodeAt(end))) end--;
    yield text.slice(at, end);
    at = end;
  }
}

/** An iterable that throws the signal's reason as soon as it is aborted, even while the source keeps it waiting. */
export async function* abortable<T>(
  source: Iterable<T> | AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  signal?.throwIfAborted();
  if (!signal || Symbol.iterator in source) {
    for await (const item of source) {
      signal?.throwIfAborted();
      yield item;
    }
    return;
  }
  const iterator = source[Symbol.asyncIterator]();
  // A promise of its own for each wait: one that lasted as long as the signal would hold on to every item.
  let fail: (reason: unknown) => void = () => {};
  const stop = () => fail(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const nextItem = () =>
    new Promise<IteratorResult<T>>((resolve, reject) => {
      fail = reject;
      if (signal.aborted) reject(signal.reason);
      Promise.resolve(iterator.next()).then(resolve, reject);
    });
  let waiting = false;
  try {
    while (true) {
      waiting = true;
      const next = await nextItem();
      waiting = false;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    const closed = iterator.return?.();
    // A generator that still waits for its source cannot end before it: do not wait with it.
    if (waiting) void Promise.resolve(closed).catch(() => {});
    else await closed;
  }
}

const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

function describe(item: unknown): string {
  return ArrayBuffer.isView(item) ? 'bytes' : item === null ? 'null' : `${typeof item}s`;
}
