import { lengthLabel } from '../eval/length.ts';
import type { RunFile } from '../eval/run-file.ts';
import {
  accuracyByDepth,
  type DepthBand,
  type Interval,
  type LinearFit,
  linearFit,
  mean,
  type PairedDifference,
  pairedDifference,
  wilson,
} from '../eval/statistics.ts';
import { keyOf, orderOf, type SummaryRow, scoreOf, summarize } from '../eval/summary.ts';
import { type Fate, fates } from '../eval/survival.ts';
import type { EvalTrace } from '../eval/trace.ts';

/** A point with its interval; `n` is what it is the mean of. */
export interface Point extends Interval {
  readonly x: number;
  readonly y: number;
  readonly n: number;
}

/** Everything that a report says, computed once for both of its forms. */
export interface ReportData {
  readonly run: RunFile;
  readonly rows: readonly SummaryRow[];
  readonly tasks: readonly string[];
  readonly lengths: readonly number[];
  readonly systems: readonly string[];
  readonly samples: number;
  readonly failures: readonly { readonly message: string; readonly count: number }[];
  /** The tasks that were run at the same lengths, most of them where not all were, and those lengths. */
  readonly common: { readonly tasks: readonly string[]; readonly lengths: readonly number[] };
  /** The mean over the common tasks at the common lengths, by system. */
  readonly overall: ReadonlyMap<string, readonly Point[]>;
  /** Every other system against the first, on the same samples. */
  readonly comparisons: readonly ({ readonly system: string; readonly against: string } & PairedDifference)[];
  /** From each task's shortest to its longest text, on the same questions; a loss is negative. */
  readonly losses: readonly ({ readonly system: string } & PairedDifference)[];
  readonly depths: readonly {
    readonly system: string;
    readonly bands: ReadonlyMap<number, readonly DepthBand[]>;
  }[];
  readonly costs: readonly {
    readonly system: string;
    readonly tokens: readonly Point[];
    readonly seconds: readonly Point[];
    /** None where nothing is known of prices. */
    readonly money: readonly Point[];
    readonly tokensFit: LinearFit | undefined;
    readonly secondsFit: LinearFit | undefined;
  }[];
  readonly survival: readonly {
    readonly system: string;
    readonly counts: Readonly<Record<Fate, number>>;
    /** The share of facts still held, by how many chunks ago they were read. */
    readonly curve: readonly Point[];
  }[];
  /** Where some questions have no answer in their text: how many of those were said to have none, and how many of the others. */
  readonly answerability: readonly Answerability[];
  /** Where answers come with a confidence: how many are right, by how confident. */
  readonly confidence: readonly Confidence[];
  readonly ablations: readonly Ablation[];
  readonly misses: readonly EvalTrace[];
}

/** A task at a length, by one system. */
export interface Answerability {
  readonly system: string;
  readonly task: string;
  readonly length: number;
  /** Of the questions without an answer those that got none. */
  readonly recognised: Share;
  /** Of the questions with an answer those that got none. */
  readonly falseAlarms: Share;
}

/** The answers of one system. */
export interface Confidence {
  readonly system: string;
  /** In the order of `confidenceFrom`. */
  readonly bands: readonly Share[];
}

/** Where a band of confidence begins; it ends where the next one does. */
export const confidenceFrom = [0, 0.6, 0.9, 0.97];

export interface Share extends Interval {
  readonly share: number;
  readonly n: number;
}

/** Accuracy against one budget, the rest equal, by task. */
export interface Ablation {
  readonly budget: 'memory' | 'chunk';
  readonly lines: ReadonlyMap<string, readonly Point[]>;
}

