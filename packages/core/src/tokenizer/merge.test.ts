import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Merger } from './merge.ts';
import { MergeTable } from './merge-table.ts';

/** Merges over an alphabet of four symbols: pairs of what there is so far, in random order. */
const merges = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 30 }).map((pairs) => {
  const seen = new Set<string>();
  const list: { left: number; right: number; merged: number }[] = [];
  for (const [a, b] of pairs) {
    const size = 4 + list.length;
    const [left, right] = [a % size, b % size];
    if (seen.has(`${left},${right}`)) continue;
    seen.add(`${left},${right}`);
    list.push({ left, right, merged: size });
  }
  return list;
});

function mergeSlowly(list: { left: number; right: number; merged: number }[], symbols: number[]): number[] {
  const now = [...symbols];
  for (;;) {
    const first = list.find(({ left, right }) => now.some((id, i) => id === left && now[i + 1] === right));
    if (first === undefined) return now;
    const at = now.findIndex((id, i) => id === first.left && now[i + 1] === first.right);
    now.splice(at, 2, first.merged);
  }
}

describe('merging', () => {
  it.each([
    ['short pre-tokens, by scanning', 1, 48],
    ['long pre-tokens, through the heap', 49, 200],
  ])('of %s takes the pair of lowest rank, the leftmost of equals', (_, minLength, maxLength) => {
    fc.assert(
      fc.property(merges, fc.array(fc.nat(3), { minLength, maxLength }), (list, symbols) => {
        const table = new MergeTable(list.length);
        for (const [rank, { left, right, merged }] of list.entries()) table.set(left, right, rank, merged);
        const ids = Int32Array.from(symbols);
        const lengths = new Int32Array(symbols.length).fill(1);
        const count = new Merger(table).merge(ids, lengths, symbols.length);
        expect(Array.from(ids.subarray(0, count))).toEqual(mergeSlowly(list, symbols));
        expect(lengths.subarray(0, count).reduce((sum, length) => sum + length, 0)).toBe(symbols.length);
      }),
      { numRuns: 300 },
    );
  });
});
