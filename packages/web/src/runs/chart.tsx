import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { figure } from '../ui/format.ts';
import { useWidth } from '../ui/hooks.ts';
import { colour, useTheme } from '../ui/theme.ts';
import type { MetricsRow } from './types.ts';

/** A curve: which key of the metrics, what it is called, which colour of the style sheet. */
export interface Series {
  readonly key: string;
  readonly name: string;
  readonly colour: string;
}

interface ChartProps {
  readonly title: string;
  readonly series: readonly Series[];
  readonly rows: readonly MetricsRow[];
  readonly range?: readonly [number, number];
  /** The step that is looked at. */
  readonly step?: number;
  onStep?(step: number): void;
}

const numberIn = (row: MetricsRow, key: string): number | null => {
  const value = row[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** Room around the curve; one that stays the same lies on the floor of a scale of its own. */
const rangeOf = (_: UPlot, low: number | null, high: number | null): [number, number] => {
  if (low === null || high === null) return [0, 1];
  const [from, to] =
    low === high ? [Math.min(0, low), Math.max(0, high) || 1] : UPlot.rangeNum(low, high, 0.1, true);
  return [from ?? 0, to ?? 1];
};

/** Curves over the steps of a run; a click chooses a step. */
export function Chart({ title, series, rows, range, step, onStep }: ChartProps) {
  const [ref, width, box] = useWidth<HTMLDivElement>();
  const plot = useRef<UPlot>(null);
  const { shown: theme } = useTheme();
  const latest = useRef({ onStep, step });
  latest.current = { onStep, step };
  const shown = series.filter(({ key }) => rows.some((row) => numberIn(row, key) !== null));
  const names = shown.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: made anew when its parts or the theme change; data is set below
  useEffect(() => {
    if (!box || width === 0 || shown.length === 0) return;
    const axis = {
      stroke: colour('soft'),
      font: '11px sans-serif',
      grid: { stroke: colour('grid'), width: 1 },
      ticks: { show: false },
    };
    const made = new UPlot(
      {
        width,
        height: 150,
        legend: { show: false },
        cursor: { points: { size: 6 }, drag: { x: false, y: false } },
        scales: { x: { time: false }, y: { range: range ? [...range] : rangeOf } },
        axes: [
          {
            ...axis,
            size: 24,
            values: (_, splits) => splits.map((value) => (Number.isInteger(value) ? figure(value) : '')),
          },
          { ...axis, size: 46, values: (_, splits) => splits.map((value) => figure(value)) },
        ],
        series: [
          {},
          ...shown.map(({ name, colour: of }) => ({
            label: name,
            stroke: colour(of),
            width: 1.6,
            spanGaps: true,
            points: { size: 5, fill: colour(of) },
          })),
        ],
        hooks: {
          draw: [
            (u) => {
              if (latest.current.step === undefined) return;
              const x = u.valToPos(latest.current.step, 'x', true);
              u.ctx.save();
              u.ctx.strokeStyle = colour('ink');
              u.ctx.globalAlpha = 0.45;
              u.ctx.beginPath();
              u.ctx.moveTo(x, u.bbox.top);
              u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
              u.ctx.stroke();
              u.ctx.restore();
            },
          ],
        },
      },
      [[]],
      box,
    );
    const click = () => {
      const { idx } = made.cursor;
      const at = idx == null ? undefined : made.data[0][idx];
      if (at != null) latest.current.onStep?.(at);
    };
    made.over.addEventListener('click', click);
    plot.current = made;
    return () => {
      plot.current = null;
      made.destroy();
    };
  }, [width, theme, names, range?.[0], range?.[1]]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the plot was made anew
  useEffect(() => {
    plot.current?.setData([
      rows.map((row) => row.step),
      ...shown.map(({ key }) => rows.map((row) => numberIn(row, key))),
    ] as UPlot.AlignedData);
  }, [rows, width, theme, names]);
  useEffect(() => {
    if (step !== undefined) plot.current?.redraw();
  }, [step]);
  if (shown.length === 0) return null;
  const last = (key: string) => rows.findLast((row) => numberIn(row, key) !== null)?.[key] as number;
  return (
    <figure
      className="chart"
      aria-label={`${title}: ${shown.map(({ name, key }) => `${name} ${figure(last(key))}`).join(', ')} at last`}
    >
      <figcaption>
        <b>{title}</b>
        {shown.map(({ key, name, colour: of }) => (
          <span key={key}>
            <i className={`swatch colour-${of}`} />
            {shown.length > 1 && `${name} `}
            {figure(last(key))}
          </span>
        ))}
      </figcaption>
      <div ref={ref} className="chart-box" aria-hidden="true" />
    </figure>
  );
}
