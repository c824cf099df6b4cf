import { MemAgentError } from '@memagent/core';
import { z } from 'zod';
import { parseSystem, systemSpec } from '../systems/create.ts';
import { verifiers } from '../verify/verify.ts';
import { parseLength } from './length.ts';
import { parseTask, taskSpec } from './task-spec.ts';

const whole = z.number().int();

/** Files that texts and questions are made from. */
export const dataFiles = z.strictObject({
  squad: z.string().optional(),
  hotpot: z.string().optional(),
  musique: z.string().optional(),
  twowiki: z.string().optional(),
  longbench: z.array(z.string()).optional(),
  /** Further paragraphs to stand beside the gold ones. */
  paragraphs: z.string().optional(),
  /** Texts to hide needles in, instead of what the tasks make up. */
  haystack: z.array(z.string()).optional(),
});

export type DataFiles = z.infer<typeof dataFiles>;

/** A recipe: what flags can say too, in a file. */
export const evalRecipe = z.strictObject({
  name: z.string().optional(),
  description: z.string().optional(),
  tasks: z.array(z.union([z.string().transform(parseTask), taskSpec])).min(1),
  lengths: z.array(z.union([z.string(), z.number()]).transform(parseLength)).min(1),
  systems: z.array(z.union([z.string().transform(parseSystem), systemSpec])).min(1),
  samples: whole.positive().default(20),
  seed: whole.nonnegative().default(1),
  split: z.enum(['train', 'validation', 'test']).default('test'),
  verifier: z.enum(Object.keys(verifiers) as [string, ...string[]]).optional(),
  concurrency: whole.positive().optional(),
  /** Processes to run the samples in; this one unless told. */
  workers: whole.positive().optional(),
  /** Leave out systems that the model cannot be used for, instead of refusing them. */
  skipUnable: z.boolean().optional(),
  model: z.string().optional(),
  data: dataFiles.optional(),
  /** In hqa, gold paragraphs where the published evaluation has them. */
  referenceOrder: z.boolean().optional(),
});

export type EvalRecipe = z.infer<typeof evalRecipe>;

/** Checks a recipe that came from a file or from flags; `from` says which in messages. */
export function parseRecipe(value: unknown, from: string): EvalRecipe {
  let checked: z.ZodSafeParseResult<EvalRecipe>;
  try {
    checked = evalRecipe.safeParse(value);
  } catch (error) {
    if (!MemAgentError.isInstance(error)) throw error;
    throw new MemAgentError('bad-input', `${from}: ${error.message}`, { hint: error.hint, cause: error });
  }
  if (checked.success) return checked.data;
  const lines = checked.error.issues.map((issue) => {
    if (issue.code === 'unrecognized_keys') return `unknown key ${issue.keys.join(', ')}`;
    return issue.path.length > 0 ? `${issue.path.map(String).join('.')}: ${issue.message}` : issue.message;
  });
  throw new MemAgentError('bad-input', `${from}: ${lines.join('; ')}.`, {
    hint: `The keys are: ${Object.keys(evalRecipe.shape).join(', ')}.`,
  });
}
