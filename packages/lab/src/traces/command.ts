import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { loadTokenizer } from '@memagent/core';
import type { Split } from '../task/task.ts';
import { mixTraces } from './mixture.ts';
import { type TraceFiles, traceTasks } from './sources.ts';

export interface TraceCommand extends TraceFiles {
  /** The `tokenizer.json` whose ids the traces are in. */
  readonly tokenizer: string;
  readonly split: Split;
  readonly seed: number;
  /** How many; without end unless told. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** Writes supervised reading traces as JSON lines: `{"kind":…,"prompt":[ids],"response":[ids]}`. */
export async function writeTraces(command: TraceCommand, out: Writable): Promise<void> {
  const tokenizer = loadTokenizer(JSON.parse(await readFile(command.tokenizer, 'utf8')));
  const { tasks, haystacks } = await traceTasks(command.split, command);
  let left = command.limit ?? Number.POSITIVE_INFINITY;
  for await (const trace of mixTraces({ tasks, haystacks, tokenizer, split: command.split, seed: command.seed })) {
    if (left-- <= 0 || command.signal?.aborted || out.destroyed) return;
    if (!out.write(`${JSON.stringify(trace)}\n`)) await once(out, 'drain', { signal: command.signal });
  }
}
