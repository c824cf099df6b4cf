import type { BudgetOptions, Document, Memory, Outcome, PolicyName, Profile } from '@memagent/core';
import type { Sample } from '../task/task.ts';

/** One chunk read by a system that keeps a memory. */
export interface SystemStep {
  /** The chunk's number from 0, its byte span and its tokens. */
  readonly chunk: number;
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  readonly outcome: Outcome;
  readonly memory: Memory;
  /** The model declared that it has the answer. */
  readonly exit?: boolean;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly seconds: number;
}

/** What a system said about a sample, and what it took. */
export interface SystemAnswer {
  readonly answer: string;
  /** False when it says that the text holds no answer. */
  readonly answered: boolean;
  /** How sure the model is of it, from 0 to 1, where answers are weighed. */
  readonly confidence?: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly calls: number;
  /** Time from the first word of the text to the answer. */
  readonly seconds: number;
  readonly money?: number;
  /** Chunk by chunk, for systems that keep a memory. */
  readonly steps?: readonly SystemStep[];
}

/** What a run gives a system beside the sample. */
export interface SystemContext {
  /** The sample's text, to be read as a stream. */
  readonly document: Document;
  readonly signal?: AbortSignal;
}

/** What a sample of some length will take. */
export interface SystemEstimate {
  readonly calls: number;
  readonly tokensIn: number;
  /** The most that can be generated. */
  readonly tokensOut: number;
}

/** Something that answers questions about texts: what an evaluation compares. */
export interface System {
  readonly name: string;
  /** Where it is a reading: its policy. */
  readonly policy?: PolicyName;
  /** What tells it from others of its name and policy (`memoryTokens=256`). */
  readonly variant?: string;
  /** What its answers depend on: plain data, kept with the run. */
  readonly settings: Readonly<Record<string, unknown>>;
  run(sample: Sample, context: SystemContext): Promise<SystemAnswer>;
  estimate(tokens: number): SystemEstimate;
}

/** How a system uses its model; what is left out follows from the model. */
export interface SystemSettings {
  readonly profile?: string | Profile;
  readonly policy?: PolicyName;
  readonly budgets?: BudgetOptions;
  readonly chunks?: 'natural' | 'tokens';
  readonly hints?: boolean;
  /** Whether the memory is looked over once more before the answer; `memagent` takes the model's default. */
  readonly review?: boolean;
  /** Whether a reviewed memory is asked in parts and the answers are weighed; `memagent` takes the model's default. */
  readonly weigh?: boolean;
  /** Whether `memagent` keeps what matches the question so well, chosen or not; the model's default. */
  readonly keepMatches?: boolean;
  /** How many chunks `memagent` reads at the same time; 1 unless told. */
  readonly ahead?: number;
  readonly exit?: boolean | { readonly confidence?: number };
  readonly temperature?: number;
  readonly topP?: number;
  readonly seed?: number;
  readonly reasoningTokens?: number;
}

/** A system's name in full: what rows and traces of one run are told apart by. */
export const systemKey = ({ name, policy, variant }: Pick<System, 'name' | 'policy' | 'variant'>): string =>
  [name, policy, variant].filter(Boolean).join(' ');
