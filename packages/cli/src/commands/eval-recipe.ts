import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MemAgentError } from '@memagent/core';
import { type EvalRecipe, parseRecipe } from '@memagent/lab';
import { parse } from 'yaml';
import type { Io } from '../io.ts';
import type { Flags } from '../reading/options.ts';

/** What `memagent eval run` takes beside what readings take. */
export interface RunFlags extends Omit<Flags, 'seed' | 'question'>, Record<string, unknown> {
  readonly tasks?: string;
  readonly lengths?: string;
  readonly systems?: string;
  readonly samples?: number;
  readonly seed?: number;
  readonly split?: string;
  readonly verifier?: string;
  readonly concurrency?: number;
  readonly workers?: number;
  /** Set in the processes that --workers starts. */
  readonly worker?: boolean;
  readonly out?: string;
  readonly limit?: number;
  readonly referenceOrder?: boolean;
  readonly dryRun?: boolean;
  readonly fresh?: boolean;
}

/** Options whose value is a file of questions or texts. */
export const dataOptions = [
  'squad',
  'hotpot',
  'musique',
  'twowiki',
  'longbench',
  'paragraphs',
  'haystack',
] as const;

/** Flags over the recipe file, checked together. */
export async function readRecipe(io: Io, flags: RunFlags, file: string | undefined): Promise<EvalRecipe> {
  let base: Record<string, unknown> = {};
  if (file !== undefined) {
    try {
      base = parse(await readFile(resolve(io.cwd, file), 'utf8')) ?? {};
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException;
      throw new MemAgentError(
        'bad-input',
        `The recipe ${file} cannot be read: ${code ?? message.split('\n')[0]}.`,
        {
          hint: 'Give a YAML file, such as those in recipes/eval.',
          cause,
        },
      );
    }
  }
  const list = (text: string | undefined) =>
    text
      ?.split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  const data = Object.fromEntries(
    dataOptions.filter((name) => flags[name] !== undefined).map((name) => [name, flags[name]]),
  );
  const given = {
    tasks: list(flags.tasks),
    lengths: list(flags.lengths),
    systems: list(flags.systems),
    samples: flags.samples,
    seed: flags.seed,
    split: flags.split,
    verifier: flags.verifier,
    referenceOrder: flags.referenceOrder,
  };
  const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  for (const key of ['tasks', 'lengths', 'systems'])
    if (own[key] === undefined && base[key] === undefined)
      throw new MemAgentError('bad-input', `No ${key} were named.`, {
        hint: `Name them with --${key}, or give a recipe.`,
      });
  const merged = {
    ...base,
    ...own,
    ...(Object.keys(data).length > 0 ? { data: { ...(base.data as object), ...data } } : {}),
  };
  return parseRecipe(merged, file ?? 'the flags');
}
