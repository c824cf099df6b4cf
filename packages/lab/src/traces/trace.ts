import type { Prompt } from '@memagent/core';

/** What an ideal reader was shown and what it replied: one example for supervised training. */
export interface Trace {
  /** Which kind of example, for metrics: the task and what it asks for (`niah_single_1/add`, `squad/answer`). */
  readonly kind: string;
  readonly prompt: Prompt;
  /** The reply, its special tokens by name; the token that ends it is left out. */
  readonly reply: string;
}
