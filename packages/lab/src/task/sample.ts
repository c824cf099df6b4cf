import { Random } from '../random.ts';
import { type Composition, compose, composeTokens, type Insert } from './compose.ts';
import type { Haystack } from './haystack.ts';
import type { Evidence, Form, GenerateOptions, Sample, SampleMeta, Split } from './task.ts';

/** Everything of a sample but what follows from the rest. */
export interface SampleParts {
  readonly task: string;
  readonly options: GenerateOptions;
  /** How the id names the size, where it is not a length in tokens. */
  readonly size?: string;
  readonly question: string;
  readonly answers: readonly string[];
  readonly match?: 'any' | 'all';
  readonly answerable?: boolean;
  readonly form?: Form;
  readonly exhaustive?: boolean;
  readonly composition: Pick<Composition, 'length' | 'pieces'>;
  readonly evidence: readonly Evidence[];
  readonly tallyAt?: (offset: number) => string;
  readonly tallyIn?: (start: number, end: number) => Map<string, number>;
  readonly meta?: { readonly [key: string]: unknown };
}

/** Puts a sample together; its text is assembled at first use. */
export function makeSample(parts: SampleParts): Sample {
  const { composition, options } = parts;
  const answerable = parts.answerable ?? true;
  const split: Split = options.split ?? 'train';
  const evidence = parts.evidence;
  const meta: SampleMeta = {
    ...parts.meta,
    depths: evidence.map(({ start }) => start / Math.max(1, composition.length)),
  };
  let text: string | undefined;
  return {
    id: `${parts.task}/${split}/${options.seed}/${parts.size ?? options.length}${answerable ? '' : '/unanswerable'}`,
    task: parts.task,
    seed: options.seed,
    split,
    question: parts.question,
    answers: answerable ? parts.answers : [],
    match: parts.match ?? 'any',
    answerable,
    form: parts.form ?? 'select',
    exhaustive: parts.exhaustive ?? !answerable,
    length: composition.length,
    pieces: () => composition.pieces(),
    get text() {
      text ??= [...composition.pieces()].join('');
      return text;
    },
    evidence,
    ...(parts.tallyAt && { tallyAt: parts.tallyAt }),
    ...(parts.tallyIn && { tallyIn: parts.tallyIn }),
    meta,
  };
}

/** The same sample, begun with lines in the memory; its text stays unassembled. */
export const withMemory = (sample: Sample, memory: readonly string[]): Sample =>
  Object.defineProperties({} as Sample, {
    ...Object.getOwnPropertyDescriptors(sample),
    id: { value: `${sample.id}/past`, enumerable: true },
    memory: { value: memory, enumerable: true },
  });

/** The generator of a sample: the same task, split and seed give the same draws at every length. */
export const sampleRandom = (task: string, options: GenerateOptions): Random =>
  new Random(`${task}/${options.split ?? 'train'}/${options.seed}`);

/** A fact to be laid into a haystack; distractors are facts without `evidence`. */
export interface Fact {
  readonly text: string;
  /** What it states, where it is evidence. */
  readonly evidence?: string;
  /** Index among the facts given (all of them, distractors too). */
  readonly supersedes?: number;
  readonly needs?: number;
  /** A share of the text; otherwise drawn, or taken from the options' depths. */
  readonly at?: number;
}

/**
 * Lays facts into a haystack. Facts that are evidence keep their order in the text: they take `options.depths` (or
 * random ones), sorted; the others go anywhere.
 */
export function layFacts(
  facts: readonly Fact[],
  haystack: Haystack,
  options: GenerateOptions,
  random: Random,
): { composition: Composition; evidence: Evidence[] } {
  const depthRandom = random.fork('depths');
  const kept = facts.map((_, index) => index).filter((index) => facts[index]!.evidence !== undefined);
  const depths = kept
    .map((index, order) => facts[index]!.at ?? options.depths?.[order] ?? depthRandom.float())
    .sort((a, b) => a - b);
  const inserts: Insert[] = facts.map((fact, index) => {
    const order = kept.indexOf(index);
    return {
      text: fact.text,
      separator: haystack.separator,
      at: order >= 0 ? depths[order]! : (fact.at ?? depthRandom.float()),
    };
  });
  const composition = composeTokens(options, (chars) =>
    compose({ filler: () => haystack.units(random.fork('haystack')), inserts, chars }),
  );
  const place = new Map(kept.map((index, order) => [index, order]));
  const evidence = kept.map((index): Evidence => {
    const { evidence: fact, supersedes, needs } = facts[index]!;
    return {
      ...composition.spans[index]!,
      fact: fact!,
      ...(supersedes !== undefined && { supersedes: place.get(supersedes)! }),
      ...(needs !== undefined && { needs: place.get(needs)! }),
    };
  });
  return { composition, evidence };
}
