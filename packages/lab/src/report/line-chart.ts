import type { Point } from './figures.ts';
import { drawing, element, escapeHtml, type Scale, scale, short, text } from './svg.ts';

export interface ChartLine {
  readonly name: string;
  /** Which of the theme's colours. */
  readonly colour: number;
  readonly points: readonly Point[];
  /** Solid, dashed or dotted: tells lines of one colour apart. */
  readonly dash?: number;
  /** Published numbers and calibrations: a thin line without a band, in one of four dashes. */
  readonly reference?: number;
  /** A curve through the points, where one was fitted. */
  readonly fit?: (x: number) => number;
}

/** The classes of a line's stroke. */
export const strokeClass = ({ colour, dash, reference }: Pick<ChartLine, 'colour' | 'dash' | 'reference'>) =>
  `line s${colour}${reference !== undefined ? ` reference r${reference % 4}` : dash ? ` dash${dash}` : ''}`;

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

/** Lines above which only the first has its band: more of them hide each other. */
export const mostBands = 5;

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
  const place = scale(range, [height - margin.bottom, margin.top], options.logY);
  // An interval may reach beyond the picture, its drawing not.
  const y: Scale = (value) => place(Math.min(range[1], Math.max(range[0], value)));
  const few = options.lines.filter(({ reference }) => reference === undefined).length <= mostBands;
  const content = [
    text(margin.left, 14, options.title, 'chart-title', 'start'),
    axes(options, xs, range, x, y, width, height),
    ...(xs.length === 1
      ? bars(options.lines, x, y)
      : options.lines.map((line, i) => fitted(line, ends, range, x, y) + curve(line, x, y, i === 0 || few))),
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
  const many = !options.logX && xs.length > 12;
  const marks = many ? ticksOf([xs[0]!, xs.at(-1)!], false).filter(Number.isInteger) : xs;
  marks.forEach((value, i) => {
    const at = x(value);
    const label = options.xTick(value);
    const wide = label.length * 6 + 6;
    const end = x(marks.at(-1)!) - at;
    parts.push(element('line', { x1: at, x2: at, y1: bottom, y2: bottom + 4, class: 'axis' }));
    if (i < marks.length - 1 && (at - last < wide || (end < wide && end > 0))) return;
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

/** The fitted curve over the whole width, as far as it stays in the picture. */
function fitted(
  line: ChartLine,
  [from, to]: readonly [number, number],
  [low, high]: readonly [number, number],
  x: Scale,
  y: Scale,
): string {
  const { fit } = line;
  if (!fit) return '';
  const steps = 48;
  const places = Array.from({ length: steps + 1 }, (_, i) => from * (to / from) ** (i / steps)).filter(
    (at) => {
      const value = fit(at);
      return value >= low && value <= high;
    },
  );
  if (places.length < 2) return '';
  const path = places.map((at) => `${short(x(at))} ${short(y(fit(at)))}`).join('L');
  return element('path', { d: `M${path}`, class: strokeClass(line) });
}

function curve(line: ChartLine, x: Scale, y: Scale, banded: boolean): string {
  const at = (px: number, py: number) => `${short(x(px))} ${short(y(py))}`;
  const colour = `s${line.colour}`;
  const path = `M${line.points.map((p) => at(p.x, p.y)).join('L')}`;
  const upper = line.points.map((p) => at(p.x, p.high));
  const lower = line.points.map((p) => at(p.x, p.low)).reverse();
  const band =
    !banded || line.reference !== undefined || line.points.length < 2
      ? ''
      : element('path', { d: `M${[...upper, ...lower].join('L')}Z`, class: `band ${colour}` });
  // Where a curve is fitted, that is the line, and the points are what it is fitted to.
  const stroke = line.fit ? '' : element('path', { d: path, class: strokeClass(line) });
  const dots = line.points.length > 24 ? [] : line.points;
  return (
    band +
    stroke +
    dots
      .map((p) =>
        element(
          'circle',
          { cx: x(p.x), cy: y(p.y), r: line.reference !== undefined ? 1.8 : 3, class: `dot ${colour}` },
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
