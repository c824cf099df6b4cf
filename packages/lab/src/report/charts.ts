import { lengthLabel } from '../eval/length.ts';
import type { LinearFit } from '../eval/statistics.ts';
import { keyOf } from '../eval/summary.ts';
import type { Fate } from '../eval/survival.ts';
import type { Beside } from './beside.ts';
import type { Point, ReportData } from './figures.ts';
import { heatMap } from './heat-map.ts';
import { type ChartLine, lineChart, strokeClass } from './line-chart.ts';
import { fateNames, survivalBars } from './survival-bars.ts';
import { compactNumber, escapeHtml } from './svg.ts';
import { look } from './theme.ts';

/** Which colour is which system. */
export const legend = (systems: readonly string[]) =>
  keyOfLines(
    systems.map((name, i) => ({
      name,
      ...look(i),
      ...(isCalibration(name) ? { reference: 0 } : {}),
    })),
  );

const keyOfLines = (lines: readonly Pick<ChartLine, 'name' | 'colour' | 'dash' | 'reference'>[]) =>
  `<div class="legend">${lines.map((line) => `<span><svg viewBox="0 0 26 8" aria-hidden="true"><path d="M1 4H25" class="${strokeClass(line)}"/></svg>${escapeHtml(line.name)}</span>`).join('')}</div>`;

/** Which colour is which fate. */
export const fateLegend = () =>
  `<div class="legend">${(['kept', 'dropped', 'not-kept', 'unseen'] as Fate[]).map((fate) => `<span><i class="box" style="background:var(--${fate})"></i>${fateNames[fate]}</span>`).join('')}</div>`;

const panels = (charts: readonly string[], kind = '') =>
  charts.length === 0
    ? ''
    : `<div class="${charts.length === 1 && kind === '' ? 'one small' : `panels ${kind}`}">${charts.join('')}</div>`;

const shares = {
  yLabel: 'accuracy (%)',
  y: [0, 1] as const,
  yTick: (value: number) => String(Math.round(value * 100)),
};
const lengthAxis = { xLabel: 'length in tokens', xTick: lengthLabel, logX: true };

/** Accuracy against length: the mean over tasks, then each task. */
export function accuracyCharts(data: ReportData): string {
  const overall = lineChart({
    ...shares,
    ...lengthAxis,
    title: data.tasks.length === 1 ? data.tasks[0]! : `mean over ${data.common.tasks.length} tasks`,
    lines: linesOf(data, (system) => data.overall.get(system)!),
  });
  const each =
    data.tasks.length === 1
      ? []
      : data.tasks.map((task) =>
          lineChart({
            ...shares,
            ...lengthAxis,
            title: task,
            lines: linesOf(data, (system) =>
              data.rows
                .filter((row) => row.task === task && keyOf(row) === system)
                .map(
                  ({ length, accuracy, low, high, n }): Point => ({ x: length, y: accuracy, low, high, n }),
                ),
            ),
          }),
        );
  return panels([overall, ...each]);
}

const linesOf = (data: ReportData, points: (system: string) => readonly Point[]): ChartLine[] =>
  data.systems.map((name, i) => ({
    ...{ name, ...look(i), points: points(name) },
    ...(isCalibration(name) ? { reference: 0 } : {}),
  }));

/** What shows the best and the worst there can be is drawn as a mark, not as a contender. */
const isCalibration = (system: string) => /^(?:oracle|empty)\b/.test(system);

const fitOf = (fit: LinearFit | undefined): Pick<ChartLine, 'fit'> =>
  fit && fit.slope > 0 ? { fit: (x) => fit.intercept + fit.slope * x } : {};

/** Tokens and seconds against length. */
export function costCharts(data: ReportData): string {
  const shown = data.costs.filter(({ tokens }) => tokens.some(({ y }) => y > 0));
  const fits = { tokens: 'tokensFit', seconds: 'secondsFit' } as const;
  const lines = (of: 'tokens' | 'seconds' | 'money'): ChartLine[] =>
    shown.map((cost) => ({
      name: cost.system,
      ...look(data.systems.indexOf(cost.system)),
      points: cost[of]
        .filter(({ y }) => y > 0)
        .map((point) => ({ ...point, low: Math.max(point.low, point.y / 10) })),
      ...(of === 'money' ? {} : fitOf(cost[fits[of]])),
    }));
  return panels([
    lineChart({
      ...lengthAxis,
      title: 'tokens per sample',
      yLabel: 'tokens',
      yTick: compactNumber,
      logY: true,
      lines: lines('tokens'),
    }),
    lineChart({
      ...lengthAxis,
      title: 'seconds per sample',
      yLabel: 'seconds',
      yTick: compactNumber,
      logY: true,
      lines: lines('seconds'),
    }),
    lineChart({
      ...lengthAxis,
      title: 'money per sample',
      yLabel: 'money',
      yTick: compactNumber,
      logY: true,
      lines: lines('money'),
    }),
  ]);
}

/** Accuracy by depth and length, a map for each system. */
export function depthMaps(data: ReportData): string {
  const maps = data.depths
    .filter(({ system, bands }) => system !== 'empty' && [...bands.values()].flat().some(({ n }) => n > 0))
    .map(({ system, bands }) =>
      heatMap(
        system,
        [...bands].map(([length, list]) => ({ label: lengthLabel(length), bands: list })),
      ),
    );
  return panels(maps, 'maps');
}

/** How long facts stay in memory. */
export function survivalChart(data: ReportData): string {
  const lines = data.survival.map(({ system, curve }) => ({
    name: system,
    ...look(data.systems.indexOf(system)),
    points: curve,
  }));
  if (lines.every(({ points }) => points.length < 2)) return '';
  const chart = lineChart({
    ...shares,
    title: 'facts still in memory',
    yLabel: 'facts (%)',
    xLabel: 'chunks since the fact was read',
    xTick: String,
    lines,
  });
  return panels([chart]);
}

/** Accuracy against memory or chunk size. */
export function ablationCharts(data: ReportData): string {
  const charts = data.ablations.map(({ budget, lines }) =>
    lineChart({
      ...shares,
      title: `${budget} size`,
      xLabel: `${budget} in tokens`,
      xTick: String,
      logX: true,
      lines: [...lines].map(([name, points], i) => ({ name, ...look(i), points })),
    }),
  );
  return charts.length === 0 ? '' : legend([...data.ablations[0]!.lines.keys()]) + panels(charts);
}

/** Published numbers and ours. */
export function besideChart({ table, ours }: Beside): string {
  const known = table.rows.map(({ name, values }, i) => ({
    name: `${name} (published)`,
    ...look(i + ours.size),
    reference: i,
    points: values.flatMap((value, at) =>
      value === null
        ? []
        : [{ x: table.lengths[at]!, y: value / 100, low: value / 100, high: value / 100, n: 128 }],
    ),
  }));
  const own = [...ours].map(([name, points], i) => ({
    ...{ name, ...look(i), points },
    ...(isCalibration(name) ? { reference: 0 } : {}),
  }));
  const key = keyOfLines([...own, ...known]);
  const chart = lineChart({
    ...shares,
    ...lengthAxis,
    title: table.title,
    width: 760,
    height: 320,
    lines: [...known, ...own],
  });
  return `${key}<div class="one">${chart}</div>`;
}

/** One bar a system for the fates of facts. */
export const fateBars = (data: ReportData): string =>
  data.survival.length === 0 ? '' : `<div class="one">${survivalBars(data.survival)}</div>`;
