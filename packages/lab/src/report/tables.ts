import type { SummaryRow } from '../eval/summary.ts';
import { keyOf } from '../eval/summary.ts';
import type { Beside } from './beside.ts';
import {
  type Ablation,
  confidenceFrom,
  lengthNames,
  type Point,
  percent,
  type ReportData,
  type Share,
} from './figures.ts';
import { fateNames } from './survival-bars.ts';
import { compactNumber } from './svg.ts';

/** A cell of a table; `small` is what stands beside the figure, in smaller type. */
export interface Cell {
  readonly text: string;
  readonly small?: string;
  /** The best of its column. */
  readonly best?: boolean;
}

/** A table, to be written as HTML or Markdown. */
export interface Table {
  readonly caption: string;
  readonly head: readonly string[];
  /** How many columns are names rather than figures; 1 unless told. */
  readonly left?: number;
  readonly rows: readonly (readonly Cell[])[];
}

const cell = (text: string): Cell => ({ text });
const interval = ({ low, high }: { low: number; high: number }) => `${percent(low, 0)}–${percent(high, 0)}`;
const signed = (share: number) => `${share >= 0 ? '+' : '−'}${percent(Math.abs(share))}`;

/** The mean over all tasks, by system and length. */
export function overallTable(data: ReportData): Table {
  const contenders = [...data.overall].filter(([system]) => !/^(?:oracle|empty)\b/.test(system));
  const { lengths, tasks } = data.common;
  const best = lengths.map((length) =>
    Math.max(...contenders.flatMap(([, points]) => points.filter(({ x }) => x === length).map(({ y }) => y))),
  );
  const several = data.systems.length > 1;
  return {
    caption: `Accuracy in percent, ${data.tasks.length === 1 ? '' : `mean over ${tasks.length === data.tasks.length ? `all ${tasks.length} tasks` : `the ${tasks.length} tasks that were run at these lengths`}, `}with its 95 % interval (Wilson).`,
    head: ['system', ...lengthNames(lengths)],
    rows: data.systems.map((system) => [
      cell(system),
      ...lengths.map((length, i) => pointCell(data.overall.get(system)!, length, several ? best[i]! : 2)),
    ]),
  };
}

function pointCell(points: readonly Point[], length: number, best: number): Cell {
  const point = points.find(({ x }) => x === length);
  if (!point) return cell('');
  return { text: percent(point.y), small: interval(point), best: point.y === best };
}

/** Every row of the summary. */
export function taskTable(data: ReportData): Table {
  return {
    caption:
      'Every task. Accuracy is by the verifier named; strict (whole answer equal) and sub_em (the published table’s lenient one) stand beside it. Failed requests count as wrong.',
    head: [
      ...['task', 'system', 'length', 'n', 'accuracy', 'verifier', 'strict', 'sub_em', 'failed', 'tokens in'],
      ...['tokens out', 'seconds'],
    ],
    left: 2,
    rows: data.rows.map((row) => [
      ...[cell(row.task), cell(keyOf(row)), cell(lengthNames([row.length])[0]!), cell(String(row.n))],
      { text: percent(row.accuracy), small: interval(row) },
      ...[
        cell(row.verifier),
        cell(percent(row.verdicts.strict ?? 0)),
        cell(percent(row.verdicts.sub_em ?? 0)),
      ],
      ...[cell(row.failures === 0 ? '' : String(row.failures)), cell(compactNumber(row.tokensIn))],
      ...[cell(compactNumber(row.tokensOut)), cell(secondsText(row))],
    ]),
  };
}

const secondsText = ({ seconds }: Pick<SummaryRow, 'seconds'>) =>
  seconds < 0.001 ? '0' : Number(seconds.toPrecision(3)).toString();

/** Paired differences between systems. */
export function comparisonTable(data: ReportData): Table | undefined {
  if (data.comparisons.length === 0) return undefined;
  return {
    caption: `${data.systems[0]} against the others on the same samples: difference in points with its 95 % interval (bootstrap over pairs), pairs won and lost, and the probability of such a difference by chance (sign flips).`,
    head: ['against', 'pairs', 'difference', 'won', 'lost', 'p'],
    rows: data.comparisons.map((one) => [
      ...[cell(one.system), cell(String(one.n))],
      { text: signed(one.difference), small: `${signed(one.low)} to ${signed(one.high)}` },
      ...[
        cell(String(one.wins)),
        cell(String(one.losses)),
        cell(one.p < 0.001 ? '< 0.001' : one.p.toFixed(3)),
      ],
    ]),
  };
}

