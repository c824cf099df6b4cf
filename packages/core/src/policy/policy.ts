import type { Chunk } from '../chunk/chunk.ts';
import type { Memory, MemoryLine } from '../memory/memory.ts';
import type { Sentence } from '../text/sentences.ts';

export type PolicyName = 'overwrite' | 'gated' | 'select';

/** What a model's reply to a step asks for, once the profile has understood it. */
export type Reply =
  | { readonly kind: 'keep'; readonly exit?: boolean }
  | {
      readonly kind: 'write';
      readonly text: string;
      /** An empty text is meant: the memory is to hold nothing. Unless told it is a failure, and the memory is kept. */
      readonly blank?: boolean;
      readonly exit?: boolean;
    }
  | {
      readonly kind: 'select';
      readonly add: readonly number[];
      readonly drop: readonly number[];
      /** Sentences to add beside those that the model chose. */
      readonly matched?: readonly number[];
      readonly exit?: boolean;
    }
  | { readonly kind: 'unusable'; readonly why: string; readonly exit?: boolean };

/** What a policy needs to know to turn a reply into a memory. */
export interface StepState {
  readonly memory: Memory;
  readonly chunk: Chunk;
  readonly sentences: readonly Sentence[];
  readonly memoryTokens: number;
  /** Counts tokens with the model's tokenizer. */
  count(text: string): number | Promise<number>;
  /** How much a line has to do with the question: which line goes first when the memory is full. */
  relevance(text: string): number;
  /** The share of the weight of the question's words that a text says, where lines are kept because they match. */
  share?(text: string): number;
}

export type Outcome = 'kept' | 'written' | 'unusable';

/** What happened to the memory at a step. */
export interface Change {
  readonly outcome: Outcome;
  readonly memory: Memory;
  readonly added: readonly MemoryLine[];
  readonly dropped: readonly MemoryLine[];
  /** The memory hit its cap: text was cut, or lines were dropped that the model had not named. */
  readonly cut?: boolean;
  /** Why a reply could not be used. */
  readonly why?: string;
}

/** How a step may treat the memory. */
export interface Policy {
  readonly name: PolicyName;
  apply(reply: Reply, state: StepState): Promise<Change>;
}

export const kept = (memory: Memory): Change => ({ outcome: 'kept', memory, added: [], dropped: [] });

export const unusable = (memory: Memory, why: string): Change => ({
  ...kept(memory),
  outcome: 'unusable',
  why,
});
