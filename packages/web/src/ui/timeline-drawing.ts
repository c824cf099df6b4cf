import { type Column, columnsOf, type Marks } from '../model/columns.ts';
import type { Kind, Track } from '../model/track.ts';

/** One row of the timeline. */
export interface Row {
  readonly track: Pick<Track, 'steps'>;
  /** Characters of the least memory that is drawn as high as the row. */
  readonly full: number;
  readonly marks: Marks;
  readonly cursor: number;
  readonly active: boolean;
}

export interface Drawing {
  readonly width: number;
  readonly rowHeight: number;
  /** Bytes of the whole text, as far as is known. */
  readonly total: number;
  readonly colours: Readonly<Record<Kind | 'ink' | 'rule' | 'evidence' | 'loss' | 'panel', string>>;
  /** The first byte and the number of bytes shown, where not all are. */
  readonly from?: number;
}

/** Room above the bars for losses and below for evidence. */
export const lanes = { top: 9, bottom: 9 } as const;

/** Draws rows of bars: height is how full the memory is, colour what happened. */
export function drawTimeline(
  context: CanvasRenderingContext2D,
  rows: readonly Row[],
  drawing: Drawing,
): void {
  const { width, rowHeight, total, colours, from = 0 } = drawing;
  context.clearRect(0, 0, width, rowHeight * rows.length);
  rows.forEach(({ track, full, marks, cursor, active }, i) => {
    const top = i * rowHeight + lanes.top;
    const height = rowHeight - lanes.top - lanes.bottom;
    const columns = columnsOf(track.steps, marks, { total, width });
    const largest = columns.reduce((most, column) => Math.max(most, column.size), full);
    context.fillStyle = colours.rule;
    context.fillRect(0, top + height - 1, width, 1);
    for (const column of columns) {
      const x = column.x - (from * width) / total;
      const gap = column.width > 4 ? 1 : column.width > 2.4 ? 0.5 : 0;
      const tall = 3 + (height - 3) * Math.sqrt(column.size / largest);
      context.fillStyle = colours[column.kind];
      context.fillRect(x, top + height - tall, Math.max(1, column.width - gap), tall);
    }
    drawMarks(context, columns, (column) => column.evidence, top + height + 2, 1, colours.evidence);
    drawMarks(context, columns, (column) => column.loss, top - 2, -1, colours.loss);
    const step = track.steps[cursor];
    if (!step) return;
    const x = ((step.start - from) / total) * width;
    const wide = Math.max(2, ((step.end - step.start) / total) * width - 1);
    context.strokeStyle = colours.ink;
    context.lineWidth = active ? 1.5 : 1;
    context.globalAlpha = active ? 1 : 0.55;
    context.strokeRect(Math.max(0.75, x - 0.75), top - 3, wide + 1, height + 6);
    context.globalAlpha = 1;
  });
}

/** Triangles that point at bars; those that would lie on each other are one. */
function drawMarks(
  context: CanvasRenderingContext2D,
  columns: readonly Column[],
  of: (column: Column) => boolean,
  y: number,
  down: 1 | -1,
  colour: string,
): void {
  context.fillStyle = colour;
  let last = Number.NEGATIVE_INFINITY;
  for (const column of columns) {
    if (!of(column)) continue;
    const x = column.x + column.width / 2;
    if (x - last < 4) continue;
    last = x;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x - 3.5, y + down * 6);
    context.lineTo(x + 3.5, y + down * 6);
    context.fill();
  }
}
