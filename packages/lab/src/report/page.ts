import { MemAgentError } from '@memagent/core';
import { parseLength } from '../eval/length.ts';
import { wilson } from '../eval/statistics.ts';
import { keyOf } from '../eval/summary.ts';
import { percent } from './figures.ts';
import { markdownTable } from './markdown.ts';
import { accuracyChart, budgetChart, keptChart } from './page-chart.ts';
import {
  accuracyTable,
  besidePool,
  changeTable,
  costTable,
  fateTable,
  gainTable,
  keptTable,
  overlapTable,
  publishedNamed,
  versusTable,
  writingTable,
} from './page-tables.ts';
import { type Part, type Pooled, partOf, poolRuns } from './pool.ts';
import type { RunRecord } from './record.ts';
import type { Table } from './tables.ts';

/** A page with its blocks filled in, and the drawings that it shows, by file name. */
export interface ResultsPage {
  readonly text: string;
  readonly charts: ReadonlyMap<string, string>;
}

const block = /<!-- results: (.+?) -->\n[\s\S]*?<!-- end -->/g;

/**
 * Fills in a page of results from recorded runs. Between `<!-- results: kind key=value … -->` and `<!-- end -->` stands
 * what is made from the records; all else is left as it is. Kinds: `accuracy`, `change` and `versus` (each: by task),
 * `gain` (first, second, system), `published` (table), `cost`, `writing`, `fates`, `kept` and `kept-chart`, `overlaps`,
 * `budget` and `budget-chart` (budget), and `chart` (file, title, table). Runs are named with commas,
 * `natural-sl=supervised` with what stands before its systems; `tasks`, `systems` (with `;`), `lengths` and `seeds` (up to
 * this one) choose, `by` names another verifier. A blank in a value is written `_`. Under a table stand its records; a
 * block whose runs are not all on record says so.
 */
export function fillPage(text: string, records: ReadonlyMap<string, RunRecord>): ResultsPage {
  const charts = new Map<string, string>();
  const filled = text.replace(block, (_, spec: string) => {
    const made = fillBlock(spec, records, charts);
    return `<!-- results: ${spec} -->\n\n${made}\n\n<!-- end -->`;
  });
  return { text: filled, charts };
}

function fillBlock(
  spec: string,
  records: ReadonlyMap<string, RunRecord>,
  charts: Map<string, string>,
): string {
  const [kind, ...parts] = spec.trim().split(/\s+/);
  const options = new Map(
    parts.map((part) => {
      const at = part.indexOf('=');
      return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1).replaceAll('_', ' ')];
    }),
  );
  const raw = new Map(parts.map((part) => [part.split('=')[0]!, part.slice(part.indexOf('=') + 1)]));
  const sides = ['first', 'second'].map((side) => raw.get(side)?.split(',') ?? []);
  const names = (raw.get('runs')?.split(',') ?? sides.flat()).map((name) => name.split('='));
  const part = partAsked(raw);
  const missing = names.filter(([name]) => !records.has(name!)).map(([name]) => name);
  if (missing.length === names.length) return `_Not on record yet: ${missing.join(', ')}._`;
  const runs = names
    .filter(([name]) => records.has(name!))
    .map(
      ([name, label]): Pooled => ({
        record: partOf(records.get(name!)!, part),
        ...(label ? { label } : {}),
      }),
    );
  const sources = names
    .filter(([name]) => records.has(name!))
    .map(([name]) => `[${name}](results/${name}.json)`);
  const lacking = missing.length > 0 ? `\n\n_Not on record yet: ${missing.join(', ')}._` : '';
  const systems = options.get('systems')?.split(';');
  const pool = () => poolRuns(runs, raw.get('tasks')?.split(','), systems);
  const published = () => publishedNamed(options.get('table') ?? '');
  const tables: Record<string, () => Table | undefined> = {
    accuracy: () => accuracyTable(pool(), options.has('each')),
    change: () => changeTable(pool(), options.has('each')),
    versus: () => versusTable(pool(), options.has('each')),
    gain: () => {
      const [first, second] = sides.map((side) =>
        joined(
          side.flatMap((name) => records.get(name) ?? []),
          part,
        ),
      );
      return first && second && gainTable(first, second, options.get('system') ?? 'memagent select');
    },
    published: () => besidePool(pool(), published()!),
    cost: () => costTable(pool()),
    overlaps: () => overlapTable(runs),
    writing: () => writingTable(runs),
    fates: () => fateTable(runs),
    kept: () => keptTable(keptLines(runs, systems)),
    budget: () => budgetTable(runs, options.get('budget') ?? 'memory'),
  };
  if (kind === 'chart' || kind === 'budget-chart' || kind === 'kept-chart') {
    const file = raw.get('file') ?? 'chart.svg';
    const title = options.get('title') ?? '';
    const budget = options.get('budget') ?? 'memory';
    const chart =
      kind === 'chart'
        ? accuracyChart(pool(), title, published())
        : kind === 'kept-chart'
          ? keptChart(keptLines(runs, systems), title)
          : budgetChart(
              [...budgetLines(runs, budget)].map(([name, points]) => ({ name, points })),
              title,
              `${budget} in tokens`,
            );
    charts.set(file, chart);
    return `![${title}](results/${file})${lacking}`;
  }
  const make = tables[kind ?? ''];
  if (!make)
    throw new MemAgentError('bad-input', `The page asks for "${kind}", which nothing makes.`, {
      hint: `Use one of: ${Object.keys(tables).join(', ')}, chart, budget-chart, kept-chart.`,
    });
  const table = make();
  if (!table) return lacking.trim();
  const caption = part.by ? table.caption.replace(/\.$/, `, by ${part.by}.`) : table.caption;
  return `${markdownTable({ ...table, caption })}\n\nFrom ${sources.join(', ')}.${lacking}`;
}

