import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MemAgentError, type Model, type ReadOptions } from '@memagent/core';
import { FileJournal, journalFolder } from '@memagent/core/node';
import { type Config, type ConfigKey, configSchema } from '../config/schema.ts';
import type { Io } from '../io.ts';
import { resolveProfile } from './profile-file.ts';

/** What stands on the command line beside the settings that a config file can hold too. */
export interface Flags extends Config {
  readonly question?: readonly string[];
  readonly schema?: string;
  readonly fresh?: boolean;
  readonly watch?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly debug?: boolean;
}

/** Flags before config. */
export function mergeSettings(flags: Flags, config: Config): Config {
  const merged: Record<string, unknown> = {};
  for (const key of Object.keys(configSchema.shape) as ConfigKey[]) {
    // `--no-journal` makes commander say true where nothing was said.
    const flag = key === 'journal' && flags.journal === true ? undefined : flags[key];
    const value = flag ?? config[key];
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

/** The options of a reading, apart from document, question, model and signals. */
export async function readingOptions(
  settings: Config,
  flags: Pick<Flags, 'schema' | 'fresh'>,
  model: Model,
  io: Io,
): Promise<Omit<ReadOptions, 'document' | 'question' | 'model'>> {
  const { exit, maxTokens, maxSeconds, maxMoney } = settings;
  if (maxMoney !== undefined && !model.price) {
    throw new MemAgentError('bad-input', `--max-money needs to know what ${model.name} costs.`, {
      hint: 'Say it with --price <in,out> (per million tokens), or `price:` in the config file.',
    });
  }
  return defined({
    profile: settings.profile === undefined ? undefined : await resolveProfile(settings.profile, io.cwd),
    policy: settings.policy,
    chunks: settings.chunks,
    hints: settings.hints,
    review: settings.review,
    weigh: settings.weigh,
    keepMatches: settings.keepMatches,
    ahead: settings.ahead,
    exit: typeof exit === 'number' ? { confidence: exit } : exit,
    budgets: defined({
      window: settings.window,
      chunk: settings.chunkTokens,
      memory: settings.memoryTokens,
      question: settings.questionTokens,
      output: settings.outputTokens,
    }),
    limits: defined({ tokens: maxTokens, seconds: maxSeconds, money: maxMoney }),
    temperature: settings.temperature,
    topP: settings.topP,
    seed: settings.seed,
    reasoningTokens: settings.reasoningTokens,
    schema: flags.schema === undefined ? undefined : await readSchema(flags.schema, io.cwd),
    fresh: flags.fresh,
    journal: settings.journal === false ? undefined : new FileJournal(journalFolder(io.env)),
  });
}

function defined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

async function readSchema(path: string, cwd: string): Promise<object> {
  let text: string;
  try {
    text = await readFile(resolve(cwd, path), 'utf8');
  } catch (cause) {
    throw new MemAgentError('bad-input', `The schema ${path} cannot be read.`, {
      hint: 'Give the path of a JSON Schema.',
      cause,
    });
  }
  try {
    const schema = JSON.parse(text);
    if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return schema;
  } catch (cause) {
    throw new MemAgentError('bad-input', `The schema ${path} is not JSON: ${(cause as Error).message}.`, {
      cause,
    });
  }
  throw new MemAgentError('bad-input', `The schema ${path} is not a JSON object.`, {
    hint: 'Give a JSON Schema.',
  });
}
