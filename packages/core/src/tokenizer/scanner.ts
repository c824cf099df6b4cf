/**
 * Hand-written scanners for the pre-tokenization patterns of most byte-level models; several times faster than the
 * regular expressions, which `regex-splitter.ts` keeps as the general case and the tests compare with.
 *
 * - `gpt2`: `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`
 * - `words` (Qwen2, Llama 3):
 *   `(?i:'s|…)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,n}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
 * - `cased` (o200k, Tekken): words split where case changes from lower to upper
 */
import { CasedScanner } from './cased-scanner.ts';
import { LETTER, MARK, NEWLINE, NUMBER, SPACE } from './char-class.ts';
import { BLANK, MORE, QUOTE, Scanner } from './scanner-base.ts';
import type { Splitter } from './splitter.ts';

export interface ScannerOptions {
  readonly style: 'gpt2' | 'words' | 'cased';
  /** The most digits in one pre-token. In style `gpt2` 1 means that digits are split off before all else. */
  readonly digits: number;
  /** Whether combining marks belong to words (Qwen 3.5). */
  readonly marks?: boolean;
  /** Style `cased`: whether contractions stay with their word. */
  readonly contractions?: boolean;
}

/** Makes the scanner of a known pattern. */
export function createScanner(options: ScannerOptions): Splitter {
  if (options.style === 'gpt2') return new Gpt2Scanner(options.digits === 1);
  if (options.style === 'cased') return new CasedScanner(options.digits, options.contractions ?? true);
  return new WordScanner(options.digits, options.marks ?? false);
}

class Gpt2Scanner extends Scanner {
  private readonly singleDigits: boolean;

  constructor(singleDigits: boolean) {
    super();
    this.singleDigits = singleDigits;
  }

  protected scan(text: string, start: number): number {
    const code = text.charCodeAt(start);
    let at = start;
    if (code === QUOTE) {
      const end = this.contraction(start, false);
      if (end !== start) return end;
    } else if (code === BLANK) {
      at = start + 1;
      if (at >= this.limit) return this.final ? at : MORE;
    }
    const bits = this.classAt(at);
    if (bits === MORE) return MORE;
    if ((bits & LETTER) !== 0) return this.ended(this.run(at, LETTER, false));
    if ((bits & NUMBER) !== 0) {
      if (!this.singleDigits) return this.ended(this.run(at, NUMBER, false));
      return at > start ? at : at + this.widthAt(at);
    }
    if ((bits & SPACE) === 0) return this.ended(this.run(at, LETTER | NUMBER | SPACE, true));
    const end = this.whitespace(start, false);
    // Digits were split off first, so that a number ends the piece: the whitespace before it stays whole.
    if (this.singleDigits && end !== MORE && end < this.limit) {
      const last = this.run(end, SPACE, false);
      if (last < this.limit) {
        const after = this.classAt(last);
        if (after === MORE) return MORE;
        if ((after & NUMBER) !== 0) return last;
      }
    }
    return end;
  }
}

class WordScanner extends Scanner {
  private readonly digits: number;
  private readonly word: number;

  constructor(digits: number, marks: boolean) {
    super();
    this.digits = digits;
    this.word = marks ? LETTER | MARK : LETTER;
  }

  protected scan(text: string, start: number): number {
    const code = text.charCodeAt(start);
    if (code === QUOTE) {
      const end = this.contraction(start, true);
      if (end !== start) return end;
    }
    const { word } = this;
    const bits = this.classAt(start);
    if (bits === MORE) return MORE;
    if ((bits & word) !== 0) return this.ended(this.run(start, word, false));
    if ((bits & NUMBER) !== 0) return this.numbers(start, this.digits);
    if ((bits & NEWLINE) === 0) {
      const after = start + this.widthAt(start);
      if (after >= this.limit) {
        if (!this.final && !this.capped) return MORE;
      } else {
        const next = this.classAt(after);
        if (next === MORE) return MORE;
        if ((next & word) !== 0) return this.ended(this.run(after, word, false));
        if (code === BLANK && (next & (word | NUMBER | SPACE)) === 0) return this.others(after);
      }
      if ((bits & SPACE) === 0) return this.others(start);
    }
    return this.whitespace(start, true);
  }

  private others(at: number): number {
    const end = this.run(at, this.word | NUMBER | SPACE, true);
    return this.ended(this.run(end, NEWLINE, false));
  }
}