/** What is lost from the shortest text to the longest, and what a token more costs. */
export function scalingTable(data: ReportData): Table | undefined {
  if (data.losses.length === 0) return undefined;
  const whole = data.common.tasks.length === data.tasks.length;
  const names = lengthNames(whole ? data.common.lengths : data.lengths);
  const per = (value: number | undefined) =>
    value === undefined
      ? ''
      : Math.abs(value) < 1e-4
        ? '0'
        : Number(value.toPrecision(3)).toString().replace('-', '−');
  return {
    caption: `From ${whole ? `${names[0]} to ${names.at(-1)}` : 'each task’s shortest text to its longest'}: change in accuracy on the same questions in points with its 95 % interval (paired bootstrap), and straight lines fitted to cost against length.`,
    head: ['system', 'pairs', 'change', 'tokens per token of text', 'R²', 'seconds per 1k tokens', 'R²'],
    rows: data.losses.map((loss, i) => {
      const { tokensFit, secondsFit } = data.costs[i]!;
      return [
        ...[cell(loss.system), cell(String(loss.n))],
        loss.n === 0
          ? cell('')
          : { text: signed(loss.difference), small: `${signed(loss.low)} to ${signed(loss.high)}` },
        ...[cell(per(tokensFit?.slope)), cell(tokensFit?.r2.toFixed(3) ?? '')],
        ...[cell(per(secondsFit && secondsFit.slope * 1024)), cell(secondsFit?.r2.toFixed(3) ?? '')],
      ];
    }),
  };
}

/** What became of the facts. */
export function survivalTable(data: ReportData): Table | undefined {
  if (data.survival.length === 0) return undefined;
  const order = ['kept', 'dropped', 'not-kept', 'unseen'] as const;
  return {
    caption: 'What became of the facts that the answers need, in percent of them.',
    head: ['system', 'facts', ...order.map((fate) => fateNames[fate])],
    rows: data.survival.map(({ system, counts }) => {
      const total = order.reduce((sum, fate) => sum + counts[fate], 0);
      return [cell(system), cell(String(total)), ...order.map((fate) => cell(percent(counts[fate] / total)))];
    }),
  };
}

const shareCell = (one: Share): Cell =>
  one.n === 0 ? cell('') : { text: percent(one.share), small: `${interval(one)}, ${one.n}` };

/** How many answers are right, by how confident the system is of them. */
export function confidenceTable(data: ReportData): Table | undefined {
  if (data.confidence.length === 0) return undefined;
  const head = confidenceFrom.map((from, i) => {
    const to = confidenceFrom[i + 1];
    return to === undefined ? `${from} and more` : from === 0 ? `below ${to}` : `${from} to ${to}`;
  });
  return {
    caption:
      'Answers that were given, by the confidence that came with them: accuracy in percent with its 95 % interval (Wilson) and their number.',
    head: ['system', ...head],
    rows: data.confidence.map(({ system, bands }) => [cell(system), ...bands.map(shareCell)]),
  };
}

/** What was said of questions without an answer, and of the others. */
export function answerabilityTable(data: ReportData): Table | undefined {
  if (data.answerability.length === 0) return undefined;
  return {
    caption:
      'Questions whose text has no answer: how many of them got none (recognised), and how many of those that have one (false alarms), in percent with its 95 % interval (Wilson) and their number.',
    head: ['task', 'system', 'length', 'recognised', 'false alarms'],
    left: 2,
    rows: data.answerability.map(({ task, system, length, recognised, falseAlarms }) => [
      ...[cell(task), cell(system), cell(lengthNames([length])[0]!)],
      ...[shareCell(recognised), shareCell(falseAlarms)],
    ]),
  };
}

/** Accuracy by one budget, a row a task. */
export function ablationTable({ budget, lines }: Ablation): Table {
  const sizes = [...new Set([...lines.values()].flatMap((points) => points.map(({ x }) => x)))].sort(
    (a, b) => a - b,
  );
  const n = [...lines.values()].flatMap((points) => points.map((point) => point.n));
  return {
    caption: `Accuracy in percent by tokens of the ${budget}, with its 95 % interval (Wilson), ${Math.min(...n)}${Math.min(...n) === Math.max(...n) ? '' : ` to ${Math.max(...n)}`} samples each.`,
    head: ['task', ...sizes.map((size) => size.toLocaleString('en-US'))],
    rows: [...lines].map(([task, points]) => [
      cell(task),
      ...sizes.map((size) => pointCell(points, size, 2)),
    ]),
  };
}

/** Published numbers with ours under them. */
export function besideTable({ table, ours }: Beside): Table {
  return {
    caption: `${table.title}: published numbers (${table.source}; ${table.n}) and this run, by ${table.verifier}, in percent.`,
    head: ['', ...lengthNames(table.lengths)],
    rows: [
      ...table.rows.map(({ name, values }) => [
        cell(`${name} (published)`),
        ...values.map((value) => cell(value === null ? '' : value.toFixed(1))),
      ]),
      ...[...ours].map(([system, points]) => [
        cell(system),
        ...table.lengths.map((length) => pointCell(points, length, 2)),
      ]),
    ],
  };
}
