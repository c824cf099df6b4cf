/**
 * Cuts where no token of the vocabulary can reach across: between two characters that stand side by side in none.
 * A vocabulary without pre-tokenization (SentencePiece) merges over the whole text; cut there, it gives the same tokens
 * word by word, so that they can be cached and streamed.
 */
import { cutAt, maxPreToken, type Splitter } from './splitter.ts';

export class BigramSplitter implements Splitter {
  private readonly bigrams: Bigrams;
  /** A character before which text is always cut, or -1. */
  private readonly always: number;
  private text = '';
  private at = 0;
  private final = false;

  constructor(tokens: Iterable<string>, always?: string) {
    this.bigrams = new Bigrams(tokens);
    this.always = always === undefined ? -1 : always.charCodeAt(0);
  }

  begin(text: string, start: number, final: boolean): void {
    this.text = text;
    this.at = start;
    this.final = final;
  }

  next(): number {
    const { text, at, always, bigrams } = this;
    if (at >= text.length) return -1;
    const cap = at + maxPreToken;
    const limit = cap <= text.length ? cutAt(text, cap) : text.length;
    let left = text.charCodeAt(at);
    let end = at + 1;
    for (; end < limit; end++) {
      const right = text.charCodeAt(end);
      if (right === always || !bigrams.has(left, right)) break;
      left = right;
    }
    if (end >= limit && cap > text.length && !this.final) return -1;
    this.at = end;
    return end;
  }
}

/** Which UTF-16 units stand side by side in tokens. */
class Bigrams {
  /** A bit for every pair of units below 512, which is most text in few bytes. */
  private readonly near = new Uint8Array((512 * 512) / 8);
  /** The other pairs, by open addressing; no pair is 0, since those are near. */
  private far = new Uint32Array(1 << 12);
  private farCount = 0;

  constructor(tokens: Iterable<string>) {
    for (const token of tokens) {
      for (let i = 1; i < token.length; i++) this.add(token.charCodeAt(i - 1), token.charCodeAt(i));
    }
  }

  has(left: number, right: number): boolean {
    if (left < 512 && right < 512) {
      const bit = (left << 9) | right;
      return (this.near[bit >> 3]! & (1 << (bit & 7))) !== 0;
    }
    // The halves of a pair are never parted.
    if ((left & 0xfc00) === 0xd800 && (right & 0xfc00) === 0xdc00) return true;
    return this.far[this.slot(((left << 16) | right) >>> 0)] !== 0;
  }

  private add(left: number, right: number): void {
    if (left < 512 && right < 512) {
      const bit = (left << 9) | right;
      this.near[bit >> 3] = this.near[bit >> 3]! | (1 << (bit & 7));
      return;
    }
    const pair = ((left << 16) | right) >>> 0;
    const slot = this.slot(pair);
    if (this.far[slot] === pair) return;
    this.far[slot] = pair;
    if (++this.farCount * 2 > this.far.length) {
      const old = this.far;
      this.far = new Uint32Array(old.length * 2);
      for (const kept of old) if (kept !== 0) this.far[this.slot(kept)] = kept;
    }
  }

  /** Where a pair is, or would be. */
  private slot(pair: number): number {
    const mask = this.far.length - 1;
    let slot = (Math.imul(pair, 0x9e3779b1) >>> 8) & mask;
    while (this.far[slot] !== 0 && this.far[slot] !== pair) slot = (slot + 1) & mask;
    return slot;
  }
}
