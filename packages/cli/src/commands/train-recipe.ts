import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { MemAgentError } from '@memagent/core';
import { parseTrainRecipe, placeTaskFiles, type TrainRecipe } from '@memagent/train';
import { parse } from 'yaml';
import type { Io } from '../io.ts';

/** What goes over a recipe. */
export interface TrainRecipeFlags {
  engine?: string;
  steps?: number;
  seed?: number;
  seconds?: number;
  workers?: number;
  set?: string[];
}

type Values = Record<string, unknown>;

/** The recipe with flags over it; its paths are taken from where it lies. */
export async function readTrainRecipe(io: Io, flags: TrainRecipeFlags, file: string): Promise<TrainRecipe> {
  const path = resolve(io.cwd, file);
  let value = await readExtended(path, file);
  for (const given of flags.set ?? []) value = merged(value, assignment(given));
  const engine: Values = {
    ...(io.env.TINKER_API_KEY ? { apiKey: io.env.TINKER_API_KEY } : {}),
    ...(value.engine as object),
    ...(flags.engine ? { url: flags.engine } : {}),
  };
  const recipe = parseTrainRecipe(
    {
      ...value,
      engine,
      ...(flags.steps !== undefined ? { steps: flags.steps } : {}),
      ...(flags.seed !== undefined ? { seed: flags.seed } : {}),
      ...(flags.seconds !== undefined ? { seconds: flags.seconds } : {}),
      ...(flags.workers !== undefined ? { workers: flags.workers } : {}),
    },
    file,
  );
  const beside = (given: string) => resolve(dirname(path), given);
  const named = recipe.model.tokenizer === 'words' || recipe.model.tokenizer === 'pocket';
  const { start } = recipe.engine;
  return {
    ...recipe,
    engine: {
      ...recipe.engine,
      start: { ...start, ...(start.model ? { model: beside(start.model) } : {}) },
    },
    model: { ...recipe.model, ...(named ? {} : { tokenizer: beside(recipe.model.tokenizer) }) },
    ...(recipe.files ? { files: placeTaskFiles(recipe.files, beside) } : {}),
    ...(recipe.data ? { data: beside(recipe.data) } : {}),
    ...(recipe.heldOut ? { heldOut: beside(recipe.heldOut) } : {}),
    ...(recipe.module ? { module: beside(recipe.module) } : {}),
  };
}

/** A recipe's own values over those of the recipe that it extends. */
async function readExtended(path: string, named: string, under: readonly string[] = []): Promise<Values> {
  if (under.includes(path))
    throw new MemAgentError('bad-input', `The recipe ${named} extends itself.`, {
      hint: 'Take the key extends out of one of them.',
    });
  let value: Values;
  try {
    value = (parse(await readFile(path, 'utf8')) ?? {}) as Values;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new MemAgentError(
      'bad-input',
      `The recipe ${named} cannot be read: ${code ?? message.split('\n')[0]}.`,
      {
        hint: 'Give a YAML file, such as those in recipes.',
        cause,
      },
    );
  }
  const { extends: base, ...own } = value;
  if (typeof base !== 'string') return value;
  return merged(await readExtended(resolve(dirname(path), base), base, [...under, path]), own);
}

/** Objects are merged key by key; anything else takes the other's place. */
function merged(base: Values, over: Values): Values {
  const out = { ...base };
  for (const [key, value] of Object.entries(over))
    out[key] = isObject(value) && isObject(out[key]) ? merged(out[key], value) : value;
  return out;
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `algorithm.std=true` as an object; the value is YAML. */
function assignment(given: string): Values {
  const [, keys, text] = /^([\w.-]+)=(.*)$/s.exec(given) ?? [];
  if (keys === undefined)
    throw new MemAgentError('bad-input', `--set takes key=value, not "${given}".`, {
      hint: 'As in --set algorithm.std=true.',
    });
  let value: unknown;
  try {
    value = parse(text!);
  } catch (cause) {
    throw new MemAgentError('bad-input', `--set ${keys}: "${text}" is no YAML.`, {
      hint: 'Give a number, a word, or an object such as {scale: 0}.',
      cause,
    });
  }
  return keys.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Values;
}
