import type { Source } from './events.ts';
import type { Line, Track } from './track.ts';

/** What became of a sentence of the memory. */
export interface Fate {
  /** The step that brought it. */
  readonly from: number;
  /** The step at which it vanished; undefined where it stayed to the end. */
  readonly until: number | undefined;
  /** It vanished, and its words with it. */
  readonly lost: boolean;
  /** The answer rests on it. */
  readonly evidence: boolean;
}

/** What became of every sentence, and the steps that are worth a mark. */
export interface Fates {
  readonly of: ReadonlyMap<Line, Fate>;
  /** Steps that brought what the answer rests on. */
  readonly evidence: ReadonlySet<number>;
  /** Steps at which something vanished. */
  readonly losses: ReadonlySet<number>;
  /** Steps that brought something which vanished later. */
  readonly doomed: ReadonlySet<number>;
}

/** Follows every sentence from the step that brought it to the one at which it vanished. */
export function fatesOf({ steps, answer }: Pick<Track, 'steps' | 'answer'>): Fates {
  const of = new Map<Line, Fate>();
  const losses = new Set<number>();
  const doomed = new Set<number>();
  const cited = (line: Line) =>
    line.source !== undefined && (answer?.sources.some((source) => sameSpan(source, line.source!)) ?? false);
  steps.forEach((step, i) => {
    for (const line of step.added)
      of.set(line, { from: i, until: undefined, lost: false, evidence: cited(line) });
    if (step.lost.length > 0) losses.add(i);
    for (const line of step.dropped) {
      const fate = of.get(line) ?? { from: i, until: undefined, lost: false, evidence: cited(line) };
      const lost = step.lost.includes(line);
      of.set(line, { ...fate, until: i, lost });
      if (lost) doomed.add(fate.from);
    }
  });
  const evidence = new Set<number>();
  if (answer) {
    const byChunk = new Map(steps.map((step, i) => [step.chunk, i]));
    for (const { chunk } of answer.sources) {
      const at = byChunk.get(chunk);
      if (at !== undefined) evidence.add(at);
    }
  }
  return { of, evidence, losses, doomed };
}

export const sameSpan = (a: Source, b: Source): boolean => a.start === b.start && a.end === b.end;
