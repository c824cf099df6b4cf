/**
 * Tokens that were added to a vocabulary for runs of whitespace (GPT-NeoX, Phi, Gemma) are matched in the text before
 * anything else, the longest first; what lies between them is split as a text of its own.
 */
import type { Splitter } from './splitter.ts';

export class AddedSplitter implements Splitter {
  private readonly inner: Splitter;
  private readonly pattern: RegExp;
  /** Text this near the end may still become part of an added token. */
  private readonly margin: number;
  private text = '';
  private final = false;
  private at = 0;
  /** Where the present piece begins and ends, and where the added token after it ends. */
  private pieceStart = 0;
  private pieceEnd = 0;
  private addedEnd = 0;
  private lastPiece = false;

  constructor(inner: Splitter, added: readonly string[]) {
    this.inner = inner;
    const longestFirst = [...added].sort((a, b) => b.length - a.length);
    this.pattern = new RegExp(longestFirst.map((token) => token.replace(/[^\w\s]/g, '\\$&')).join('|'), 'g');
    this.margin = longestFirst[0]!.length;
  }

  begin(text: string, start: number, final: boolean): void {
    this.text = text;
    this.final = final;
    this.at = start;
    this.piece(start);
  }

  next(): number {
    for (;;) {
      if (this.at < this.pieceEnd) {
        const end = this.inner.next();
        if (end < 0) return -1;
        const at = this.pieceStart + end;
        if (this.lastPiece && !this.final && at > this.text.length - this.margin) return -1;
        this.at = at;
        return at;
      }
      if (this.lastPiece) return -1;
      const end = this.addedEnd;
      this.at = end;
      this.piece(end);
      return end;
    }
  }

  /** Finds the next added token and sets the inner splitter out on what comes before it. */
  private piece(start: number): void {
    const { text, pattern } = this;
    pattern.lastIndex = start;
    let match = pattern.exec(text);
    if (match !== null && !this.final && match.index + this.margin > text.length) match = null;
    this.lastPiece = match === null;
    this.pieceStart = start;
    this.pieceEnd = match === null ? text.length : match.index;
    if (match !== null) this.addedEnd = match.index + match[0].length;
    const piece = text.slice(start, this.pieceEnd);
    this.inner.begin(piece, 0, this.final || match !== null);
  }
}
