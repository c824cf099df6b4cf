import type { PatternTest } from '../answer/schema.ts';
import type { Section, SectionOptions } from '../chunk/sections.ts';
import type { Document } from '../document/document.ts';
import type { Journal } from '../journal/journal.ts';
import type { Memory } from '../memory/memory.ts';
import type { Model } from '../model/model.ts';
import type { PolicyName } from '../policy/policy.ts';
import type { Profile } from '../profile/profile.ts';
import type { BudgetOptions } from './budgets.ts';

/** The most that a reading may spend before it answers from what it has. */
export interface Limits {
  readonly tokens?: number;
  readonly seconds?: number;
  readonly money?: number;
}

export interface ExitOptions {
  /** The least probability of the model's own "done" that is believed, where log-probabilities are to be had; 0 believes all. */
  readonly confidence?: number;
}

export interface ReadOptions {
  readonly document: Document;
  /** One question, or several that are read for in one pass. */
  readonly question: string | readonly string[];
  readonly model: Model;
  /** Its name or a profile of one's own; the model's default, else `section-first`. */
  readonly profile?: string | Profile;
  /** The model's default, else `overwrite`. */
  readonly policy?: PolicyName;
  readonly budgets?: BudgetOptions;
  /** What is known before the first chunk: every question's reading begins with it. Nothing unless told. */
  readonly memory?: Memory;
  /** How chunks end. */
  readonly chunks?: 'natural' | 'tokens';
  /** Where the document's sections come from, for who reads it many times with one tokenizer: `sharedSections`. */
  readonly sections?: (options: SectionOptions) => AsyncGenerator<Section>;
  /** Whether hints are listed; the model's default, else off. */
  readonly hints?: boolean;
  /**
   * Whether the model looks over its memory once more before it answers, under `select`; the model's default, else not.
   */
  readonly review?: boolean;
  /**
   * Whether parts of a reviewed memory are asked one by one, and the answer is the one that most speaks for, where model
   * and profile can do that; the model's default, else not.
   */
  readonly weigh?: boolean;
  /**
   * Whether sentences that share most of the question's rare words are kept even where the model does not choose them,
   * under `select` and with hints; the model's default, else not.
   */
  readonly keepMatches?: boolean;
  /**
   * How many chunks may be read at the same time: those that follow as if the one before them changed nothing, and again
   * where it did. Only the time differs, and the calls that were made in vain. 1 unless told; always with limits of tokens
   * or money.
   */
  readonly ahead?: number;
  /** Whether the model may stop reading early. Off unless told. */
  readonly exit?: boolean | ExitOptions;
  readonly limits?: Limits;
  /** The answer must be JSON that satisfies this JSON Schema. */
  readonly schema?: object;
  /** How the schema's patterns are tried; at once and without an end in sight unless given, which is for schemas of your own. */
  readonly testPattern?: PatternTest;
  readonly temperature?: number;
  readonly topP?: number;
  readonly seed?: number;
  /** Tokens a reasoning model may spend on thinking, on top of its reply. */
  readonly reasoningTokens?: number;
  /** Where steps are kept; nothing is kept without one. */
  readonly journal?: Journal;
  /** Start over even where the journal has steps. */
  readonly fresh?: boolean;
  /** Stops at once; the journal keeps what was read. */
  readonly signal?: AbortSignal;
  /** Stops reading and answers from what has been read. */
  readonly stop?: AbortSignal;
  /** Gives the text of a reply as it is generated. */
  readonly onText?: (text: string, index: number) => void;
}
