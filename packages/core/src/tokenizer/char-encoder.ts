/** The pre-tokens of SentencePiece-like BPE: characters, merged; bytes for characters that the vocabulary lacks. */
import { Merger } from './merge.ts';
import type { MergeTable } from './merge-table.ts';
import { writeUtf8 } from './utf8.ts';
import { WordEncoder } from './word-encoder.ts';

export interface CharEncoderOptions {
  readonly merges: MergeTable;
  /** The symbol of each code point. Those from `size` on are no tokens by themselves but can merge into some. */
  readonly symbols: ReadonlyMap<number, number>;
  /** The number of token ids. */
  readonly size: number;
  /** The id of each byte's token, or undefined where characters that the vocabulary lacks are unknown. */
  readonly byteIds: Int32Array | undefined;
  readonly unknown: number | undefined;
  /** Pre-tokens that are tokens as a whole. */
  readonly wholeWords?: ReadonlyMap<string, number>;
}

const noSymbol = -2;

export class CharEncoder extends WordEncoder {
  private readonly options: CharEncoderOptions;
  private readonly merger: Merger;
  private symbols = new Int32Array(256);
  private lengths = new Int32Array(256);
  private readonly bytes = new Uint8Array(8);

  constructor(options: CharEncoderOptions) {
    super();
    this.options = options;
    this.merger = new Merger(options.merges);
  }

  protected merge(text: string, start: number, end: number): number {
    const { symbols: known, wholeWords } = this.options;
    this.reserve(end - start);
    const whole = wholeWords?.get(text.slice(start, end));
    if (whole !== undefined) {
      this.ids[0] = whole;
      this.ends[0] = end - start;
      return 1;
    }
    let n = 0;
    for (let i = start; i < end; ) {
      const code = text.codePointAt(i)!;
      const lone = code >= 0xd800 && code <= 0xdfff;
      const width = code > 0xffff ? 2 : 1;
      this.symbols[n] = known.get(lone ? 0xfffd : code) ?? noSymbol;
      this.lengths[n++] = width;
      i += width;
    }
    return this.spell(text, start, this.merger.merge(this.symbols, this.lengths, n));
  }

  /** Tokens for symbols: themselves, their bytes, or unknown. */
  private spell(text: string, start: number, symbols: number): number {
    const { size, byteIds, unknown } = this.options;
    const { ids, ends } = this;
    let n = 0;
    let at = 0;
    for (let i = 0; i < symbols; i++) {
      const symbol = this.symbols[i]!;
      const end = at + this.lengths[i]!;
      if (symbol >= 0 && symbol < size) {
        ids[n] = symbol;
        ends[n++] = end;
      } else if (byteIds !== undefined) {
        const bytes = writeUtf8(text, start + at, start + end, this.bytes);
        for (let byte = 0; byte < bytes; byte++) {
          ids[n] = byteIds[this.bytes[byte]!]!;
          ends[n++] = byte + 1 === bytes ? end : at;
        }
      } else if (unknown !== undefined) {
        ids[n] = unknown;
        ends[n++] = end;
      } else if (n > 0) {
        ends[n - 1] = end;
      }
      at = end;
    }
    return n;
  }

  private reserve(units: number): void {
    if (this.ids.length >= units * 3) return;
    this.symbols = new Int32Array(units);
    this.lengths = new Int32Array(units);
    this.ids = new Int32Array(units * 3);
    this.ends = new Int32Array(units * 3);
  }
}
