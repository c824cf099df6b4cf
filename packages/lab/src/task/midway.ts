import { rememberedLines } from '../data/remembered.ts';
import { oracleStep } from '../oracle.ts';
import type { Random } from '../random.ts';
import type { Evidence, Sample } from './task.ts';

/** A place in a sample's text, and what an ideal reader has of it by then. */
export interface Place {
  readonly at: number;
  /** The lines of its memory. */
  readonly lines: readonly string[];
}

/** In characters: less than this is not worth reading on for. */
const leastRest = 200;

/** In characters: what is longer is no line, but a text without any. */
const longestLine = 1500;

/** A place after some of the evidence, at the end of a line if there are lines; undefined where nothing would be left to read. */
export function placeMidway(sample: Sample, random: Random): Place | undefined {
  const { text, evidence } = sample;
  if (evidence.length === 0) return undefined;
  let read = random.int(1, evidence.length);
  let at = 0;
  for (let next = 0; next < read; next++) {
    const { end } = evidence[next]!;
    const lineEnd = text.indexOf('\n', end) + 1;
    at = Math.max(at, lineEnd > 0 && lineEnd - end < longestLine ? lineEnd : end);
    while (read < evidence.length && evidence[read]!.start < at) read++;
  }
  if (text.slice(at).trim().length < leastRest) return undefined;
  const { add } = oracleStep(sample, new Set(), 0, at);
  const lines = add.flatMap((index) => rememberedLines(text.slice(0, at), evidence[index]!));
  return { at, lines: [...new Set(lines)] };
}

/**
 * The same sample, read on from a place: the memory has what an ideal reader would have by then, in its order, anywhere
 * among `strays`. So a short text is read as the rest of a long one that has said something of the answer already.
 */
export function fromMidway(
  sample: Sample,
  { at, lines }: Place,
  strays: readonly string[],
  random: Random,
): Sample {
  const text = sample.text.slice(at);
  const left = sample.evidence.flatMap((item, index) => (item.start >= at ? [index] : []));
  const renamed = (index: number | undefined) => {
    const now = index === undefined ? -1 : left.indexOf(index);
    return now < 0 ? undefined : now;
  };
  const evidence = left.map((index): Evidence => {
    const { start, end, fact, supersedes, needs } = sample.evidence[index]!;
    const obsolete = renamed(supersedes);
    const needed = renamed(needs);
    return {
      ...{ start: start - at, end: end - at, fact },
      ...(obsolete !== undefined && { supersedes: obsolete }),
      ...(needed !== undefined && { needs: needed }),
    };
  });
  return {
    ...sample,
    id: `${sample.id}/midway`,
    length: text.length,
    text,
    pieces: () => [text],
    evidence,
    memory: random.merge(
      lines,
      strays.filter((stray) => !lines.includes(stray)),
    ),
    meta: { ...sample.meta, depths: evidence.map(({ start }) => start / text.length), midway: true },
  };
}
