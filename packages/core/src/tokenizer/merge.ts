/**
 * BPE merging of one pre-token: always the pair of lowest rank, the leftmost of equals. Short ones by scanning, which
 * is fastest there; long ones through a heap of pairs over a linked list of symbols, in n log n.
 */
import type { MergeTable } from './merge-table.ts';

const scanUpTo = 48;
const absent = 0x7fffffff;

/** Merges symbols in place. `lengths` are theirs in bytes and are added up; the result is the new number of symbols. */
export class Merger {
  private readonly table: MergeTable;
  private readonly ranks = new Int32Array(scanUpTo + 1);
  private next = new Int32Array(0);
  private previous = new Int32Array(0);
  private heap = new Float64Array(0);
  private heapSize = 0;

  constructor(table: MergeTable) {
    this.table = table;
  }

  merge(ids: Int32Array, lengths: Int32Array, count: number): number {
    return count <= scanUpTo ? this.scan(ids, lengths, count) : this.queue(ids, lengths, count);
  }

  private scan(ids: Int32Array, lengths: Int32Array, count: number): number {
    const { table, ranks } = this;
    let n = count;
    for (let i = 0; i + 1 < n; i++) ranks[i] = this.rankOf(ids[i]!, ids[i + 1]!);
    while (n > 1) {
      let best = absent;
      let at = 0;
      for (let i = 0; i + 1 < n; i++) {
        const rank = ranks[i]!;
        if (rank < best) {
          best = rank;
          at = i;
        }
      }
      if (best === absent) break;
      ids[at] = table.id(table.find(ids[at]!, ids[at + 1]!));
      lengths[at] = lengths[at]! + lengths[at + 1]!;
      n--;
      for (let i = at + 1; i < n; i++) {
        ids[i] = ids[i + 1]!;
        lengths[i] = lengths[i + 1]!;
        ranks[i] = ranks[i + 1]!;
      }
      if (at > 0) ranks[at - 1] = this.rankOf(ids[at - 1]!, ids[at]!);
      if (at + 1 < n) ranks[at] = this.rankOf(ids[at]!, ids[at + 1]!);
    }
    return n;
  }

  private rankOf(left: number, right: number): number {
    const slot = this.table.find(left, right);
    return slot < 0 ? absent : this.table.rank(slot);
  }

  private queue(ids: Int32Array, lengths: Int32Array, count: number): number {
    this.reserve(count);
    const { table, next, previous } = this;
    for (let i = 0; i < count; i++) {
      next[i] = i + 1 < count ? i + 1 : -1;
      previous[i] = i - 1;
    }
    this.heapSize = 0;
    for (let i = 0; i + 1 < count; i++) this.offer(i, ids[i]!, ids[i + 1]!);
    while (this.heapSize > 0) {
      const top = this.pop();
      const rank = Math.floor(top / positions);
      const at = top - rank * positions;
      const right = next[at]!;
      // Entries are not removed when a merge makes them stale: they no longer name the pair that is there.
      if (lengths[at] === 0 || right < 0) continue;
      const slot = table.find(ids[at]!, ids[right]!);
      if (slot < 0 || table.rank(slot) !== rank) continue;
      ids[at] = table.id(slot);
      lengths[at] = lengths[at]! + lengths[right]!;
      lengths[right] = 0;
      const after = next[right]!;
      next[at] = after;
      if (after >= 0) {
        previous[after] = at;
        this.offer(at, ids[at]!, ids[after]!);
      }
      const before = previous[at]!;
      if (before >= 0) this.offer(before, ids[before]!, ids[at]!);
    }
    let n = 0;
    for (let i = 0; i >= 0; i = next[i]!) {
      ids[n] = ids[i]!;
      lengths[n] = lengths[i]!;
      n++;
    }
    return n;
  }

  private reserve(count: number): void {
    if (this.next.length >= count) return;
    this.next = new Int32Array(count);
    this.previous = new Int32Array(count);
    // Every merge offers at most two pairs, and there are at most count - 1 merges and as many pairs at first.
    this.heap = new Float64Array(count * 3);
  }

  private offer(at: number, left: number, right: number): void {
    const slot = this.table.find(left, right);
    if (slot < 0) return;
    const { heap } = this;
    const key = this.table.rank(slot) * positions + at;
    let i = this.heapSize++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = heap[parent]!;
      if (above <= key) break;
      heap[i] = above;
      i = parent;
    }
    heap[i] = key;
  }

  private pop(): number {
    const { heap } = this;
    const top = heap[0]!;
    const last = heap[--this.heapSize]!;
    const size = this.heapSize;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= size) break;
      if (child + 1 < size && heap[child + 1]! < heap[child]!) child++;
      if (heap[child]! >= last) break;
      heap[i] = heap[child]!;
      i = child;
    }
    heap[i] = last;
    return top;
  }
}

/** Heap keys are `rank * positions + position`, exact in a double for any rank a 32-bit vocabulary can have. */
const positions = 2 ** 21;
