/**
 * The pattern of o200k and Tekken, which splits words where case changes. With U for upper or caseless letters and marks
 * and L for lower or caseless ones:
 * `[^\r\n\p{L}\p{N}]?U*L+(?i:'s|…)?|[^\r\n\p{L}\p{N}]?U+L*(?i:'s|…)?|\p{N}{1,n}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`
 */
import { LETTER, LOWER, MARK, NEWLINE, NUMBER, SPACE, UPPER } from './char-class.ts';
import { BLANK, MORE, QUOTE, Scanner } from './scanner-base.ts';
import { maxPreToken } from './splitter.ts';

export class CasedScanner extends Scanner {
  private readonly digits: number;
  private readonly contractions: boolean;

  constructor(digits: number, contractions: boolean) {
    super();
    this.digits = digits;
    this.contractions = contractions;
  }

  protected scan(text: string, start: number): number {
    const code = text.charCodeAt(start);
    const bits = this.classAt(start);
    if (bits === MORE) return MORE;
    if ((bits & LETTER) !== 0) return this.suffixed(this.word(start), start);
    if ((bits & NUMBER) !== 0) return this.numbers(start, this.digits);
    if ((bits & NEWLINE) === 0) {
      const after = start + this.widthAt(start);
      if (after >= this.limit) {
        if (!this.final && !this.capped) return MORE;
      } else {
        const next = this.classAt(after);
        if (next === MORE) return MORE;
        if ((next & (LETTER | MARK)) !== 0) {
          // A mark is a prefix first and, where nothing lower follows, part of the word itself.
          const lower = this.lowerWord(after);
          if (lower === MORE) return MORE;
          if (lower > after) return this.suffixed(lower, start);
          return this.suffixed((bits & MARK) !== 0 ? this.word(start) : this.word(after), start);
        }
        if ((bits & MARK) === 0 && code === BLANK && (next & (NUMBER | SPACE)) === 0)
          return this.others(after);
      }
      if ((bits & MARK) !== 0) return this.suffixed(this.word(start), start);
      if ((bits & SPACE) === 0) return this.others(start);
    }
    return this.whitespace(start, true);
  }

  /** `U*L+` from `at`, U being upper or caseless and L lower or caseless: its end, or `at` where it does not match. */
  private lowerWord(at: number): number {
    let i = at;
    let afterCaseless = at;
    while (i < this.limit) {
      const bits = this.classAt(i);
      if (bits === MORE) return MORE;
      if ((bits & (LETTER | MARK)) === 0 || (bits & LOWER) !== 0) break;
      i += this.widthAt(i);
      if ((bits & UPPER) === 0) afterCaseless = i;
    }
    const upperEnd = i;
    while (i < this.limit) {
      const bits = this.classAt(i);
      if (bits === MORE) return MORE;
      if ((bits & (LETTER | MARK)) === 0 || (bits & UPPER) !== 0) break;
      i += this.widthAt(i);
    }
    if (i >= this.limit && !this.final && !this.capped) return MORE;
    return i > upperEnd ? i : afterCaseless;
  }

  /** `U*L+|U+L*` from `at`, where a letter or mark is. */
  private word(at: number): number {
    const lower = this.lowerWord(at);
    if (lower !== at) return lower;
    let i = at;
    while (i < this.limit && (this.classAt(i) & UPPER) !== 0 && this.classAt(i) !== MORE)
      i += this.widthAt(i);
    return this.ended(i);
  }

  /** The word's end with the contraction after it. */
  private suffixed(end: number, start: number): number {
    if (end === MORE || !this.contractions || end - start >= maxPreToken - 3) return end;
    const { text } = this;
    if (end >= text.length) return this.final ? end : MORE;
    return text.charCodeAt(end) === QUOTE ? this.contraction(end, true) : end;
  }

  private others(at: number): number {
    let end = this.run(at, LETTER | NUMBER | SPACE, true);
    while (end < this.limit) {
      const code = this.text.charCodeAt(end);
      if (code !== 10 && code !== 13 && code !== 47) break;
      end++;
    }
    return this.ended(end);
  }
}
