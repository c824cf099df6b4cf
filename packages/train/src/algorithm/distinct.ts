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
  const firsts: number[] = [];
  const of = new Int32Array(rows.length);
  for (const [i, row] of rows.entries()) {
    const { prompt, mask } = row.row.conversation;
    const tokens = row.datum.inputs.target_tokens as Int32Array;
    // All tokens but the first, which the targets lack.
    const text = Buffer.from(tokens.buffer, tokens.byteOffset, tokens.byteLength).toString('latin1');
    const key = `${apart(row)} ${prompt[0]} ${prompt.length} ${mask.join('')} ${text}`;
    let place = known.get(key);
    if (place === undefined) {
      place = firsts.push(i) - 1;
      known.set(key, place);
    }
    of[i] = place;
  }
  return { firsts, of };
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
