import { renderTally } from './task/tally.ts';
import type { Sample } from './task/task.ts';

/** What an ideal reader does at one step. */
export interface OracleStep {
  /** Indices of evidence to add to the memory, in reading order. */
  readonly add: readonly number[];
  /** Indices of evidence to drop from it: something in this chunk has made them obsolete. */
  readonly drop: readonly number[];
  /** True when nothing that could follow would change the answer: reading may stop after this step. */
  readonly done: boolean;
}

/**
 * What an ideal reader keeps of a chunk, given the evidence it already has. An evidence belongs to the chunk it ends
 * in: a reader cannot have it before. What needs another is kept only when that one is known or is kept in the same
 * step; what supersedes another drops it, and is itself not kept when its own successor is in the same chunk.
 * Pure: `known` is not changed.
 *
 * @example
 * const { add, drop } = oracleStep(sample, known, chunkStart, chunkEnd);
 */
export function oracleStep(
  sample: Pick<Sample, 'evidence' | 'exhaustive' | 'form'>,
  known: ReadonlySet<number>,
  start: number,
  end: number,
): OracleStep {
  const { evidence } = sample;
  const after = new Set(known);
  const drop = new Set<number>();
  for (let index = 0; index < evidence.length; index++) {
    const item = evidence[index]!;
    if (item.end <= start || item.end > end || after.has(index)) continue;
    if (item.needs !== undefined && !after.has(item.needs)) continue;
    after.add(index);
    if (item.supersedes !== undefined && after.delete(item.supersedes) && known.has(item.supersedes)) {
      drop.add(item.supersedes);
    }
  }
  const add = [...after].filter((index) => !known.has(index)).sort((a, b) => a - b);
  const settled = !sample.exhaustive && sample.form === 'select' && evidence.length > 0;
  return {
    add,
    drop: [...drop].sort((a, b) => a - b),
    done: settled && evidence.every((_, index) => after.has(index)),
  };
}

/** The most items that a tally in memory holds. */
const tallyCapacity = 20;

/**
 * The counts an ideal reader of bounded memory has after a chunk, from the counts before it and the chunk alone: so
 * that a reader can learn to do the same. Where there are more items than room, the rarest are forgotten.
 */
export function oracleTally(
  sample: Pick<Sample, 'tallyIn'>,
  before: ReadonlyMap<string, number>,
  start: number,
  end: number,
  capacity = tallyCapacity,
): { counts: Map<string, number>; text: string } {
  const counts = new Map(before);
  for (const [item, count] of sample.tallyIn?.(start, end) ?? [])
    counts.set(item, (counts.get(item) ?? 0) + count);
  const kept = [...counts].sort((a, b) => b[1] - a[1]).slice(0, capacity);
  const bounded = new Map(kept);
  return { counts: bounded, text: renderTally(bounded, capacity) };
}
