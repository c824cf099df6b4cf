/**
 * The merges of a BPE vocabulary: a pair of token ids to its rank and the id it merges to. Open addressing over typed
 * arrays; a Map with composed keys takes several times the memory and half as long again.
 */
export class MergeTable {
  private readonly mask: number;
  private readonly shift: number;
  private readonly left: Int32Array;
  private readonly right: Int32Array;
  private readonly ranks: Int32Array;
  private readonly merged: Int32Array;

  constructor(size: number) {
    const bits = Math.max(4, Math.ceil(Math.log2(size * 2 + 1)));
    this.shift = 32 - bits;
    this.mask = (1 << bits) - 1;
    this.left = new Int32Array(1 << bits).fill(-1);
    this.right = new Int32Array(1 << bits);
    this.ranks = new Int32Array(1 << bits);
    this.merged = new Int32Array(1 << bits);
  }

  /** Adds a merge; a later one for the same pair replaces it. */
  set(left: number, right: number, rank: number, merged: number): void {
    let slot = this.home(left, right);
    while (this.left[slot] !== -1 && !(this.left[slot] === left && this.right[slot] === right)) {
      slot = (slot + 1) & this.mask;
    }
    this.left[slot] = left;
    this.right[slot] = right;
    this.ranks[slot] = rank;
    this.merged[slot] = merged;
  }

  /** The slot of a pair, or -1 where it does not merge. */
  find(left: number, right: number): number {
    let slot = this.home(left, right);
    for (;;) {
      const found = this.left[slot]!;
      if (found === left && this.right[slot] === right) return slot;
      if (found === -1) return -1;
      slot = (slot + 1) & this.mask;
    }
  }

  rank(slot: number): number {
    return this.ranks[slot]!;
  }

  id(slot: number): number {
    return this.merged[slot]!;
  }

  private home(left: number, right: number): number {
    return (Math.imul(Math.imul(left, 0x9e3779b1) ^ right, 0x85ebca6b) >>> this.shift) & this.mask;
  }
}
