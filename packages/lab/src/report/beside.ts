import { mean, wilson } from '../eval/statistics.ts';
import { keyOf } from '../eval/summary.ts';
import type { EvalTrace } from '../eval/trace.ts';
import type { Point, ReportData } from './figures.ts';
import { type PublishedTable, published } from './published.ts';

/** A published table with our systems on the same tasks, scored by the same verifier. */
export interface Beside {
  readonly table: PublishedTable;
  readonly ours: ReadonlyMap<string, readonly Point[]>;
}

/** Lengths that differ by less than this are the same: paragraphs are counted there, tokens here. */
const tolerance = 0.1;

/** The published tables whose tasks this run has all of, at one of their lengths at least. */
export function besidePublished(data: ReportData, traces: readonly EvalTrace[]): Beside[] {
  return published.flatMap((table) => {
    if (!table.tasks.every((task) => data.tasks.includes(task))) return [];
    const ours = new Map(
      data.systems.map((system) => [
        system,
        table.lengths.flatMap((length) =>
          pointAt(
            table,
            length,
            traces.filter((t) => keyOf(t) === system),
          ),
        ),
      ]),
    );
    return [...ours.values()].some((points) => points.length > 0) ? [{ table, ours }] : [];
  });
}

function pointAt(table: PublishedTable, length: number, traces: readonly EvalTrace[]): Point[] {
  const near = traces.filter(
    (trace) => table.tasks.includes(trace.task) && Math.abs(trace.length / length - 1) < tolerance,
  );
  const byTask = table.tasks.map((task) => near.filter((trace) => trace.task === task));
  if (byTask.some((list) => list.length === 0)) return [];
  const y = mean(byTask.map((list) => mean(list.map(({ verdicts }) => verdicts[table.verifier] ?? 0))));
  return [{ x: length, y, n: near.length, ...wilson(y * near.length, near.length) }];
}
