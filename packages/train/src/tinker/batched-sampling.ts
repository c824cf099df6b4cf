import { MemAgentError, onAbort } from '@memagent/core';
import { MicroBatch } from './micro-batch.ts';
import { readSampleBatch, readSampleParts, writeSampleBatch } from './sample-frames.ts';
import type { SampleOptions, SamplerTarget } from './sampler.ts';
import { samplingParams } from './sampling-params.ts';
import { statusOf, type Transport } from './transport.ts';
import type { Numbers, SampledSequence } from './types.ts';

interface Call {
  readonly prompt: Numbers;
  readonly seed: number | undefined;
  /** How many of the prompt's last tokens are scored, where nothing is sampled. */
  readonly scored?: number;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (sequence: SampledSequence) => void;
  readonly reject: (error: unknown) => void;
}

// Where replies come when the slowest of a batch is done, larger batches would hold the others up for little gain.
const most = { whole: 64, parts: 256 };
const waitMs = 2;
// At the end of a rollout a group or two are left: each turn of theirs would wait, and the engine with them.
const few = 16;

/** Our engine's batched sampling: calls that differ in prompt and seed alone go in one request. */
export class BatchedSampling {
  readonly #transport: Transport;
  readonly #target: SamplerTarget;
  readonly #parts: boolean;
  readonly #batch: MicroBatch<Call>;
  #callers = 0;

  /** @param parts whether the engine answers each sequence as soon as it is done. */
  constructor(transport: Transport, target: SamplerTarget, parts: boolean) {
    this.#transport = transport;
    this.#target = target;
    this.#parts = parts;
    this.#batch = new MicroBatch((key, calls) => this.#send(key, calls), {
      most: parts ? most.parts : most.whole,
      waitMs,
      few,
      // An engine that answers a batch whole is one on a CPU, where the same batches give the same bits.
      ...(parts ? {} : { quietTurns: 4, callers: () => this.#callers }),
    });
  }

  /** Somebody who will call, one call at a time, until what this gives is called. */
  enter(): () => void {
    this.#callers++;
    return () => {
      this.#callers--;
    };
  }

  /** Continues a prompt; the call may share its request with others. */
  sample(prompt: Numbers, options: SampleOptions): Promise<SampledSequence> {
    const { seed, signal } = options;
    // A batch names the seeds of all its prompts or of none.
    const key = JSON.stringify([samplingParams(options), seed !== undefined]);
    return new Promise((resolve, reject) => this.#batch.add(key, { prompt, seed, signal, resolve, reject }));
  }

  /** The last tokens of a prompt with their log-probabilities; the call may share its request with others. */
  score(prompt: Numbers, scored: number, signal: AbortSignal | undefined): Promise<SampledSequence> {
    return new Promise((resolve, reject) =>
      this.#batch.add(scoring, { prompt, scored, seed: undefined, signal, resolve, reject }),
    );
  }

  async #send(key: string, all: readonly Call[]): Promise<void> {
    const calls = all.filter(({ signal, reject }) => {
      if (signal?.aborted) reject(stopped(signal));
      return !signal?.aborted;
    });
    if (calls.length === 0) return;
    // A batch is dropped when all who still wait for it have gone.
    const gone = new AbortController();
    const waiting = new Set(calls);
    const stays = calls.map((call) =>
      onAbort(call.signal, () => {
        call.reject(stopped(call.signal));
        if (waiting.delete(call) && waiting.size === 0) gone.abort();
      }),
    );
    try {
      await this.#request(key, calls, gone.signal, (i, sequence) => {
        waiting.delete(calls[i]!);
        calls[i]!.resolve(sequence);
      });
    } catch (error) {
      // One prompt that the engine refuses must not take the others with it.
      if (calls.length > 1 && [400, 413, 422].includes(statusOf(error) ?? 0)) {
        const half = Math.ceil(calls.length / 2);
        await Promise.all([this.#send(key, calls.slice(0, half)), this.#send(key, calls.slice(half))]);
      } else for (const { reject } of calls) reject(error);
    } finally {
      for (const stay of stays) stay();
    }
  }

  async #request(
    key: string,
    calls: readonly Call[],
    signal: AbortSignal,
    found: (i: number, sequence: SampledSequence) => void,
  ): Promise<void> {
    const header = { ...this.#target, ...headerOf(key, calls, this.#parts) };
    const body = writeSampleBatch(
      header,
      calls.map(({ prompt }) => prompt),
    );
    const left = new Set(calls.keys());
    const { bytes } = await this.#transport.post('/memagent/sample_batch', body, {
      signal,
      patient: true,
      type: 'application/octet-stream',
      ...(this.#parts && key !== scoring
        ? {
            read: async (parts) => {
              for await (const [i, sequence] of readSampleParts(parts))
                if (left.delete(i)) found(i, sequence);
            },
          }
        : {}),
    });
    if (bytes)
      for (const [i, sequence] of readSampleBatch(bytes).entries()) if (left.delete(i)) found(i, sequence);
    if (left.size > 0)
      throw new MemAgentError(
        'model-reply',
        `The engine gave ${calls.length - left.size} samples for ${calls.length} prompts.`,
      );
  }
}

/** The key of calls that score. */
const scoring = 'scoring';

function headerOf(key: string, calls: readonly Call[], parts: boolean): object {
  if (key === scoring) return { scored: calls.map(({ scored }) => scored) };
  const [params, seeded] = JSON.parse(key) as [object, boolean];
  return {
    num_samples: 1,
    sampling_params: params,
    ...(seeded ? { seeds: calls.map(({ seed }) => seed) } : {}),
    ...(parts ? { parts: true } : {}),
  };
}

const stopped = (signal: AbortSignal | undefined) =>
  new MemAgentError('aborted', 'Stopped.', { cause: signal?.reason });
