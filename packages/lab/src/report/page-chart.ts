import { lengthLabel } from '../eval/length.ts';
import { type ChartLine, type LineChartOptions, lineChart, strokeClass } from './line-chart.ts';
import { lengthsOf, type Pool, pointAt } from './pool.ts';
import type { PublishedTable } from './published.ts';
import { drawing, element, text } from './svg.ts';
import { drawingStyle, look } from './theme.ts';

const width = 760;
const height = 320;
const rowHeight = 18;

/** Accuracy against length, published numbers beside it where a table is given: a file of SVG with its own legend. */
export function accuracyChart(pool: Pool, title: string, beside?: PublishedTable): string {
  const verifier = beside ? { verifier: beside.verifier } : {};
  const own = pool.systems.map((name, i): ChartLine => {
    const points = lengthsOf(pool).flatMap((length) => pointAt(pool, name, length, verifier) ?? []);
    return { name, ...look(i), points, ...(/\boracle\b/.test(name) ? { reference: 0 } : {}) };
  });
  const known = (beside?.rows ?? []).map(({ name, values }, i): ChartLine => {
    const points = values.flatMap((value, at) =>
      value === null
        ? []
        : [{ x: beside!.lengths[at]!, y: value / 100, low: value / 100, high: value / 100, n: 128 }],
    );
    return { name: `${name} (published)`, ...look(own.length + i), reference: i, points };
  });
  return standing({
    ...{ title, xLabel: 'length in tokens', yLabel: 'accuracy (%)', y: [0, 1], logX: true, width, height },
    xTick: lengthLabel,
    yTick: (value) => String(Math.round(value * 100)),
    lines: [...known, ...own],
  });
}

/** Accuracy against a budget that systems differ in, a line a task. */
export function budgetChart(
  lines: readonly Pick<ChartLine, 'name' | 'points'>[],
  title: string,
  xLabel: string,
): string {
  return standing({
    ...{ title, xLabel, yLabel: 'accuracy (%)', y: [0, 1], logX: true, width, height },
    xTick: String,
    yTick: (value) => String(Math.round(value * 100)),
    lines: lines.map((line, i) => ({ ...line, ...look(i) })),
  });
}

/** Fewest facts that a point of a curve is drawn for. */
const fewest = 10;

/** Facts still in the memory against how much more has been read, as a part of the longest way to the end. */
export function keptChart(lines: readonly Pick<ChartLine, 'name' | 'points'>[], title: string): string {
  return standing({
    ...{ title, xLabel: 'read since, in percent of the longest way to the end of the text' },
    ...{ yLabel: 'needed facts in the memory (%)', y: [0, 1], width, height },
    xTick: String,
    yTick: (value) => String(Math.round(value * 100)),
    lines: lines.map(({ name, points }, i) => {
      const longest = points.at(-1)?.x || 1;
      const drawn = points.filter(({ n }) => n >= fewest);
      return { name, ...look(i), points: drawn.map((point) => ({ ...point, x: (100 * point.x) / longest })) };
    }),
  });
}

/** A chart as a file: its style and its legend inside. */
function standing(options: LineChartOptions): string {
  const chart = lineChart(options);
  if (chart === '') return '';
  const columns = 2;
  const lines = options.lines.filter(({ points }) => points.length > 0);
  const rows = Math.ceil(lines.length / columns);
  const legend = lines.map((line, i) => {
    const x = 46 + (i % columns) * ((width - 60) / columns);
    const y = height + 12 + Math.floor(i / columns) * rowHeight;
    return (
      element('path', { d: `M${x} ${y}H${x + 24}`, class: strokeClass(line) }) +
      text(x + 32, y + 4, line.name, 'tick strong', 'start')
    );
  });
  const inner = chart.replace('<svg ', `<svg x="0" y="0" width="${width}" height="${height}" `);
  return `${drawing(
    width,
    height + rows * rowHeight + 12,
    options.title,
    `<style>${drawingStyle.replace(/\n/g, '')}</style>${inner}${legend.join('')}`,
    true,
  )}\n`;
}
