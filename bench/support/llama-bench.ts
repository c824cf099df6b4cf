import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildLlama } from '../../test/support/build-llama.ts';

/** What llama-bench is to measure. */
export interface LlamaBenchTask {
  readonly gguf: string;
  readonly threads: number;
  readonly repetitions: number;
  /** Tokens of a prompt, and of the reply after it; either may be 0. */
  readonly prompt: number;
  readonly reply: number;
  /** Tokens that are there before. */
  readonly depth?: number;
  /** Tokens in a physical batch; several are measured one after the other. */
  readonly batches: readonly number[];
}

/** What llama-bench measured with one size of batch. */
export interface LlamaBenchResult {
  readonly batch: number;
  /** Of each repetition. */
  readonly seconds: readonly number[];
}

/** Runs llama-bench, of the same llama.cpp as the embedded engine's; flash attention on, as there. */
export async function llamaBench(task: LlamaBenchTask): Promise<LlamaBenchResult[]> {
  const binary = await buildLlama('llama-bench');
  const { prompt, reply } = task;
  const what =
    prompt > 0 && reply > 0
      ? ['-pg', `${prompt},${reply}`, '-p', '0', '-n', '0']
      : ['-p', `${prompt}`, '-n', `${reply}`];
  const { stdout } = await promisify(execFile)(
    binary,
    [
      ...['-m', task.gguf, '-t', `${task.threads}`, '-r', `${task.repetitions}`, '-o', 'json', '-fa', 'on'],
      ...['-ngl', '0', '-ub', task.batches.join(','), '-d', `${task.depth ?? 0}`],
      ...what,
    ],
    { maxBuffer: 1 << 24 },
  );
  const results = JSON.parse(stdout) as { n_ubatch: number; samples_ns: number[] }[];
  return results.map((each) => ({ batch: each.n_ubatch, seconds: each.samples_ns.map((ns) => ns / 1e9) }));
}
