import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MemAgentError } from '@memagent/core';
import type { RunFile } from '../eval/run-file.ts';
import { mean } from '../eval/statistics.ts';
import { keyOf, type SummaryRow, scoreOf } from '../eval/summary.ts';
import { type EvalTrace, traceKey } from '../eval/trace.ts';
import type { ReportData } from './figures.ts';

/** A row of a run's summary with the score of every question, so that runs can be compared question by question. */
export interface RecordRow extends SummaryRow {
  /** The score of each seed of `seeds`. */
  readonly scores: readonly number[];
  readonly seeds: readonly number[];
  /** The same by other verifiers, where they are kept. */
  readonly others?: Readonly<Record<string, readonly number[]>>;
}

/** What a system generates at chunks with evidence, and at those without. */
export interface Writing {
  readonly system: string;
  readonly evidence: boolean;
  readonly chunks: number;
  /** Mean tokens generated at a chunk, the one that ends the reply included. */
  readonly tokensOut: number;
  /** The share of the chunks at which the memory changed. */
  readonly written: number;
}

/** What is kept of a run where its traces are too much: its tables can be made again, and it can be compared. */
export interface RunRecord {
  readonly run: Pick<RunFile, 'created' | 'name' | 'model' | 'split' | 'systems' | 'overlaps'>;
  readonly rows: readonly RecordRow[];
  readonly survival: ReportData['survival'];
  readonly writing: readonly Writing[];
}

/** The record of a run. */
export function recordOf(run: RunFile, traces: readonly EvalTrace[], data: ReportData): RunRecord {
  const groups = new Map<string, EvalTrace[]>();
  for (const trace of traces) {
    const group = groups.get(rowKey(trace));
    if (group) group.push(trace);
    else groups.set(rowKey(trace), [trace]);
  }
  const { created, name, model, split, systems, overlaps } = run;
  return {
    run: { created, ...(name ? { name } : {}), model, split, systems, ...(overlaps ? { overlaps } : {}) },
    rows: data.rows.map((row) => {
      const own = [...groups.get(rowKey(row))!].sort((a, b) => a.seed - b.seed);
      return {
        ...row,
        scores: own.map((trace) => round(scoreOf(trace, row.verifier))),
        seeds: own.map(({ seed }) => seed),
      };
    }),
    survival: data.survival.map(({ curve, ...rest }) => ({ ...rest, curve: thinned(curve) })),
    writing: data.systems.flatMap((system) => writingOf(system, traces)),
  };
}

/** A record with the scores by other verifiers too in the rows that are wanted, from the samples of its run. */
export function withScores(
  record: RunRecord,
  samples: readonly Pick<
    EvalTrace,
    'task' | 'length' | 'system' | 'policy' | 'variant' | 'seed' | 'verdicts'
  >[],
  names: readonly string[],
  wanted: (row: RecordRow) => boolean,
): RunRecord {
  const verdicts = new Map(samples.map((sample) => [traceKey(sample), sample.verdicts]));
  const rows = record.rows.map((row) => {
    const own = row.seeds.map((seed) => verdicts.get(traceKey({ ...row, seed })));
    if (!wanted(row) || own.includes(undefined)) return row;
    const scores = (name: string) => own.map((of) => round(of?.[name] ?? 0));
    return { ...row, others: Object.fromEntries(names.map((name) => [name, scores(name)])) };
  });
  return { ...record, rows };
}

const rowKey = (of: Pick<EvalTrace, 'task' | 'length' | 'system' | 'policy' | 'variant'>) =>
  JSON.stringify([of.task, of.length, keyOf(of)]);

const round = (value: number) => Math.round(value * 1e4) / 1e4;

/** About fifty points of a curve, the ends among them. */
const thinned = <T>(points: readonly T[]): T[] => {
  const step = Math.max(1, (points.length - 1) / 50);
  const places = new Set(points.map((_, i) => Math.round(Math.floor(i / step) * step)));
  if (points.length > 0) places.add(points.length - 1);
  return points.filter((_, i) => places.has(i));
};

/** Of questions whose evidence is known: a count has none, nor has a question without an answer. */
function writingOf(system: string, traces: readonly EvalTrace[]): Writing[] {
  const steps = traces
    .filter((trace) => keyOf(trace) === system && trace.calls > 1 && trace.facts.length > 0)
    .flatMap((trace) => {
      const at = new Set(trace.facts.map(({ seenAt }) => seenAt));
      return trace.steps.map((step) => ({ ...step, evidence: at.has(step.chunk) }));
    });
  return [true, false].flatMap((evidence) => {
    const own = steps.filter((step) => step.evidence === evidence);
    if (own.length === 0) return [];
    return {
      ...{ system, evidence, chunks: own.length },
      tokensOut: round(mean(own.map(({ tokensOut }) => tokensOut))),
      written: round(own.filter(({ outcome }) => outcome === 'written').length / own.length),
    };
  });
}

/** A record as text, a row a line: small, and a change of it can be read. */
export function recordText({ run, rows, survival, writing }: RunRecord): string {
  const lines = (list: readonly unknown[]) => `[\n${list.map((each) => JSON.stringify(each)).join(',\n')}\n]`;
  return `{"run":${JSON.stringify(run)},\n"rows":${lines(rows)},\n"survival":${lines(survival)},\n"writing":${lines(writing)}}\n`;
}

/** Reads the record of a run: the file itself, or the folder of the run. */
export async function readRecord(path: string): Promise<RunRecord> {
  try {
    const file = (await stat(path)).isDirectory() ? join(path, 'record.json') : path;
    const record = JSON.parse(await readFile(file, 'utf8')) as RunRecord;
    const { run, rows } = record;
    if (run && Array.isArray(rows) && rows.every(({ scores }) => Array.isArray(scores))) return record;
  } catch (cause) {
    throw noRecord(path, cause);
  }
  throw noRecord(path);
}

const noRecord = (path: string, cause?: unknown) =>
  new MemAgentError('bad-input', `${path} is no record of an evaluation.`, {
    hint: 'Give a run’s folder, or its record.json; `memagent eval report <folder>` writes it.',
    cause,
  });
