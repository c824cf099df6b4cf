import type { Memory, MemoryLine, Source } from '../memory/memory.ts';
import type { Outcome, PolicyName } from '../policy/policy.ts';
import type { Budgets } from './budgets.ts';

/** Tokens and calls spent. */
export interface Spent {
  readonly calls: number;
  readonly tokensIn: number;
  readonly tokensCached: number;
  readonly tokensOut: number;
  readonly seconds: number;
  readonly money?: number;
}

/** A reading begins, or goes on where it was left. */
export interface StartedEvent {
  readonly type: 'started';
  readonly reading: string;
  /** Which of the questions, from 0. */
  readonly index: number;
  readonly document: string;
  readonly question: string;
  readonly model: string;
  readonly profile: string;
  readonly policy: PolicyName;
  readonly budgets: Budgets;
  /** The first chunk that will be read now, when earlier ones were read by an earlier run. */
  readonly resumedAt?: number;
}

/** A chunk has been read. */
export interface StepEvent {
  readonly type: 'step';
  readonly reading: string;
  readonly index: number;
  /** The chunk's number from 0, its byte span and its tokens. */
  readonly chunk: number;
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  readonly outcome: Outcome;
  readonly memory: Memory;
  readonly added: readonly MemoryLine[];
  readonly dropped: readonly MemoryLine[];
  readonly hints: number;
  /** The model declared that it has the answer. */
  readonly exit?: boolean;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly seconds: number;
  /** The share of the document that has been read, from 0 to 1, where its size is known. */
  readonly progress?: number;
}

export type WarningCode =
  | 'memory-cut' // the memory hit its cap
  | 'lost-line' // something kept for many steps is gone
  | 'copied-chunk' // the memory is a copy of the chunk
  | 'empty-reply'
  | 'unusable-reply'
  | 'reasoning-cut' // the model was still reasoning when its tokens ended
  | 'text-changed' // the document is not the one that an earlier run read
  | 'not-journaled' // another process writes this reading's journal
  | 'document'; // something about the document itself

/** A sign that something went wrong, though the reading goes on. */
export interface WarningEvent {
  readonly type: 'warning';
  readonly reading: string;
  readonly index: number;
  readonly code: WarningCode;
  readonly message: string;
  readonly chunk?: number;
}

/** Why a reading ended before the text did. */
export type Partial = 'exit' | 'tokens' | 'seconds' | 'money' | 'stopped';

/** The end of a reading. */
export interface AnswerEvent {
  readonly type: 'answer';
  readonly reading: string;
  readonly index: number;
  readonly question: string;
  readonly answer: string;
  /** False when the text, as far as it was read, holds no answer. */
  readonly answered: boolean;
  /** Parsed, when a schema was given. */
  readonly value?: unknown;
  readonly sources: readonly Source[];
  readonly memory: Memory;
  /** Set when the answer was made before the end of the text. */
  readonly partial?: Partial;
  /** How sure the model is of it, from 0 to 1, where answers are weighed. The higher, the likelier it is right; in itself too high. */
  readonly confidence?: number;
  /** Set when the answer is cut short: the tokens that it had. */
  readonly cut?: number;
  readonly chunks: number;
  /** Replies that could not be used. */
  readonly unusable: number;
  readonly spent: Spent;
}

export type ReadingEvent = StartedEvent | StepEvent | WarningEvent | AnswerEvent;
