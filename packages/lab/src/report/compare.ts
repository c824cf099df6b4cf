import { MemAgentError } from '@memagent/core';
import { type PairedDifference, pairedDifference } from '../eval/statistics.ts';
import { keyOf } from '../eval/summary.ts';
import type { RecordRow, RunRecord } from './record.ts';

/** The first run minus the second, of one system: of one task at one length, at all lengths, or of all that both have. */
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
 * Compares two runs that asked the same questions, as two models were: each task and length, each task at all of its
 * lengths, then all together. A question that only one of them has is left out; nothing is there where they share none.
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
      if (other && other.verifier !== row.verifier) throw otherVerifier(row, other);
      return other ? [{ row, other }] : [];
    });
    if (rows.length === 0) return [];
    const compare = (task: string | null, length: number | null) => {
      const some = rows.filter(
        ({ row }) => (task === null || row.task === task) && (length === null || row.length === length),
      );
      const pairs = comparePairs(
        some.map(({ row }) => row),
        some.map(({ other }) => other),
      );
      return { system, task, length, ...pairs };
    };
    const each = rows.map(({ row }) => compare(row.task, row.length));
    const tasks = [...new Set(rows.map(({ row }) => row.task))];
    const longer = tasks.filter((task) => rows.filter(({ row }) => row.task === task).length > 1);
    const all = tasks.length > 1 ? [compare(null, null)] : [];
    return [...each, ...longer.map((task) => compare(task, null)), ...all];
  });
  return compared.filter(({ n }) => n > 0);
}

const otherVerifier = ({ task, verifier }: RecordRow, other: RecordRow) =>
  new MemAgentError(
    'bad-input',
    `The runs are scored by different verifiers: ${task} by ${verifier} and by ${other.verifier}.`,
    { hint: 'Score both alike: `memagent eval report <folder> --verifier <name>`.' },
  );

/**
 * The paired difference of some rows and others, by task, length and seed, with both means. One question at several
 * lengths is one draw of the bootstrap.
 */
export function comparePairs(
  first: readonly Scored[],
  second: readonly Scored[],
  key: (row: Scored, seed: number) => string = ({ task, length }, seed) =>
    JSON.stringify([task, length, seed]),
): PairedDifference & { readonly first: number; readonly second: number } {
  const scores = (rows: readonly Scored[]) =>
    new Map(
      rows.flatMap((row) =>
        row.seeds.map(
          (seed, i) =>
            [key(row, seed), { score: row.scores[i]!, about: JSON.stringify([row.task, seed]) }] as const,
        ),
      ),
    );
  const [a, b] = [scores(first), scores(second)];
  const shared = [...a.keys()].filter((each) => b.has(each));
  const [x, y] = [shared.map((each) => a.get(each)!.score), shared.map((each) => b.get(each)!.score)];
  const about = shared.map((each) => a.get(each)!.about);
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length);
  return { ...pairedDifference(x, y, { about }), first: mean(x), second: mean(y) };
}
