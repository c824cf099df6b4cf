/** The pre-tokens of byte-level BPE: UTF-8 bytes, merged. */
import { bytesToToken } from './byte-level.ts';
import { Merger } from './merge.ts';
import type { MergeTable } from './merge-table.ts';
import { utf8Length, writeUtf8 } from './utf8.ts';
import { WordEncoder } from './word-encoder.ts';

export interface ByteEncoderOptions {
  readonly merges: MergeTable;
  /** The id of each byte's token, -1 where the vocabulary lacks it. */
  readonly byteIds: Int32Array;
  /** Looked up before merging: all tokens where the model says `ignore_merges`, else those added to its vocabulary. */
  readonly wholeWords?: ReadonlyMap<string, number>;
  /** The id for bytes that the vocabulary lacks; they are dropped where there is none. */
  readonly unknown?: number;
  readonly fuseUnknown?: boolean;
}

export class ByteEncoder extends WordEncoder {
  private readonly options: ByteEncoderOptions;
  private readonly merger: Merger;
  private bytes = new Uint8Array(256);
  private lengths = new Int32Array(256);

  constructor(options: ByteEncoderOptions) {
    super();
    this.options = options;
    this.merger = new Merger(options.merges);
  }

  protected merge(text: string, start: number, end: number): number {
    this.reserve((end - start) * 3);
    const size = writeUtf8(text, start, end, this.bytes);
    const whole = this.options.wholeWords?.get(bytesToToken(this.bytes, 0, size));
    if (whole !== undefined) {
      this.ids[0] = whole;
      this.ends[0] = end - start;
      return 1;
    }
    const count = this.merger.merge(this.ids, this.lengths, this.symbols(size));
    this.measure(text, start, end, size, count);
    return count;
  }

  /** The first symbols: a byte each. */
  private symbols(size: number): number {
    const { byteIds, unknown, fuseUnknown } = this.options;
    const { ids, lengths, bytes } = this;
    let n = 0;
    let dropped = 0;
    for (let i = 0; i < size; i++) {
      let id = byteIds[bytes[i]!]!;
      if (id < 0) {
        if (unknown === undefined) {
          dropped++;
          continue;
        }
        id = unknown;
        if (fuseUnknown && n > 0 && ids[n - 1] === unknown) {
          lengths[n - 1] = lengths[n - 1]! + 1;
          continue;
        }
      }
      ids[n] = id;
      lengths[n++] = 1 + dropped;
      dropped = 0;
    }
    if (n > 0) lengths[n - 1] = lengths[n - 1]! + dropped;
    return n;
  }

  /** The ends of the tokens in UTF-16 units; the beginning of the character where a token ends inside one. */
  private measure(text: string, start: number, end: number, size: number, count: number): void {
    const { lengths, ends } = this;
    let target = 0;
    if (size === end - start) {
      for (let i = 0; i < count; i++) {
        target += lengths[i]!;
        ends[i] = target;
      }
      return;
    }
    let at = start;
    let bytes = 0;
    for (let i = 0; i < count; i++) {
      target += lengths[i]!;
      while (at < end) {
        const width = utf8Length(text, at, end);
        if (bytes + width > target) break;
        bytes += width;
        at += width === 4 ? 2 : 1;
      }
      ends[i] = at - start;
    }
  }

  private reserve(size: number): void {
    if (this.bytes.length >= size) return;
    this.bytes = new Uint8Array(size);
    this.ids = new Int32Array(size);
    this.lengths = new Int32Array(size);
    this.ends = new Int32Array(size);
  }
}
