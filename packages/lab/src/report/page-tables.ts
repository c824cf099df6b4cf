import { lengthLabel } from '../eval/length.ts';
import type { Interval } from '../eval/statistics.ts';
import { fates } from '../eval/survival.ts';
import { compareRuns } from './compare.ts';
import { type Point, percent } from './figures.ts';
import { changeOf, differenceAt, lengthsOf, type Pool, type Pooled, pointAt, tasksOf } from './pool.ts';
import { type PublishedTable, published } from './published.ts';
import type { RecordRow, RunRecord } from './record.ts';
import { fateNames } from './survival-bars.ts';
import { compactNumber } from './svg.ts';
import type { Cell, Table } from './tables.ts';

const cell = (text: string): Cell => ({ text });
const signed = (share: number) => `${share >= 0 ? '+' : '−'}${percent(Math.abs(share))}`;
const change = ({ n, difference, low, high }: Interval & { n: number; difference: number }): Cell =>
  n === 0 ? cell('') : { text: signed(difference), small: `${signed(low)} to ${signed(high)}, ${n}` };
const pointCell = (point: Point | undefined): Cell =>
  point === undefined
    ? cell('')
    : { text: percent(point.y), small: `${percent(point.low, 0)}–${percent(point.high, 0)}, ${point.n}` };

/** Accuracy by system and length, of the mean over the tasks or of each task. */
export function accuracyTable(pool: Pool, each: boolean): Table {
  const lengths = lengthsOf(pool);
  const groups = each ? tasksOf(pool) : [undefined];
  return {
    caption: 'Accuracy in percent (95 % interval by Wilson, questions).',
    head: [...(each ? ['task'] : []), 'system', ...lengths.map(lengthLabel)],
    left: each ? 2 : 1,
    rows: groups.flatMap((task) =>
      pool.systems.map((name) => [
        ...(task === undefined ? [] : [cell(task)]),
        cell(name),
        ...lengths.map((length) => pointCell(pointAt(pool, name, length, task ? { task } : {}))),
      ]),
    ),
  };
}

/** Each task and then all together, or all together alone: what stands before a row's system, and the task. */
function taskGroups(pool: Pool, each: boolean) {
  const tasks = tasksOf(pool);
  if (!each) return [{ before: [], task: undefined }];
  const all = tasks.length > 1 ? [{ before: [cell('all')], task: undefined }] : [];
  return [...tasks.map((task) => ({ before: [cell(task)], task })), ...all];
}

/** Every system's change from the shortest length to every other, on the same questions. */
export function changeTable(pool: Pool, each: boolean): Table {
  const [first, ...others] = lengthsOf(pool);
  return {
    caption: `Change in points from ${first === undefined ? '' : lengthLabel(first)} on the same questions (95 % interval by bootstrap over pairs, pairs).`,
    head: [...(each ? ['task'] : []), 'system', ...others.map(lengthLabel)],
    left: each ? 2 : 1,
    rows: taskGroups(pool, each).flatMap(({ before, task }) =>
      pool.systems.map((name) => [
        ...[...before, cell(name)],
        ...others.map((length) => change(changeOf(pool, name, first!, length, task))),
      ]),
    ),
  };
}

/** The first system against the others at every length. */
export function versusTable(pool: Pool, each: boolean): Table {
  const lengths = lengthsOf(pool);
  const [first, ...others] = pool.systems;
  return {
    caption: `${first} against the others on the same questions, in points (95 % interval by bootstrap over pairs, pairs).`,
    head: [...(each ? ['task'] : []), 'against', ...lengths.map(lengthLabel)],
    left: each ? 2 : 1,
    rows: taskGroups(pool, each).flatMap(({ before, task }) =>
      others.map((name) => [
        ...[...before, cell(name)],
        ...lengths.map((length) => change(differenceAt(pool, first!, name, length, task))),
      ]),
    ),
  };
}

/** One run against another, of one system. */
export function gainTable(first: RunRecord, second: RunRecord, system: string): Table {
  const rows = compareRuns(first, second).filter((row) => row.system === system);
  return {
    caption: `${system}: difference in points on the same questions (95 % interval by bootstrap over pairs, pairs).`,
    head: ['task', 'length', 'first', 'second', 'difference', 'p'],
    rows: rows.map((row) => [
      cell(row.task ?? 'all'),
      cell(row.length === null ? 'all' : lengthLabel(row.length)),
      cell(percent(row.first)),
      cell(percent(row.second)),
      change(row),
      cell(row.p < 0.001 ? '< 0.001' : row.p.toFixed(3)),
    ]),
  };
}

/** The published table of a name; undefined where there is none. */
export const publishedNamed = (title: string): PublishedTable | undefined =>
  published.find((table) => table.title === title);

/** Lengths that differ by less than this are the same: paragraphs are counted there, tokens here. */
const near = (a: number, b: number) => Math.abs(a / b - 1) < 0.1;

