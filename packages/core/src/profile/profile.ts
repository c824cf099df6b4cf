import type { Chunk } from '../chunk/chunk.ts';
import type { Hint } from '../hints/hints.ts';
import type { Memory, MemoryLine } from '../memory/memory.ts';
import type { Prompt, Segment } from '../model/model.ts';
import type { PolicyName, Reply } from '../policy/policy.ts';
import type { Sentence } from '../text/sentences.ts';

/** What a step's prompt is made from. */
export interface StepPrompt {
  readonly question: string;
  readonly memory: Memory;
  readonly chunk: Chunk;
  readonly sentences: readonly Sentence[];
  /** Best first; empty when hints are off. */
  readonly hints: readonly Hint[];
  readonly policy: PolicyName;
  /** Whether the model may declare that it has the answer. */
  readonly exit: boolean;
}

/** What the final prompt is made from. */
export interface FinalPrompt {
  readonly question: string;
  readonly memory: Memory;
  /** The answer must be JSON that satisfies this schema. */
  readonly schema?: object;
}

/** What the model said in the end: `answered` is false when the text holds no answer. */
export interface FinalReply {
  readonly text: string;
  readonly answered: boolean;
}

/** The words for weighing what a memory says, with a model that can say how likely a text is. */
export interface Weighing {
  /** The whole reply that chooses these sentences of a section, by their numbers from 1, and no other. */
  choice(numbers: readonly number[]): readonly Segment[];
  /** These lines and nothing else, up to where a question is asked, and the question. */
  asked(
    question: string,
    lines: readonly MemoryLine[],
  ): { readonly prompt: Prompt; readonly continuation: readonly Segment[] };
  /** The whole reply that gives this answer. */
  answer(text: string): readonly Segment[];
}

/** The wording and order of the prompts, and how replies to them are understood. */
export interface Profile {
  readonly name: string;
  /** Changes when the wording does: part of a reading's address. */
  readonly version: string;
  /** The policies that its wording can express. */
  readonly policies: readonly PolicyName[];
  /** Whether hints are listed in its prompts. */
  readonly hints: boolean;
  /** The most sentences that it can number; chunks with more get longer ones. */
  readonly maxSentences: number;
  /** Whether it can put the answer into JSON. */
  readonly schema: boolean;
  /** The profile of a reading for one question, where that has another order: its sections need not be shared. */
  readonly single?: Profile | undefined;
  readonly weighing?: Weighing | undefined;
  step(input: StepPrompt): Prompt;
  final(input: FinalPrompt): Prompt;
  /** Understands the reply to a step. */
  reply(text: string, policy: PolicyName): Reply;
  /** Understands the reply to the final prompt. */
  answer(text: string): FinalReply;
}
