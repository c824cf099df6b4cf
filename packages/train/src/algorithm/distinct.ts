import type { AlignedRow } from './batch.ts';

/** Which rows are the same sequence. */
export interface Distinct {
  /** The first row of each sequence. */
  readonly firsts: readonly number[];
  /** For every row, the place of its sequence in `firsts`. */
  readonly of: Int32Array;
}

/**
 * Finds the rows that are the same tokens, counted at the same places: most steps of a group's readings are, since all
 * read the same chunks and mostly keep what they have. A pass over one of them does for all. `apart` tells rows apart
 * that are the same tokens.
 */
export function distinct(
  rows: readonly AlignedRow[],
  apart: (row: AlignedRow) => string = () => '',
): Distinct {
  const known = new Map<string, number>();
  const promptOf = numbering();
  const firsts: number[] = [];
  const of = new Int32Array(rows.length);
  for (const [i, row] of rows.entries()) {
    const { prompt, response, mask } = row.row.conversation;
    const key = `${apart(row)} ${promptOf(prompt)} ${mask.join('')} ${response.join()}`;
    let place = known.get(key);
    if (place === undefined) {
      place = firsts.push(i) - 1;
      known.set(key, place);
    }
    of[i] = place;
  }
  return { firsts, of };
}

/** Numbers lists by what they hold. One that several rows share is looked at once: rollouts share the prompts of a group. */
function numbering(): (list: readonly number[]) => number {
  const numbers = new Map<readonly number[], number>();
  const alike = new Map<number, (readonly number[])[]>();
  let count = 0;
  return (list) => {
    let number = numbers.get(list);
    if (number !== undefined) return number;
    const hash = hashOf(list);
    const others = alike.get(hash) ?? [];
    const same = others.find((other) => equal(other, list));
    number = same === undefined ? count++ : numbers.get(same)!;
    if (same === undefined) alike.set(hash, [...others, list]);
    numbers.set(list, number);
    return number;
  };
}

function hashOf(list: readonly number[]): number {
  let hash = list.length;
  for (let i = 0; i < list.length; i++) hash = Math.imul(hash ^ list[i]!, 0x01000193);
  return hash;
}

function equal(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** The sum of lists of numbers by sequence. */
export function sumDistinct({ firsts, of }: Distinct, lists: readonly Float64Array[]): Float64Array[] {
  const sums = firsts.map((first) => new Float64Array(lists[first]!.length));
  for (const [i, list] of lists.entries()) {
    const sum = sums[of[i]!]!;
    for (let t = 0; t < list.length; t++) sum[t]! += list[t]!;
  }
  return sums;
}