/** Computes a report from a run's traces. */
export function reportData(run: RunFile, traces: readonly EvalTrace[], verifier?: string): ReportData {
  const rows = summarize(traces, { run, ...(verifier ? { verifier } : {}) });
  const { tasks, systems } = orderOf(traces, run);
  const lengths = [...new Set(traces.map(({ length }) => length))].sort((a, b) => a - b);
  const of = (system: string) => traces.filter((trace) => keyOf(trace) === system);
  const score = (trace: EvalTrace) => scoreOf(trace, verifier);
  const common = commonOf(rows, tasks, lengths);
  const pairs = new Map(systems.map((system) => [system, scoresBySample(of(system), score)]));
  return {
    run,
    rows,
    tasks,
    lengths,
    systems,
    samples: traces.length,
    failures: countFailures(traces),
    common,
    overall: new Map(
      systems.map((system) => [
        system,
        pointsBy(
          of(system).filter(({ task }) => common.tasks.includes(task)),
          ({ length }) => length,
          score,
          common.lengths,
        ),
      ]),
    ),
    comparisons: systems.slice(1).map((system) => ({
      system,
      against: systems[0]!,
      ...paired(pairs.get(systems[0]!)!, pairs.get(system)!),
    })),
    losses: lengths.length < 2 ? [] : systems.map((system) => ({ system, ...lossOf(of(system), score) })),
    depths: systems.map((system) => ({
      system,
      bands: new Map(
        lengths.map((length) => [
          length,
          accuracyByDepth(
            of(system)
              .filter((trace) => trace.length === length && trace.expected.answerable)
              .map((trace) => ({ depths: trace.depths, score: score(trace) })),
          ),
        ]),
      ),
    })),
    costs: systems.map((system) => costOf(system, of(system), lengths)),
    survival: systems
      .map((system) => survivalOf(system, of(system)))
      .filter(({ counts }) => fates.some((fate) => counts[fate] > 0)),
    answerability: systems.flatMap((system) => answerabilityOf(system, of(system))),
    confidence: systems.flatMap((system) => confidenceOf(system, of(system), score)),
    ablations: (['memory', 'chunk'] as const)
      .map((budget) => ablationOf(budget, run, traces, score, tasks))
      .filter((ablation) => ablation !== undefined),
    misses: traces
      .filter((trace) => !trace.error && score(trace) < 1 && trace.system !== 'empty')
      .slice(0, 12),
  };
}

/** Failed requests say nothing either way. */
function answerabilityOf(system: string, traces: readonly EvalTrace[]): Answerability[] {
  const cells = new Map<string, EvalTrace[]>();
  for (const trace of traces) {
    if (trace.error) continue;
    const key = JSON.stringify([trace.task, trace.length]);
    cells.set(key, [...(cells.get(key) ?? []), trace]);
  }
  return [...cells.values()]
    .filter((cell) => cell.some(({ expected }) => !expected.answerable))
    .map((cell) => {
      const silent = (answerable: boolean): Share => {
        const asked = cell.filter(({ expected }) => expected.answerable === answerable);
        const none = asked.filter(({ answered }) => !answered).length;
        return { share: none / (asked.length || 1), n: asked.length, ...wilson(none, asked.length) };
      };
      const { task, length } = cell[0]!;
      return { system, task, length, recognised: silent(false), falseAlarms: silent(true) };
    });
}

function confidenceOf(
  system: string,
  traces: readonly EvalTrace[],
  score: (trace: EvalTrace) => number,
): Confidence[] {
  const said = traces.filter(({ confidence }) => confidence !== undefined);
  if (said.length === 0) return [];
  const bands = confidenceFrom.map((from, i): Share => {
    const to = confidenceFrom[i + 1] ?? Number.POSITIVE_INFINITY;
    const inside = said.filter(({ confidence }) => confidence! >= from && confidence! < to);
    const right = inside.reduce((sum, trace) => sum + score(trace), 0);
    return { share: right / (inside.length || 1), n: inside.length, ...wilson(right, inside.length) };
  });
  return [{ system, bands }];
}

const sampleOf = ({ task, length, seed }: EvalTrace) => JSON.stringify([task, length, seed]);

