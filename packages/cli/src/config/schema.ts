import { z } from 'zod';

const whole = z.number().int().positive();
const tokens = whole;

/** What a config file may hold; each key is also an environment variable (`chunkTokens`: `MEMAGENT_CHUNK_TOKENS`). */
export const configSchema = z.strictObject({
  /** A path, a pulled model's name, `pocket`, or one or more addresses. */
  model: z.string().min(1).optional(),
  /** A profile's name, or a file of templates. */
  profile: z.string().min(1).optional(),
  policy: z.enum(['overwrite', 'gated', 'select']).optional(),
  chunks: z.enum(['natural', 'tokens']).optional(),
  hints: z.boolean().optional(),
  /** Whether the model looks over its memory once more before it answers. */
  review: z.boolean().optional(),
  weigh: z.boolean().optional(),
  /** Whether sentences that share most of the question's rare words are kept even where the model chooses others. */
  keepMatches: z.boolean().optional(),
  /** How many chunks may be read at the same time. */
  ahead: whole.optional(),
  /** Whether the model may stop reading, and the least confidence that is believed. */
  exit: z.union([z.boolean(), z.number().min(0).max(1)]).optional(),
  window: tokens.optional(),
  chunkTokens: tokens.optional(),
  memoryTokens: tokens.optional(),
  questionTokens: tokens.optional(),
  outputTokens: tokens.optional(),
  reasoningTokens: z.number().int().nonnegative().optional(),
  temperature: z.number().nonnegative().optional(),
  topP: z.number().positive().max(1).optional(),
  seed: z.number().int().nonnegative().optional(),
  maxTokens: tokens.optional(),
  maxSeconds: z.number().positive().optional(),
  maxMoney: z.number().positive().optional(),
  /** Money per million tokens. */
  price: z
    .strictObject({
      input: z.number().nonnegative(),
      output: z.number().nonnegative(),
      currency: z.string().default('USD'),
    })
    .optional(),
  threads: whole.optional(),
  /** LoRA adapters for the embedded engine: paths, with `=scale` where it is not 1. */
  lora: z.array(z.string()).optional(),
  journal: z.boolean().optional(),
});

/** What the user has set, in whatever way. */
export type Config = z.infer<typeof configSchema>;

export type ConfigKey = keyof Config;

/** The environment variable of a key. */
export const variableOf = (key: string): string =>
  `MEMAGENT_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
