import { MemAgentError } from '@memagent/core';
import { type PairedDifference, pairedDifference } from '../eval/statistics.ts';
import { keyOf } from '../eval/summary.ts';
import type { RecordRow, RunRecord } from './record.ts';

/** The first run minus the second, of one system: of one task at one length, or of all that both have. */
export interface RunComparison extends PairedDifference {
  readonly system: string;
  readonly task: string | null;
  readonly length: number | null;
  /** The mean score of the pairs in the first run, and in the second. */
  readonly first: number;
  readonly second: number;
}

/** A row's part in a comparison: a score for each question. */
type Scored = Pick<RecordRow, 'task' | 'length' | 'seeds' | 'scores'>;

/**
 * Compares two runs that asked the same questions, as two models were: each task and length, then all together. A
 * question that only one of them has is left out; nothing is there where they share none.
 *
 * @example
 * const rows = compareRuns(await readRecord('runs/rl'), await readRecord('runs/supervised'));
 */
export function compareRuns(first: RunRecord, second: RunRecord): RunComparison[] {
  if (first.run.split !== second.run.split)
    throw new MemAgentError(
      'bad-input',
      `The runs asked different questions: one is of the split ${first.run.split}, the other of ${second.run.split}.`,
      { hint: 'Compare runs of the same tasks, lengths, seeds and split.' },
    );
  const systems = [...new Set(first.rows.map(keyOf))];
  const compared = systems.flatMap((system) => {
    const own = (record: RunRecord) => record.rows.filter((row) => keyOf(row) === system);
    const rows = own(first).flatMap((row) => {
      const other = own(second).find(({ task, length }) => task === row.task && length === row.length);
      return other ? [{ row, other }] : [];
    });
    if (rows.length === 0) return [];
    const each = rows.map(({ row: { task, length }, ...rest }, i) => ({
      ...{ system, task, length },
      ...comparePairs([rows[i]!.row], [rest.other]),
    }));
    const all = {
      ...{ system, task: null, length: null },
      ...comparePairs(
        rows.map(({ row }) => row),
        rows.map(({ other }) => other),
      ),
    };
    return rows.length === 1 ? each : [...each, all];
  });
  return compared.filter(({ n }) => n > 0);
}

/** The paired difference of some rows and others, by task, length and seed, with both means. */
export function comparePairs(
  first: readonly Scored[],
  second: readonly Scored[],
  key: (row: Scored, seed: number) => string = ({ task, length }, seed) =>
    JSON.stringify([task, length, seed]),
): PairedDifference & { readonly first: number; readonly second: number } {
  const scores = (rows: readonly Scored[]) =>
    new Map(rows.flatMap((row) => row.seeds.map((seed, i) => [key(row, seed), row.scores[i]!] as const)));
  const [a, b] = [scores(first), scores(second)];
  const shared = [...a.keys()].filter((each) => b.has(each));
  const [x, y] = [shared.map((each) => a.get(each)!), shared.map((each) => b.get(each)!)];
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length);
  return { ...pairedDifference(x, y), first: mean(x), second: mean(y) };
}