const scoresBySample = (traces: readonly EvalTrace[], score: (trace: EvalTrace) => number) =>
  new Map(traces.map((trace) => [sampleOf(trace), score(trace)]));

/** The first list minus the second, where both have a score. */
function paired(first: ReadonlyMap<string, number>, second: ReadonlyMap<string, number>): PairedDifference {
  const shared = [...first.keys()].filter((key) => second.has(key));
  return pairedDifference(
    shared.map((key) => first.get(key)!),
    shared.map((key) => second.get(key)!),
    { about: shared.map(questionOf) },
  );
}

/** Task and seed: the same question at every length. */
const questionOf = (sample: string) => {
  const parts = JSON.parse(sample) as readonly [string, ...number[]];
  return JSON.stringify([parts[0], parts.at(-1)]);
};

/** Each task at its longest minus the same questions at its shortest. */
function lossOf(traces: readonly EvalTrace[], score: (trace: EvalTrace) => number): PairedDifference {
  const lengths = new Map<string, number[]>();
  for (const { task, length } of traces) lengths.set(task, [...(lengths.get(task) ?? []), length]);
  const at = (which: (...lengths: number[]) => number) => {
    const ends = new Map([...lengths].map(([task, list]) => [task, which(...new Set(list))]));
    return new Map(
      traces
        .filter(({ task, length }) => new Set(lengths.get(task)).size > 1 && length === ends.get(task))
        .map((trace) => [JSON.stringify([trace.task, trace.seed]), score(trace)]),
    );
  };
  return paired(at(Math.max), at(Math.min));
}

/**
 * A mean over tasks compares lengths only where it is over the same tasks: the lengths at which all were run, or else
 * those of the largest set of tasks that were run at the same lengths.
 */
function commonOf(rows: readonly SummaryRow[], tasks: readonly string[], lengths: readonly number[]) {
  const sets = lengths.map((length) => ({
    length,
    tasks: tasks.filter((task) => rows.some((row) => row.task === task && row.length === length)),
  }));
  const largest = sets.reduce((best, each) => (each.tasks.length > best.tasks.length ? each : best));
  const same = sets.filter((each) => String(each.tasks) === String(largest.tasks));
  return { tasks: largest.tasks, lengths: same.map(({ length }) => length) };
}

/** Means of a score with Wilson's interval, where there is something to take the mean of. */
function pointsBy(
  traces: readonly EvalTrace[],
  x: (trace: EvalTrace) => number,
  score: (trace: EvalTrace) => number,
  xs: readonly number[],
): Point[] {
  return xs.flatMap((at) => {
    const scores = traces.filter((trace) => x(trace) === at).map(score);
    if (scores.length === 0) return [];
    const sum = scores.reduce((total, value) => total + value, 0);
    return [{ x: at, y: sum / scores.length, n: scores.length, ...wilson(sum, scores.length) }];
  });
}

/** Means with the interval of two standard errors. */
function meansBy(
  traces: readonly EvalTrace[],
  value: (trace: EvalTrace) => number,
  lengths: readonly number[],
): Point[] {
  return lengths.flatMap((length) => {
    const values = traces.filter((trace) => trace.length === length).map(value);
    if (values.length === 0) return [];
    const y = mean(values);
    const error = Math.sqrt(mean(values.map((v) => (v - y) ** 2)) / Math.max(1, values.length - 1));
    return [{ x: length, y, n: values.length, low: y - 1.96 * error, high: y + 1.96 * error }];
  });
}

function costOf(system: string, traces: readonly EvalTrace[], lengths: readonly number[]) {
  const good = traces.filter(({ error }) => !error);
  const xs = good.map(({ length }) => length);
  const tokens = (trace: EvalTrace) => trace.tokensIn + trace.tokensOut;
  return {
    system,
    tokens: meansBy(good, tokens, lengths),
    seconds: meansBy(good, ({ seconds }) => seconds, lengths),
    money: meansBy(
      good.filter(({ money }) => money !== undefined),
      ({ money }) => money!,
      lengths,
    ),
    tokensFit: linearFit(xs, good.map(tokens)),
    secondsFit: linearFit(
      xs,
      good.map(({ seconds }) => seconds),
    ),
  };
}

