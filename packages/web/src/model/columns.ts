import { type Kind, kinds, type Step } from './track.ts';

/** A bar of the timeline: one step, or as many as fall on the same pixels. */
export interface Column {
  readonly x: number;
  readonly width: number;
  readonly first: number;
  readonly last: number;
  readonly kind: Kind;
  /** The largest memory among its steps, in characters. */
  readonly size: number;
  readonly evidence: boolean;
  readonly loss: boolean;
  readonly doomed: boolean;
}

export interface Marks {
  readonly evidence: ReadonlySet<number>;
  readonly losses: ReadonlySet<number>;
  readonly doomed: ReadonlySet<number>;
}

const rank = new Map(kinds.map((kind, i) => [kind, i]));

/**
 * Lays steps out along the text. Where there are more steps than pixels, those on the same pixel become one bar in the
 * colour of the most telling: what is rare must not vanish among what is common.
 */
export function columnsOf(
  steps: readonly Step[],
  marks: Marks,
  { total, width, least = 2 }: { total: number; width: number; least?: number },
): Column[] {
  const columns: Column[] = [];
  if (total <= 0) return columns;
  const scale = width / total;
  for (const [i, step] of steps.entries()) {
    const x = step.start * scale;
    const end = step.end * scale;
    const here: Column = {
      x,
      width: end - x,
      first: i,
      last: i,
      kind: step.kind,
      size: step.size,
      evidence: marks.evidence.has(i),
      loss: marks.losses.has(i),
      doomed: marks.doomed.has(i),
    };
    const previous = columns.at(-1);
    // Joined until wide enough to be seen.
    if (previous && previous.width < least && end - previous.x <= least * 1.5) {
      columns[columns.length - 1] = {
        x: previous.x,
        width: end - previous.x,
        first: previous.first,
        last: i,
        kind: rank.get(here.kind)! < rank.get(previous.kind)! ? here.kind : previous.kind,
        size: Math.max(previous.size, here.size),
        evidence: previous.evidence || here.evidence,
        loss: previous.loss || here.loss,
        doomed: previous.doomed || here.doomed,
      };
    } else columns.push(here);
  }
  return columns;
}
