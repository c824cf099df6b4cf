/**
 * The general pre-tokenizer: stages of regular expressions, each cutting the pieces of the one before.
 *
 * In a stream a pattern's matches could reach any distance, so that text is let go only up to the last but one place
 * where a word follows a blank (every pattern in use begins a pre-token there), or where the text has none, when twice
 * `maxPreToken` of it have come.
 */
import { compilePattern } from './regex-dialect.ts';
import { lastButOneSeam } from './seams.ts';
import { cutAt, maxPreToken, type Splitter } from './splitter.ts';

/** One stage: a pattern whose matches, and what lies between them, become pieces. */
export interface RegexStage {
  /** In Oniguruma's dialect, as in `tokenizer.json`. */
  readonly pattern: string;
}

/** The pattern of GPT-2, which `ByteLevel` implies. */
export const gpt2Pattern =
  "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

/** Makes a splitter of patterns. Throws `UnsupportedPattern` where one cannot be had in JavaScript. */
export function createRegexSplitter(stages: readonly RegexStage[]): Splitter {
  return new RegexSplitter(stages.map((stage) => compilePattern(stage.pattern)));
}

const windowSize = 2 * maxPreToken;

class RegexSplitter implements Splitter {
  private readonly patterns: readonly RegExp[];
  private text = '';
  private at = 0;
  private final = false;
  private ready: number[] = [];
  private taken = 0;

  constructor(patterns: readonly RegExp[]) {
    this.patterns = patterns;
  }

  begin(text: string, start: number, final: boolean): void {
    this.text = text;
    this.at = start;
    this.final = final;
    this.ready = [];
    this.taken = 0;
  }

  next(): number {
    if (this.taken === this.ready.length && !this.fill()) return -1;
    return this.ready[this.taken++]!;
  }

  /** Splits the next window of text; false where nothing in it is certain. */
  private fill(): boolean {
    const { text, at } = this;
    if (at >= text.length) return false;
    const windowEnd = at + windowSize < text.length ? cutAt(text, at + windowSize) : text.length;
    // A lone surrogate is encoded as U+FFFD, so that patterns must see that.
    const window = text.slice(at, windowEnd).replace(/\p{Surrogate}/gu, '\ufffd');
    const whole = this.final && windowEnd === text.length;
    const bounded = window.length >= windowSize - 1 ? maxPreToken : 0;
    const anchor = whole ? 0 : lastButOneSeam(window);
    if (!whole && anchor === 0 && bounded === 0) return false;
    const ends = this.split(window);
    const certain = whole ? window.length : anchor > 0 && ends.includes(anchor) ? anchor : bounded;
    this.ready = [];
    this.taken = 0;
    let last = 0;
    for (const end of ends) {
      if (end - last > maxPreToken) {
        last = cutAt(window, last + maxPreToken);
        this.ready.push(at + last);
        break;
      }
      if (end > certain) break;
      last = end;
      this.ready.push(at + end);
    }
    this.at = at + last;
    return last > 0;
  }

  private split(window: string): number[] {
    let ends = [window.length];
    for (const pattern of this.patterns) {
      const finer: number[] = [];
      let start = 0;
      for (const end of ends) {
        splitPiece(
          pattern,
          start === 0 && end === window.length ? window : window.slice(start, end),
          start,
          finer,
        );
        start = end;
      }
      ends = finer;
    }
    return ends;
  }
}

/** Adds the ends of a piece's matches and of what lies between them. */
function splitPiece(pattern: RegExp, piece: string, offset: number, ends: number[]): void {
  pattern.lastIndex = 0;
  let last = 0;
  for (let match = pattern.exec(piece); match !== null; match = pattern.exec(piece)) {
    const end = match.index + match[0].length;
    if (match.index > last) ends.push(offset + match.index);
    if (end > match.index) ends.push(offset + end);
    else pattern.lastIndex += piece.codePointAt(end)! > 0xffff ? 2 : 1;
    last = end;
  }
  if (last < piece.length) ends.push(offset + piece.length);
}
