import type { Tokenizer } from '@memagent/core';
import type { Split } from '../task/task.ts';
import { mixTraces } from './mixture.ts';
import { type TraceFiles, traceTasks } from './sources.ts';

export interface TraceCommand extends TraceFiles {
  /** Whose ids the traces are in. */
  readonly tokenizer: Tokenizer;
  readonly split: Split;
  readonly seed: number;
  /** How many; without end unless told. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/**
 * Supervised reading traces as JSON lines: `{"kind":…,"prompt":[ids],"response":[ids]}`, or several that begin alike,
 * `{"shared":[ids],"branches":[…]}`.
 */
export async function* traceLines(command: TraceCommand): AsyncGenerator<string> {
  const { tokenizer, split, seed } = command;
  const sources = await traceTasks(split, command);
  let left = command.limit ?? Number.POSITIVE_INFINITY;
  if (left <= 0) return;
  for await (const trace of mixTraces({ tokenizer, split, seed, ...sources })) {
    if (command.signal?.aborted) return;
    yield `${JSON.stringify(trace)}\n`;
    if (--left <= 0) return;
  }
}
