import { rulerTasks } from '../task/registry.ts';
import { verifiers } from '../verify/verify.ts';
import type { RunFile } from './run-file.ts';
import { type Interval, mean, wilson } from './statistics.ts';
import type { EvalTrace } from './trace.ts';

/** One task at one length by one system: a row of `summary.json`. */
export interface SummaryRow extends Interval {
  readonly task: string;
  /** In tokens. */
  readonly length: number;
  readonly system: string;
  readonly policy: string | null;
  readonly variant: string | null;
  /** Samples, failed ones included. */
  readonly n: number;
  /** The mean score by `verifier`, with its 95 % interval in `low` and `high`. */
  readonly accuracy: number;
  readonly verifier: string;
  /** The mean score by every verifier. */
  readonly verdicts: Readonly<Record<string, number>>;
  /** Means per sample that did not fail. */
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly calls: number;
  readonly seconds: number;
  readonly money: number | null;
  /** Samples whose request failed; they count as wrong. */
  readonly failures: number;
}

const rulerNames = new Set(rulerTasks.map(({ name }) => name));

/** The verifier that a task is scored by unless another is named: RULER's own for RULER, else `contains`. */
export const usualVerifier = (task: string): string =>
  rulerNames.has(task.split(' ')[0]!) ? 'string_match_all' : 'contains';

/** A trace's score by the verifier of its task, or by the one named. */
export const scoreOf = (trace: EvalTrace, verifier?: string): number =>
  trace.verdicts[verifier ?? usualVerifier(trace.task)] ?? 0;

export interface SummaryOptions {
  /** Instead of each task's usual one. */
  readonly verifier?: string;
  /** The run, whose order of tasks and systems the rows keep; otherwise as they come. */
  readonly run?: Pick<RunFile, 'tasks' | 'systems'>;
}

/** Rows from traces, in the order of tasks, lengths and systems. */
export function summarize(traces: readonly EvalTrace[], options: SummaryOptions = {}): SummaryRow[] {
  const groups = new Map<string, EvalTrace[]>();
  for (const trace of traces) {
    const key = JSON.stringify([trace.task, trace.length, keyOf(trace)]);
    const group = groups.get(key);
    if (group) group.push(trace);
    else groups.set(key, [trace]);
  }
  const order = orderOf(traces, options.run);
  return [...groups.values()]
    .map((group) => rowOf(group, options.verifier))
    .sort(
      (a, b) =>
        order.tasks.indexOf(a.task) - order.tasks.indexOf(b.task) ||
        a.length - b.length ||
        order.systems.indexOf(keyOf(a)) - order.systems.indexOf(keyOf(b)),
    );
}

/** The system of a trace or a row, by its name in full. */
export const keyOf = ({
  system,
  policy,
  variant,
}: Pick<EvalTrace, 'system' | 'policy' | 'variant'>): string =>
  [system, policy, variant].filter(Boolean).join(' ');

/** Tasks and systems in the order in which the run has them; those it does not know follow. */
export function orderOf(
  traces: readonly EvalTrace[],
  run?: Pick<RunFile, 'tasks' | 'systems'>,
): { tasks: string[]; systems: string[] } {
  const seen = { tasks: new Set(traces.map(({ task }) => task)), systems: new Set(traces.map(keyOf)) };
  const sorted = (known: string[], there: Set<string>) => [
    ...known.filter((name) => there.has(name)),
    ...[...there].filter((name) => !known.includes(name)),
  ];
  return {
    tasks: sorted(Object.keys(run?.tasks ?? {}), seen.tasks),
    systems: sorted(Object.keys(run?.systems ?? {}), seen.systems),
  };
}

function rowOf(group: readonly EvalTrace[], named: string | undefined): SummaryRow {
  const { task, length, system, policy, variant } = group[0]!;
  const verifier = named ?? usualVerifier(task);
  const scores = group.map((trace) => scoreOf(trace, verifier));
  const good = group.filter(({ error }) => !error);
  const average = (of: (trace: EvalTrace) => number) => mean(good.map(of));
  return {
    ...{ task, length, system, policy, variant },
    n: group.length,
    accuracy: mean(scores),
    ...wilson(
      scores.reduce((sum, score) => sum + score, 0),
      group.length,
    ),
    verifier,
    verdicts: Object.fromEntries(
      Object.keys(verifiers).map((name) => [name, mean(group.map(({ verdicts }) => verdicts[name] ?? 0))]),
    ),
    tokensIn: average((trace) => trace.tokensIn),
    tokensOut: average((trace) => trace.tokensOut),
    calls: average((trace) => trace.calls),
    seconds: average((trace) => trace.seconds),
    money: good.some(({ money }) => money !== undefined) ? average((trace) => trace.money ?? 0) : null,
    failures: group.length - good.length,
  };
}
