import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pocketShape, saveRandomGguf } from '@memagent/llama/testing';
import { pocketDefaults, pocketPath } from '@memagent/pocket';
import type { BenchOptions } from './bench.ts';

/** A GGUF to bench with. */
export interface BenchGguf {
  readonly path: string;
  readonly name: string;
  readonly defaults: typeof pocketDefaults;
  close(): Promise<void>;
}

/** What every bench on a GGUF takes. */
export const ggufOptions = {
  gguf: {
    takes: 'path',
    about: 'a pocket model; the shipped one, or a random one of its shape, unless told',
  },
  threads: {
    takes: 'n',
    about: 'threads of both sides (1: what is comparable on a machine that others use too)',
  },
} as const satisfies Record<string, { takes: string; about: string }>;

/** The model named, else the shipped one, else a random one of the same shape in a temporary folder. */
export async function benchGguf(options: BenchOptions): Promise<BenchGguf> {
  const path = options.value('gguf') ?? pocketPath();
  const defaults = pocketDefaults;
  if (path)
    return { path, name: options.value('gguf') ? 'the GGUF given' : 'pocket', defaults, async close() {} };
  const folder = await mkdtemp(join(tmpdir(), 'memagent-bench-'));
  return {
    path: await saveRandomGguf(join(folder, 'random.gguf'), pocketShape),
    name: 'random weights of pocket’s shape',
    defaults,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