function partAsked(raw: ReadonlyMap<string, string>): Part {
  const [by, lengths, seeds] = [raw.get('by'), raw.get('lengths'), raw.get('seeds')];
  return {
    ...(by ? { by } : {}),
    ...(lengths ? { lengths: lengths.split(',').map((length) => parseLength(length).tokens) } : {}),
    ...(seeds ? { seeds: Number(seeds) } : {}),
  };
}

/** Runs of one model as one. */
function joined(side: readonly RunRecord[], part: Part): RunRecord | undefined {
  const first = side[0];
  return first && { ...first, rows: side.flatMap((record) => partOf(record, part).rows) };
}

/** How long facts stay in the memory, a line a run and system; of systems named, those alone. */
function keptLines(runs: readonly Pooled[], systems: readonly string[] | undefined) {
  return runs.flatMap(({ record, label }) =>
    record.survival
      .map(({ system, curve }) => ({ name: [label, system].filter(Boolean).join(' '), points: curve }))
      .filter(({ name, points }) => points.length > 0 && (!systems || systems.includes(name))),
  );
}

/** Accuracy by a budget that a run's systems differ in, by task. */
function budgetLines(runs: readonly Pooled[], budget: string) {
  const lines = new Map<string, { x: number; y: number; n: number; low: number; high: number }[]>();
  for (const { record } of runs)
    for (const row of record.rows) {
      const settings = record.run.systems[keyOf(row)] as { budgets?: Record<string, number> } | undefined;
      const x = settings?.budgets?.[budget];
      if (x === undefined || row.system !== 'memagent') continue;
      const point = { x, y: row.accuracy, n: row.n, ...wilson(row.accuracy * row.n, row.n) };
      lines.set(
        row.task,
        [...(lines.get(row.task) ?? []), point].sort((a, b) => a.x - b.x),
      );
    }
  return lines;
}

function budgetTable(runs: readonly Pooled[], budget: string): Table {
  const lines = budgetLines(runs, budget);
  const sizes = [...new Set([...lines.values()].flat().map(({ x }) => x))].sort((a, b) => a - b);
  return {
    caption: `Accuracy in percent by tokens of the ${budget} (95 % interval by Wilson, questions).`,
    head: ['task', ...sizes.map((size) => size.toLocaleString('en-US'))],
    rows: [...lines].map(([task, points]) => [
      { text: task },
      ...sizes.map((size) => {
        const point = points.find(({ x }) => x === size);
        return point
          ? {
              text: percent(point.y),
              small: `${percent(point.low, 0)}–${percent(point.high, 0)}, ${point.n}`,
            }
          : { text: '' };
      }),
    ]),
  };
}
