/** A stream of bytes whose beginning has been looked at. Iterating it gives all bytes, the beginning included. */
export interface PeekedBytes extends AsyncIterable<Uint8Array> {
  /** The first bytes, as many as were asked for, fewer only where the stream is shorter. */
  readonly head: Uint8Array;
  /** Ends the stream; needed where it is never iterated to its end. */
  close(): Promise<void>;
}

/**
 * Reads the first `count` bytes of a stream without losing them. A source may reuse the arrays it yields: each is
 * valid until the next is asked for, so whatever is kept here is copied.
 */
export async function peekBytes(source: AsyncIterable<Uint8Array>, count: number): Promise<PeekedBytes> {
  const iterator = source[Symbol.asyncIterator]();
  const kept: Uint8Array[] = [];
  let length = 0;
  let done = false;
  try {
    while (length < count) {
      const next = await iterator.next();
      if (next.done) {
        done = true;
        break;
      }
      if (next.value.length === 0) continue;
      // Not slice(): of a Node Buffer that is a view, not a copy.
      kept.push(new Uint8Array(next.value));
      length += next.value.length;
    }
  } catch (error) {
    await iterator.return?.();
    throw error;
  }
  const joined = joinBytes(kept, length);
  const close = async () => {
    if (done) return;
    done = true;
    await iterator.return?.();
  };
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      if (joined.length > 0) yield joined;
      while (!done) {
        const next = await iterator.next();
        if (next.done) done = true;
        else yield next.value;
      }
    } finally {
      await close();
    }
  }
  return { head: joined.subarray(0, count), close, [Symbol.asyncIterator]: all };
}

/** One array from several. */
export function joinBytes(parts: readonly Uint8Array[], length?: number): Uint8Array<ArrayBuffer> {
  const total = length ?? parts.reduce((sum, part) => sum + part.length, 0);
  const joined = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
