import { mean, type PairedDifference, pairedDifference, wilson } from '../eval/statistics.ts';
import { keyOf } from '../eval/summary.ts';
import { comparePairs } from './compare.ts';
import type { Point } from './figures.ts';
import type { RecordRow, RunRecord } from './record.ts';

/** Rows of one or more runs under the names that a page gives their systems. */
export interface Pool {
  readonly systems: readonly string[];
  readonly rows: readonly (RecordRow & { readonly name: string })[];
}

/** A run in a pool; `label` stands before its systems, as the model where there are two. */
export interface Pooled {
  readonly record: RunRecord;
  readonly label?: string;
}

/** Puts runs together: of a row that several have with the same questions, that of the last with most of them counts. */
export function poolRuns(runs: readonly Pooled[], tasks?: readonly string[], only?: readonly string[]): Pool {
  const rows = new Map<string, RecordRow & { name: string }>();
  for (const { record, label } of runs)
    for (const row of record.rows) {
      const name = [label, keyOf(row)].filter(Boolean).join(' ');
      if ((tasks && !tasks.includes(row.task)) || (only && !only.includes(name))) continue;
      const key = JSON.stringify([name, row.task, row.length]);
      const known = rows.get(key);
      if (known && areOthers(known, row)) rows.set(key, { ...joined(known, row), name });
      else if (!known || row.n >= known.n) rows.set(key, { ...row, name });
    }
  const found = [...new Set([...rows.values()].map(({ name }) => name))];
  return { systems: only ? only.filter((name) => found.includes(name)) : found, rows: [...rows.values()] };
}

/** Whether two rows are of different questions, scored alike. */
function areOthers(one: RecordRow, other: RecordRow): boolean {
  const seeds = new Set(one.seeds);
  return one.verifier === other.verifier && !other.seeds.some((seed) => seeds.has(seed));
}

/** Two rows of different questions as one. */
function joined(one: RecordRow, other: RecordRow): RecordRow {
  const n = one.n + other.n;
  const both = (value: (row: RecordRow) => number) => (one.n * value(one) + other.n * value(other)) / n;
  const names = (of: (row: RecordRow) => Readonly<Record<string, unknown>> | undefined) =>
    Object.keys(of(one) ?? {}).filter((name) => name in (of(other) ?? {}));
  const scores = [...one.scores, ...other.scores];
  const accuracy = mean(scores);
  const others = names((row) => row.others).map((name) => [
    name,
    [...one.others![name]!, ...other.others![name]!],
  ]);
  return {
    ...one,
    ...{ n, accuracy, scores, seeds: [...one.seeds, ...other.seeds], ...wilson(accuracy * n, n) },
    verdicts: Object.fromEntries(
      names((row) => row.verdicts).map((name) => [name, both((row) => row.verdicts[name]!)]),
    ),
    ...(others.length > 0 ? { others: Object.fromEntries(others) } : {}),
    ...{ tokensIn: both((row) => row.tokensIn), tokensOut: both((row) => row.tokensOut) },
    ...{ calls: both((row) => row.calls), seconds: both((row) => row.seconds) },
    failures: one.failures + other.failures,
  };
}

/** What is looked at of a run's rows; all of them, by their own verifier, unless told. */
export interface Part {
  readonly by?: string;
  readonly lengths?: readonly number[];
  /** Questions up to this seed. */
  readonly seeds?: number;
}

/** A part of a record, scored anew; a row that has no scores by the verifier is left out. */
export function partOf(record: RunRecord, { by, lengths, seeds }: Part): RunRecord {
  const rows = record.rows.flatMap((row): RecordRow[] => {
    if (lengths && !lengths.includes(row.length)) return [];
    if (by === undefined && seeds === undefined) return [row];
    const verifier = by ?? row.verifier;
    const known = verifier === row.verifier ? row.scores : row.others?.[verifier];
    if (!known) return [];
    const inside = (_: unknown, i: number) => row.seeds[i]! <= (seeds ?? Number.POSITIVE_INFINITY);
    const scores = known.filter(inside);
    const accuracy = mean(scores);
    const { others: _, ...rest } = row;
    return [
      {
        ...{ ...rest, verifier, accuracy, n: scores.length, scores, seeds: row.seeds.filter(inside) },
        ...wilson(accuracy * scores.length, scores.length),
        verdicts: { [verifier]: accuracy },
      },
    ];
  });
  return { ...record, rows };
}

export const lengthsOf = ({ rows }: Pool): number[] =>
  [...new Set(rows.map(({ length }) => length))].sort((a, b) => a - b);
export const tasksOf = ({ rows }: Pool): string[] => [...new Set(rows.map(({ task }) => task))];

const rowsAt = (pool: Pool, name: string, length: number, task?: string) =>
  pool.rows.filter(
    (row) => row.name === name && row.length === length && (task === undefined || row.task === task),
  );

/** A system's mean at a length over all questions of the pool's tasks; undefined where a task was not run there. */
export function pointAt(
  pool: Pool,
  name: string,
  length: number,
  options: { readonly task?: string; readonly verifier?: string } = {},
): Point | undefined {
  const rows = rowsAt(pool, name, length, options.task);
  const wanted = options.task
    ? 1
    : new Set(pool.rows.filter((row) => row.length === length).map(({ task }) => task)).size;
  if (rows.length < wanted || rows.length === 0) return undefined;
  const n = rows.reduce((sum, row) => sum + row.n, 0);
  const score = ({ accuracy, verdicts }: RecordRow) =>
    options.verifier ? (verdicts[options.verifier] ?? 0) : accuracy;
  const sum = rows.reduce((total, row) => total + score(row) * row.n, 0);
  return { x: length, y: sum / n, n, ...wilson(sum, n) };
}

/** A system's change from one length to another on the same questions; a loss is negative. */
export function changeOf(
  pool: Pool,
  name: string,
  from: number,
  to: number,
  task?: string,
): PairedDifference {
  const bySeed = ({ task }: { task: string }, seed: number) => JSON.stringify([task, seed]);
  return comparePairs(rowsAt(pool, name, to, task), rowsAt(pool, name, from, task), bySeed);
}

/** One system against another at a length, on the same questions. */
export const differenceAt = (
  pool: Pool,
  name: string,
  other: string,
  length: number,
  task?: string,
): PairedDifference =>
  name === other
    ? pairedDifference([], [])
    : comparePairs(rowsAt(pool, name, length, task), rowsAt(pool, other, length, task));
