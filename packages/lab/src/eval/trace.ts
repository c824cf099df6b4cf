import { z } from 'zod';

const step = z.object({
  chunk: z.number(),
  start: z.number(),
  end: z.number(),
  tokens: z.number(),
  outcome: z.enum(['kept', 'written', 'unusable']),
  /** Absent when the step left the memory as it was. */
  memory: z.string().optional(),
  exit: z.boolean().optional(),
  tokensIn: z.number(),
  tokensOut: z.number(),
  seconds: z.number(),
});

const fact = z.object({
  fact: z.string(),
  depth: z.number(),
  fate: z.enum(['unseen', 'not-kept', 'dropped', 'kept']),
  seenAt: z.number().optional(),
  lostAt: z.number().optional(),
});

/** One sample under one system: a line of `traces.jsonl`. */
export const evalTrace = z.object({
  task: z.string(),
  /** In tokens, as asked for. */
  length: z.number(),
  system: z.string(),
  policy: z.string().nullable(),
  variant: z.string().nullable(),
  seed: z.number(),
  sample: z.string(),
  question: z.string(),
  expected: z.object({
    answers: z.array(z.string()),
    match: z.enum(['any', 'all']),
    answerable: z.boolean(),
  }),
  answer: z.string(),
  /** False when the system says that there is none. */
  answered: z.boolean(),
  /** How sure the system is of it, from 0 to 1, where it says so. */
  confidence: z.number().optional(),
  /** The score from 0 to 1 by every verifier; all 0 where the sample failed. */
  verdicts: z.record(z.string(), z.number()),
  /** Where the evidence lies, as shares of the text. */
  depths: z.array(z.number()),
  facts: z.array(fact),
  steps: z.array(step),
  calls: z.number(),
  tokensIn: z.number(),
  tokensOut: z.number(),
  seconds: z.number(),
  money: z.number().optional(),
  /** Why there is no answer: the request failed. */
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});

export type EvalTrace = z.infer<typeof evalTrace>;

/** What tells a trace from the others of its run. */
export const traceKey = (trace: {
  readonly task: string;
  readonly length: number;
  readonly system: string;
  readonly policy?: string | null;
  readonly variant?: string | null;
  readonly seed: number;
}): string =>
  JSON.stringify([
    trace.task,
    trace.length,
    trace.system,
    trace.policy ?? null,
    trace.variant ?? null,
    trace.seed,
  ]);
