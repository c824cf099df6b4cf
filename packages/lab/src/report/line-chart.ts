import type { Point } from './figures.ts';
import { drawing, element, escapeHtml, type Scale, scale, short, text } from './svg.ts';

export interface ChartLine {
  readonly name: string;
  /** Which of the theme's colours. */
  readonly colour: number;
  readonly points: readonly Point[];
  /** Published numbers and calibrations: a thin dashed line without a band. */
  readonly reference?: boolean;
}

export interface LineChartOptions {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly lines: readonly ChartLine[];
  readonly xTick: (value: number) => string;
  readonly yTick: (value: number) => string;
  readonly logX?: boolean;
  readonly logY?: boolean;
  /** The range of y; from the points unless told. */
  readonly y?: readonly [number, number];
  readonly width?: number;
  readonly height?: number;
}

const margin = { left: 46, right: 14, top: 26, bottom: 40 };

/** Lines with bands for their intervals; with a single x, points with bars. */
export function lineChart(options: LineChartOptions): string {
  const { width = 340, height = 230 } = options;
  const points = options.lines.flatMap((line) => line.points);
  if (points.length === 0) return '';
  const xs = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
  const range = options.y ?? yRange(points, options.logY ?? false);
  const ends = [xs[0]!, xs.at(-1)!] as const;
  const x = scale(ends, [margin.left + 10, width - margin.right - 10], options.logX);
  const y = scale(range, [height - margin.bottom, margin.top], options.logY);
  const content = [
    text(margin.left, 14, options.title, 'chart-title', 'start'),
    axes(options, xs, range, x, y, width, height),
    ...(xs.length === 1 ? bars(options.lines, x, y) : options.lines.map((line) => curve(line, x, y))),
  ];
  return drawing(
    width,
    height,
    `${options.title}: ${options.yLabel} against ${options.xLabel}`,
    content.join(''),
  );
}

function yRange(points: readonly Point[], logarithmic: boolean): [number, number] {
  const values = points.flatMap(({ y, high }) => [y, high]).filter((value) => value > 0);
  const high = Math.max(...values, logarithmic ? 1e-3 : 1e-9);
  if (!logarithmic) return [0, high * 1.05];
  const low = Math.min(...points.map(({ y }) => y).filter((value) => value > 0), high);
  return [10 ** Math.floor(Math.log10(low)), 10 ** Math.ceil(Math.log10(high * 1.0001))];
}

function ticksOf([low, high]: readonly [number, number], logarithmic: boolean): number[] {
  if (logarithmic) {
    const ticks: number[] = [];
    for (let e = Math.round(Math.log10(low)); e <= Math.log10(high) + 1e-9; e++) ticks.push(10 ** e);
    return ticks;
  }
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((s) => s >= rough)!;
  const ticks: number[] = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step * 1e-6; at += step) ticks.push(at);
  return ticks;
}

function axes(
  options: LineChartOptions,
  xs: readonly number[],
  range: readonly [number, number],
  x: Scale,
  y: Scale,
  width: number,
  height: number,
): string {
  const bottom = height - margin.bottom;
  const parts: string[] = [];
  for (const value of ticksOf(range, options.logY ?? false)) {
    parts.push(
      element('line', {
        x1: margin.left,
        x2: width - margin.right,
        y1: y(value),
        y2: y(value),
        class: 'grid',
      }),
      text(margin.left - 6, y(value) + 3.5, options.yTick(value), 'tick', 'end'),
    );
  }
  // Labels that would run into each other are left out, the ends never.
  let last = Number.NEGATIVE_INFINITY;
  xs.forEach((value, i) => {
    const at = x(value);
    const label = options.xTick(value);
    const wide = label.length * 6 + 6;
    const end = x(xs.at(-1)!) - at;
    parts.push(element('line', { x1: at, x2: at, y1: bottom, y2: bottom + 4, class: 'axis' }));
    if (i < xs.length - 1 && (at - last < wide || (end < wide && end > 0))) return;
    parts.push(text(at, bottom + 16, label, 'tick'));
    last = at;
  });
  parts.push(
    element('line', { x1: margin.left, x2: width - margin.right, y1: bottom, y2: bottom, class: 'axis' }),
    text((margin.left + width - margin.right) / 2, height - 6, options.xLabel, 'label'),
    element(
      'text',
      {
        class: 'label',
        'text-anchor': 'middle',
        transform: `translate(11 ${short((margin.top + bottom) / 2)}) rotate(-90)`,
      },
      escapeHtml(options.yLabel),
    ),
  );
  return parts.join('');
}

const tip = (line: ChartLine, { x, y, low, high, n }: Point) =>
  element(
    'title',
    {},
    `${escapeHtml(line.name)}: ${short(y)} (${short(low)} to ${short(high)}), x ${x}, n ${n}`,
  );

function curve(line: ChartLine, x: Scale, y: Scale): string {
  const at = (px: number, py: number) => `${short(x(px))} ${short(y(py))}`;
  const colour = `s${line.colour}`;
  const path = `M${line.points.map((p) => at(p.x, p.y)).join('L')}`;
  const upper = line.points.map((p) => at(p.x, p.high));
  const lower = line.points.map((p) => at(p.x, p.low)).reverse();
  const band =
    line.reference || line.points.length < 2
      ? ''
      : element('path', { d: `M${[...upper, ...lower].join('L')}Z`, class: `band ${colour}` });
  const stroke = element('path', { d: path, class: `line ${colour}${line.reference ? ' reference' : ''}` });
  const dots = line.points.length > 24 ? [] : line.points;
  return (
    band +
    stroke +
    dots
      .map((p) =>
        element(
          'circle',
          { cx: x(p.x), cy: y(p.y), r: line.reference ? 1.8 : 3, class: `dot ${colour}` },
          tip(line, p),
        ),
      )
      .join('')
  );
}

/** One x: points beside each other, with bars for their intervals. */
function bars(lines: readonly ChartLine[], x: Scale, y: Scale): string[] {
  const shown = lines.filter((line) => line.points.length > 0);
  const gap = Math.min(26, 220 / shown.length);
  return shown.map((line, i) => {
    const point = line.points[0]!;
    const at = x(point.x) + (i - (shown.length - 1) / 2) * gap;
    const colour = `s${line.colour}`;
    return (
      element('line', { x1: at, x2: at, y1: y(point.low), y2: y(point.high), class: `line ${colour}` }) +
      element('circle', { cx: at, cy: y(point.y), r: 4, class: `dot ${colour}` }, tip(line, point))
    );
  });
}
