import type { TokenRun } from './tokenizer.ts';

/** Tokens as they are made: two growing arrays, so that no token costs an object. */
export class TokenSink {
  ids = new Uint32Array(1024);
  ends = new Uint32Array(1024);
  length = 0;

  /** Makes room for `count` more tokens. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.ids.length) return;
    const size = Math.max(needed, this.ids.length * 2);
    const ids = new Uint32Array(size);
    const ends = new Uint32Array(size);
    ids.set(this.ids.subarray(0, this.length));
    ends.set(this.ends.subarray(0, this.length));
    this.ids = ids;
    this.ends = ends;
  }

  push(id: number, end: number): void {
    if (this.length === this.ids.length) this.reserve(1);
    this.ids[this.length] = id;
    this.ends[this.length++] = end;
  }

  /** Hands out the ids and starts over. */
  takeIds(): Uint32Array {
    const ids = this.ids.slice(0, this.length);
    this.reset();
    return ids;
  }

  /** Hands out the tokens as a run of `text` and starts over. */
  takeRun(text: string): TokenRun {
    const run = { text, ids: this.ids.slice(0, this.length), ends: this.ends.slice(0, this.length) };
    this.reset();
    return run;
  }

  private reset(): void {
    this.length = 0;
    // One huge text must not keep its arrays for the life of the tokenizer.
    if (this.ids.length > 1 << 20) {
      this.ids = new Uint32Array(1024);
      this.ends = new Uint32Array(1024);
    }
  }
}

/** The run of no text. */
export const emptyRun: TokenRun = { text: '', ids: new Uint32Array(0), ends: new Uint32Array(0) };