/** A published table with the systems of a pool under it, scored by the same verifier. */
export function besidePool(pool: Pool, table: PublishedTable): Table {
  const lengths = lengthsOf(pool);
  return {
    caption: `${table.title}: as published (${table.source}; ${table.n}), and ours by ${table.verifier}, in percent.`,
    head: ['', ...table.lengths.map(lengthLabel)],
    rows: [
      ...table.rows.map(({ name, values }) => [
        cell(`${name} (published)`),
        ...values.map((value) => cell(value === null ? '' : value.toFixed(1))),
      ]),
      ...pool.systems.map((name) => [
        cell(name),
        ...table.lengths.map((wanted) => {
          const length = lengths.find((one) => near(one, wanted));
          return pointCell(
            length === undefined ? undefined : pointAt(pool, name, length, { verifier: table.verifier }),
          );
        }),
      ]),
    ],
  };
}

const named = (runs: readonly Pooled[]) =>
  runs.map(({ record, label }) => ({
    record,
    name: (system: string) => [label, system].filter(Boolean).join(' '),
  }));

/** Tokens generated at chunks with evidence and without. */
export function writingTable(runs: readonly Pooled[]): Table {
  return {
    caption:
      'Generated at a chunk, the end of the reply included; and the share of chunks that changed the memory.',
    head: ['system', 'chunks', 'tokens a chunk', 'chunks written (%)'],
    rows: named(runs).flatMap(({ record, name }) =>
      record.writing.map(({ system, evidence, chunks, tokensOut, written }) => [
        cell(`${name(system)}, ${evidence ? 'with' : 'without'} evidence`),
        ...[cell(chunks.toLocaleString('en-US')), cell(tokensOut.toFixed(2)), cell(percent(written, 2))],
      ]),
    ),
  };
}

/** What a sample takes, by system and length: tokens read and written, and the calls that they were in. */
export function costTable(pool: Pool): Table {
  const rowsOf = (name: string, length: number) =>
    pool.rows.filter((row) => row.name === name && row.length === length);
  const mean = (rows: readonly RecordRow[], of: 'tokensIn' | 'tokensOut' | 'calls') => {
    const n = rows.reduce((sum, row) => sum + row.n - row.failures, 0);
    return rows.reduce((sum, row) => sum + row[of] * (row.n - row.failures), 0) / Math.max(1, n);
  };
  return {
    caption: 'Means of a sample.',
    head: ['system', 'length', 'calls', 'tokens read', 'tokens generated'],
    left: 2,
    rows: pool.systems.flatMap((name) =>
      lengthsOf(pool)
        .filter((length) => rowsOf(name, length).length > 0)
        .map((length) => [
          ...[cell(name), cell(lengthLabel(length))],
          ...(['calls', 'tokensIn', 'tokensOut'] as const).map((of) =>
            cell(compactNumber(mean(rowsOf(name, length), of))),
          ),
        ]),
    ),
  };
}

/** How much of their paragraphs two samples share. */
export function overlapTable(runs: readonly Pooled[]): Table {
  return {
    caption:
      'How much of its paragraphs one text shares with another of the same task and length, in percent.',
    head: ['task', 'length', 'shared'],
    rows: runs.flatMap(({ record }) =>
      Object.entries(record.run.overlaps ?? {}).flatMap(([task, shares]) =>
        Object.entries(shares).map(([length, share]) => [
          ...[cell(task), cell(lengthLabel(Number(length))), cell(percent(share))],
        ]),
      ),
    ),
  };
}

/** How far on facts are still held, as parts of the longest way that one of them had to the end of its text. */
const ways = [0.2, 0.4, 0.6, 0.8];

/** The share of the facts that are still in the memory when more of the text has been read. */
export function keptTable(
  lines: readonly { readonly name: string; readonly points: readonly Point[] }[],
): Table {
  const held = (point: Point | undefined): Cell =>
    point ? { text: percent(point.y), small: String(point.n) } : cell('');
  return {
    caption:
      'Needed facts still in the memory (Kaplan and Meier; in brackets the facts that are counted there), in percent: when their chunk has been read, and when so much more has been read, in percent of the longest way that a fact had to the end of its text.',
    head: ['system', 'read', ...ways.map((way) => `${percent(way, 0)} % on`), 'longest way in chunks'],
    rows: lines.map(({ name, points }) => {
      const longest = points.at(-1)!.x;
      const at = (way: number) => points.findLast(({ x }) => x <= way * longest);
      return [
        ...[cell(name), held(points[0]), ...ways.map((way) => held(at(way)))],
        cell(longest.toLocaleString('en-US')),
      ];
    }),
  };
}

/** What became of the facts that the answers need. */
export function fateTable(runs: readonly Pooled[]): Table {
  const order = [...fates].reverse();
  return {
    caption: 'What became of the facts that the answers need, in percent of them.',
    head: ['system', 'facts', ...order.map((fate) => fateNames[fate])],
    rows: named(runs).flatMap(({ record, name }) =>
      record.survival.map(({ system, counts }) => {
        const total = order.reduce((sum, fate) => sum + counts[fate], 0);
        return [
          ...[cell(name(system)), cell(total.toLocaleString('en-US'))],
          ...order.map((fate) => cell(percent(counts[fate] / Math.max(1, total)))),
        ];
      }),
    ),
  };
}
