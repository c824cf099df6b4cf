/** What the hand-written scanners share. */
import { charClass, NEWLINE, NUMBER, SPACE } from './char-class.ts';
import { cutAt, maxPreToken, type Splitter } from './splitter.ts';

/** More text could change the answer. */
export const MORE = -1;
export const QUOTE = 39;
export const BLANK = 32;

/** Runs of a class, bounded by the text's end and by `maxPreToken`. */
export abstract class Scanner implements Splitter {
  protected text = '';
  protected start = 0;
  protected final = false;
  /** Where scanning of the present pre-token must stop: the text's end or `maxPreToken` after its start. */
  protected limit = 0;
  /** Whether `limit` is that of `maxPreToken`. */
  protected capped = false;

  begin(text: string, start: number, final: boolean): void {
    this.text = text;
    this.start = start;
    this.final = final;
  }

  next(): number {
    const { text, start } = this;
    if (start >= text.length) return MORE;
    const cap = start + maxPreToken;
    this.capped = cap <= text.length;
    this.limit = this.capped ? cutAt(text, cap) : text.length;
    const end = this.scan(text, start);
    if (end !== MORE) this.start = end;
    return end;
  }

  protected abstract scan(text: string, start: number): number;

  /** The class of the character at `at`, or MORE where it is not certain yet. Call only with `at < limit`. */
  protected classAt(at: number): number {
    const code = this.text.charCodeAt(at);
    return code < 0xd800 || code > 0xdbff ? charClass(code) : this.pairClassAt(at, code);
  }

  private pairClassAt(at: number, high: number): number {
    if (at + 1 >= this.limit) return this.final || this.capped ? charClass(high) : MORE;
    const low = this.text.charCodeAt(at + 1);
    return (low & 0xfc00) === 0xdc00
      ? charClass(0x10000 + ((high - 0xd800) << 10) + low - 0xdc00)
      : charClass(high);
  }

  /** The length in UTF-16 units of the character at `at`. */
  protected widthAt(at: number): number {
    const { text } = this;
    if ((text.charCodeAt(at) & 0xfc00) !== 0xd800 || at + 1 >= this.limit) return 1;
    return (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00 ? 2 : 1;
  }

  /** The end of the run from `at` of characters that have any bit of `mask` (or, where `none`, no bit of it). */
  protected run(at: number, mask: number, none: boolean): number {
    const { text, limit } = this;
    let i = at;
    while (i < limit) {
      const code = text.charCodeAt(i);
      if (code < 0xd800 || code > 0xdbff) {
        if (((charClass(code) & mask) === 0) !== none) return i;
        i++;
      } else {
        const bits = this.pairClassAt(i, code);
        if (bits === MORE) return i;
        if (((bits & mask) === 0) !== none) return i;
        i += this.widthAt(i);
      }
    }
    return i;
  }

  /** `at` as a pre-token's end, unless more text could move it. */
  protected ended(at: number): number {
    if (at < this.limit && !this.uncertainAt(at)) return at;
    return this.final || (this.capped && at >= this.limit) ? at : MORE;
  }

  /** Whether the character at `at` is half a pair whose other half may follow. */
  private uncertainAt(at: number): boolean {
    return (
      at + 1 >= this.limit && !this.final && !this.capped && (this.text.charCodeAt(at) & 0xfc00) === 0xd800
    );
  }

  /** `\s+(?!\S)|\s+` for the whitespace run from `start`, after `\s*[\r\n]+` where `newlines`. */
  protected whitespace(start: number, newlines: boolean): number {
    const { text, limit } = this;
    let i = start;
    let afterNewline = MORE;
    while (i < limit) {
      const code = text.charCodeAt(i);
      const bits = charClass(code);
      if ((bits & SPACE) === 0) break;
      i++;
      if ((bits & NEWLINE) !== 0) afterNewline = i;
    }
    if (i >= limit)
      return this.capped ? limit : !this.final ? MORE : newlines && afterNewline !== MORE ? afterNewline : i;
    if (newlines && afterNewline !== MORE) return afterNewline;
    return i - start > 1 ? i - 1 : i;
  }

  /** At most `most` numbers from `start`, which is one. */
  protected numbers(start: number, most: number): number {
    let i = start;
    for (let n = 0; n < most; n++) {
      if (i >= this.limit) return this.ended(i);
      const bits = this.classAt(i);
      if (bits === MORE) return MORE;
      if ((bits & NUMBER) === 0) return i;
      i += this.widthAt(i);
    }
    return i;
  }

  /**
   * The end of the contraction whose apostrophe is at `at`; `at` itself where there is none; MORE where it is uncertain.
   */
  protected contraction(at: number, anyCase: boolean): number {
    const { text } = this;
    const length = this.final ? text.length : Number.POSITIVE_INFINITY;
    if (at + 1 >= text.length) return at + 1 >= length ? at : MORE;
    const first = text.charCodeAt(at + 1);
    if (anyCase && first === 0x17f) return at + 2; // ſ folds to s
    const a = anyCase && first < 128 ? first | 32 : first;
    if (a === 115 || a === 116 || a === 109 || a === 100) return at + 2; // s t m d
    if (a !== 114 && a !== 118 && a !== 108) return at; // r v l
    if (at + 2 >= text.length) return at + 2 >= length ? at : MORE;
    const second = text.charCodeAt(at + 2);
    const b = anyCase && second < 128 ? second | 32 : second;
    return b === (a === 108 ? 108 : 101) ? at + 3 : at; // ll re ve
  }
}
