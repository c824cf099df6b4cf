import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { MemAgentError } from '@memagent/core';
import { z } from 'zod';

/** What a run is: `run.json`. Traces of one folder are comparable because this does not change under them. */
export const runFile = z.object({
  version: z.literal(1),
  created: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
  model: z.object({ name: z.string(), id: z.string(), tokenizer: z.string() }),
  split: z.string(),
  /** What texts and questions are made from, apart from what the tasks make up. */
  data: z.record(z.string(), z.unknown()),
  tasks: z.record(z.string(), z.unknown()),
  systems: z.record(z.string(), z.unknown()),
  /** How much of their paragraphs two samples share, by task and length. */
  overlaps: z.record(z.string(), z.record(z.string(), z.number())).optional(),
});

export type RunFile = z.infer<typeof runFile>;

/** Reads the description of a run; undefined where there is none. */
export async function readRunFile(folder: string): Promise<RunFile | undefined> {
  const path = join(folder, 'run.json');
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return runFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new MemAgentError('bad-input', `${path} does not describe a run.`, {
      hint: 'Evaluate into another folder.',
      cause,
    });
  }
}

/** Describes a run in its folder. One that is there already may grow, but nothing of it may change. */
export async function describeRun(folder: string, run: RunFile): Promise<RunFile> {
  const known = await readRunFile(folder);
  if (known) {
    const changed = difference(known, run);
    if (changed !== undefined) {
      throw new MemAgentError('bad-input', `${folder} holds a run with ${changed}.`, {
        hint: 'Give another folder with --out, or start over with --fresh.',
      });
    }
  }
  const grown: RunFile = {
    ...known,
    ...run,
    created: known?.created ?? run.created,
    tasks: { ...known?.tasks, ...run.tasks },
    systems: { ...known?.systems, ...run.systems },
  };
  await writeRunFile(folder, grown);
  return grown;
}

/** Writes the description of a run, whole or not at all. */
export async function writeRunFile(folder: string, run: RunFile): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'run.json');
  await writeFile(`${path}.new`, `${JSON.stringify(run, null, 2)}\n`);
  await rename(`${path}.new`, path);
}

/** What of a known run a new one would contradict. */
function difference(known: RunFile, run: RunFile): string | undefined {
  if (known.model.id !== run.model.id) return `another model (${known.model.name})`;
  if (known.model.tokenizer !== run.model.tokenizer) return 'another tokenizer';
  if (known.split !== run.split) return `another split (${known.split})`;
  if (!isDeepStrictEqual(known.data, plain(run.data))) return 'other data files';
  for (const part of ['systems', 'tasks'] as const) {
    for (const [key, value] of Object.entries(run[part])) {
      if (key in known[part] && !isDeepStrictEqual(known[part][key], plain(value)))
        return `other settings of ${key}`;
    }
  }
  return undefined;
}

/** As it comes back from a file. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
