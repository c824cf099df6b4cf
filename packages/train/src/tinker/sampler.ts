import { MemAgentError, onAbort } from '@memagent/core';
import type { TinkerClient } from './client.ts';
import { settle } from './futures.ts';
import { decodeSampleResult, jsonSampleResult } from './messages.ts';
import { readSampleBatch, writeSampleBatch } from './sample-frames.ts';
import type { SampleParams, SampleResult } from './types.ts';

/** Which weights a sampler samples from, as the protocol names them. */
export interface SamplerTarget {
  readonly sampling_session_id?: string;
  readonly base_model?: string;
  readonly model_path?: string;
}

export interface SampleOptions extends SampleParams {
  /** How many sequences; 1 unless told. */
  readonly samples?: number;
  /** Give the prompt's own log-probabilities too. */
  readonly promptLogprobs?: boolean;
  readonly signal?: AbortSignal;
}

/** Samples token by token from fixed weights. */
export class Sampler {
  readonly client: TinkerClient;
  readonly target: SamplerTarget;
  #seq = 0;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(client: TinkerClient, target: SamplerTarget) {
    this.client = client;
    this.target = target;
  }

  /**
   * Continues a prompt.
   *
   * @example
   * const { sequences } = await sampler.sample([1, 2, 3], { maxTokens: 16, temperature: 1, seed: 7 });
   */
  async sample(prompt: readonly number[], options: SampleOptions): Promise<SampleResult> {
    if (this.client.capabilities.batchedSampling && (options.samples ?? 1) === 1 && !options.promptLogprobs)
      return this.#batched(prompt, options);
    const { transport, gate } = this.client;
    const { signal } = options;
    const body = {
      ...this.target,
      ...(this.target.sampling_session_id !== undefined ? { seq_id: this.#seq++ } : {}),
      num_samples: options.samples ?? 1,
      prompt: { chunks: [{ type: 'encoded_text', tokens: Array.from(prompt) }] },
      sampling_params: {
        ...samplingParams(options),
        ...(options.seed !== undefined ? { seed: options.seed } : {}),
      },
      ...(options.promptLogprobs ? { prompt_logprobs: true } : {}),
      topk_prompt_logprobs: 0,
      type: 'sample',
    };
    const submit = async () => {
      const { json } = await transport.post('/asample', body, signal ? { signal } : {});
      const id = json?.request_id ?? json?.future_id;
      if (id === undefined)
        throw new MemAgentError('model-unavailable', 'The server gave no id for a sample.');
      return String(id);
    };
    return gate(async () => {
      const answer = await settle(transport, await submit(), submit, 'sampling', signal);
      const result = answer.bytes ? decodeSampleResult(answer.bytes) : jsonSampleResult(answer.json ?? {});
      for (const { tokens, logprobs } of result.sequences)
        if (tokens.length !== logprobs.length)
          throw new MemAgentError(
            'model-reply',
            `A sample has ${tokens.length} tokens and ${logprobs.length} log-probabilities.`,
          );
      return result;
    });
  }

  /** Calls that are made at the same time and differ in prompt and seed alone go in one request. */
  #batched(prompt: readonly number[], options: SampleOptions): Promise<SampleResult> {
    const params = samplingParams(options);
    const key = JSON.stringify([params, options.seed === undefined]);
    return new Promise((resolve, reject) => {
      const call: Waiting = { prompt, seed: options.seed, signal: options.signal, resolve, reject };
      const waiting = this.#waiting.get(key);
      if (waiting) return void waiting.push(call);
      this.#waiting.set(key, [call]);
      setImmediate(() => {
        const calls = this.#waiting.get(key)!;
        this.#waiting.delete(key);
        for (let at = 0; at < calls.length; at += mostInBatch)
          void this.#send(params, calls.slice(at, at + mostInBatch));
      });
    });
  }

  async #send(params: object, all: readonly Waiting[]): Promise<void> {
    // A batch is dropped when all who wait for it have gone.
    const gone = new AbortController();
    let left = all.length;
    const stays = all.map(({ signal, reject }) =>
      onAbort(signal, () => {
        reject(new MemAgentError('aborted', 'Stopped.', { cause: signal?.reason }));
        if (--left === 0) gone.abort();
      }),
    );
    try {
      const seeds = all.every(({ seed }) => seed !== undefined) ? { seeds: all.map(({ seed }) => seed) } : {};
      const header = { ...this.target, num_samples: 1, sampling_params: params, ...seeds };
      const body = writeSampleBatch(
        header,
        all.map(({ prompt }) => prompt),
      );
      const { bytes } = await this.client.transport.post('/memagent/sample_batch', body, {
        signal: gone.signal,
        type: 'application/octet-stream',
      });
      const sequences = readSampleBatch(bytes ?? new Uint8Array());
      if (sequences.length !== all.length)
        throw new MemAgentError(
          'model-reply',
          `The engine gave ${sequences.length} samples for ${all.length} prompts.`,
        );
      for (const [i, { resolve }] of all.entries()) resolve({ sequences: [sequences[i]!] });
    } catch (error) {
      for (const { reject } of all) reject(error);
    } finally {
      for (const stay of stays) stay();
    }
  }
}

interface Waiting {
  readonly prompt: readonly number[];
  readonly seed: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (result: SampleResult) => void;
  readonly reject: (error: unknown) => void;
}

// Replies come when the slowest of a batch is done: larger batches would hold the others up for little gain.
const mostInBatch = 64;

const samplingParams = (options: SampleOptions) => ({
  max_tokens: options.maxTokens,
  temperature: options.temperature ?? 1,
  top_p: options.topP ?? 1,
  top_k: options.topK ?? -1,
  ...(options.stop?.length ? { stop: options.stop } : {}),
});