function survivalOf(system: string, traces: readonly EvalTrace[]) {
  const facts = traces.flatMap(({ facts, steps }) =>
    facts.map((fact) => ({ ...fact, chunks: steps.length })),
  );
  const counts = Object.fromEntries(
    fates.map((fate) => [fate, facts.filter((fact) => fact.fate === fate).length]),
  ) as Record<Fate, number>;
  return { system, counts, curve: survivalCurve(facts) };
}

/**
 * Of the facts whose chunk was read, the share still held so many chunks later. Facts whose text ended before that age
 * leave the count when it ends, as in the estimate of Kaplan and Meier.
 */
function survivalCurve(
  facts: readonly { fate: Fate; seenAt?: number; lostAt?: number; chunks: number }[],
): Point[] {
  const seen = facts
    .filter(({ seenAt }) => seenAt !== undefined)
    .map(({ fate, seenAt, lostAt, chunks }) => ({
      // The age at which it was lost, or the last at which it was still there.
      age: fate === 'not-kept' ? 0 : fate === 'dropped' ? lostAt! - seenAt! : chunks - 1 - seenAt!,
      lost: fate !== 'kept',
    }));
  if (seen.length === 0) return [];
  const points: Point[] = [];
  let share = 1;
  const oldest = Math.max(...seen.map(({ age }) => age));
  for (let age = 0; age <= oldest; age++) {
    const atRisk = seen.filter((fact) => fact.age >= age).length;
    if (atRisk === 0) break;
    share *= 1 - seen.filter((fact) => fact.lost && fact.age === age).length / atRisk;
    points.push({ x: age, y: share, n: atRisk, ...wilson(share * atRisk, atRisk) });
  }
  return points;
}

/** Readings whose variant names a budget: accuracy against it over all lengths, by task. */
function ablationOf(
  budget: 'memory' | 'chunk',
  run: RunFile,
  traces: readonly EvalTrace[],
  score: (trace: EvalTrace) => number,
  tasks: readonly string[],
): Ablation | undefined {
  const settings = run.systems as Record<string, { budgets?: Record<string, number> } | undefined>;
  const size = (trace: EvalTrace) => settings[keyOf(trace)]?.budgets?.[budget];
  const readings = traces.filter(
    ({ system, variant }) => system === 'memagent' && variant?.includes(`${budget}Tokens`),
  );
  const sizes = [...new Set(readings.map(size))].filter((value) => value !== undefined).sort((a, b) => a - b);
  if (sizes.length < 2) return undefined;
  const lines = new Map(
    tasks.map((task) => [
      task,
      pointsBy(
        readings.filter((trace) => trace.task === task),
        (trace) => size(trace)!,
        score,
        sizes,
      ),
    ]),
  );
  return { budget, lines };
}

function countFailures(traces: readonly EvalTrace[]) {
  const counts = new Map<string, number>();
  for (const { error } of traces) if (error) counts.set(error.message, (counts.get(error.message) ?? 0) + 1);
  return [...counts].map(([message, count]) => ({ message, count })).sort((a, b) => b.count - a.count);
}

/** A share as a person reads it. */
export const percent = (share: number, digits = 1): string => `${(share * 100).toFixed(digits)}`;

/** Lengths of a run as they are said. */
export const lengthNames = (lengths: readonly number[]): string[] => lengths.map(lengthLabel);

/** How much of their haystack two samples share, in words. */
export const overlapLines = (overlaps: RunFile['overlaps'] = {}): string[] =>
  Object.entries(overlaps).flatMap(([task, shares]) =>
    Object.entries(shares).map(
      ([length, share]) => `${task} at ${lengthLabel(Number(length))}: ${percent(share)} % of the paragraphs`,
    ),
  );
