import type { Document } from '@memagent/core';
import type { Vocabulary } from '../words/vocabulary.ts';
import type { Haystack } from './haystack.ts';

/** A place in the text that an ideal reader would keep. */
export interface Evidence {
  /** UTF-16 offsets in the text of the sample; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** What it states, in short: the value, or the sentence itself. */
  readonly fact: string;
  /** Index of an earlier evidence that this one makes obsolete. */
  readonly supersedes?: number;
  /** Index of the evidence without which this one cannot be recognised as relevant. */
  readonly needs?: number;
}

/** Evidence as a line of a memory, from what the text says there: with its title where that is what the fact adds. */
export const evidenceLine = ({ fact }: Evidence, said: string): string => (fact.endsWith(said) ? fact : said);

/** Train and validation share wordings and data; nothing of test occurs in either. */
export type Split = 'train' | 'validation' | 'test';

/**
 * How the answer is come by: by keeping passages word for word (`select`), or by a running count that must be
 * rewritten (`tally`). A reader may be told the form, never the name of the task.
 */
export type Form = 'select' | 'tally';

/** What is known about a sample beside its question; plain data, written to traces as it stands. */
export interface SampleMeta {
  /** For each evidence, where it begins as a share of the text. */
  readonly depths: readonly number[];
  readonly [key: string]: unknown;
}

/** A question, a text that answers it (or does not), and where. */
export interface Sample {
  /** `task/split/seed/length`: under the same options the same id is the same sample. */
  readonly id: string;
  readonly task: string;
  readonly seed: number;
  readonly split: Split;
  readonly question: string;
  /** Acceptable answers (`any`) or the items that must all be named (`all`); empty when not answerable. */
  readonly answers: readonly string[];
  readonly match: 'any' | 'all';
  readonly answerable: boolean;
  readonly form: Form;
  /** True when only the end of the text can settle the question: a later update, one more item, an absence. */
  readonly exhaustive: boolean;
  /** UTF-16 length of the text. */
  readonly length: number;
  /** The text in pieces of some tens of kilobytes, made anew at each call and never held. */
  pieces(): Iterable<string>;
  /** The text, assembled at first use and then held. */
  readonly text: string;
  /** Lines that the memory has before the first chunk, where the text is read as the end of a longer one. */
  readonly memory?: readonly string[];
  /** In reading order. */
  readonly evidence: readonly Evidence[];
  /** The counts after reading up to this offset, as short text; only where `form` is `tally`. Cheapest in order. */
  tallyAt?(offset: number): string;
  /** How often each counted item occurs in a span of the text; only where `form` is `tally`. */
  tallyIn?(start: number, end: number): Map<string, number>;
  readonly meta: SampleMeta;
}

export interface GenerateOptions {
  /** The same seed and options give the same sample, on every machine. */
  readonly seed: number;
  /** How long the text should be, in tokens. */
  readonly length: number;
  readonly split?: Split;
  /** Counts tokens; without it `charsPerToken` is believed. */
  readonly measure?: (text: string) => number;
  /** UTF-16 units per token where nothing measures them; 4 unless told. */
  readonly charsPerToken?: number;
  /** Where the facts go, as shares of the text from 0 to 1; drawn at random unless told. */
  readonly depths?: readonly number[];
  /** False for a question whose answer is not in the text; left out, the task decides. */
  readonly answerable?: boolean;
  /** What the text is made of beside the facts; left out, the task decides. */
  readonly haystack?: Haystack;
  readonly words?: Vocabulary;
}

/** A generator of samples. */
export interface Task {
  readonly name: string;
  /** One sentence for a list. */
  readonly description: string;
  readonly form: Form;
  /** Whether `answerable: false` is possible. */
  readonly canBeUnanswerable: boolean;
  generate(options: GenerateOptions): Sample;
}

/** The sample's text as a document that the reading loop can open, any number of times. */
export function sampleDocument(sample: Sample): Document {
  return {
    name: sample.id,
    async *open() {
      for (const text of sample.pieces()) yield { text };
    },
  };
}
