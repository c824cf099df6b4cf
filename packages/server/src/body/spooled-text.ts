import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** A long text that lies in a file as UTF-8. */
export class SpooledText {
  readonly path: string;
  /** Its length in bytes; known once it has been written. */
  bytes = 0;

  constructor(path: string) {
    this.path = path;
  }

  /** The text between two bytes, piece by piece. */
  async *pieces(start = 0, end = this.bytes, signal?: AbortSignal): AsyncGenerator<string> {
    if (start >= end) return;
    const stream = createReadStream(this.path, {
      encoding: 'utf8',
      start,
      end: end - 1,
      ...(signal ? { signal } : {}),
    });
    for await (const piece of stream) yield piece as string;
  }

  /** The whole text; only for those known to be short enough. */
  async read(): Promise<string> {
    let text = '';
    for await (const piece of this.pieces()) text += piece;
    return text;
  }

  /** Whole characters of the first `count` bytes, and of the last. */
  async edges(count: number): Promise<{ head: string; tail: string }> {
    const file = await open(this.path, 'r');
    try {
      const head = Buffer.alloc(Math.min(count, this.bytes));
      await file.read(head, 0, head.length, 0);
      const tail = Buffer.alloc(head.length);
      await file.read(tail, 0, tail.length, this.bytes - tail.length);
      let end = head.length;
      for (let back = 1; back <= Math.min(3, end); back++) {
        const byte = head[end - back]!;
        if (byte >= 0xc0) {
          if ((byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back) end -= back;
          break;
        }
        if (byte < 0x80) break;
      }
      let begin = 0;
      while (begin < 4 && (tail[begin]! & 0xc0) === 0x80) begin++;
      return { head: head.toString('utf8', 0, end), tail: tail.toString('utf8', begin) };
    } finally {
      await file.close();
    }
  }
}

/** A string of a request: held, or in a file. */
export type LongText = string | SpooledText;

/** How many bytes a text has as UTF-8. */
export const bytesOf = (text: LongText): number =>
  typeof text === 'string' ? Buffer.byteLength(text) : text.bytes;

/** The whole text, from wherever it is. */
export const wholeText = async (text: LongText): Promise<string> =>
  typeof text === 'string' ? text : text.read();
