import { MemAgentError, onAbort } from '@memagent/core';
import { BatchedSampling } from './batched-sampling.ts';
import type { TinkerClient } from './client.ts';
import { requestId, settle } from './futures.ts';
import { decodeSampleResult, jsonSampleResult } from './messages.ts';
import { samplingParams } from './sampling-params.ts';
import type { Numbers, SampleParams, SampleResult } from './types.ts';

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
  readonly #batches: BatchedSampling | undefined;
  readonly #mayBeUsed: () => void;
  #seq = 0;

  /** @param mayBeUsed throws where these weights can no longer be sampled from. */
  constructor(client: TinkerClient, target: SamplerTarget, mayBeUsed: () => void = () => {}) {
    this.client = client;
    this.target = target;
    this.#mayBeUsed = mayBeUsed;
    const { batchedSampling, parts } = client.capabilities;
    if (batchedSampling) this.#batches = new BatchedSampling(client.transport, target, parts);
  }

  /** Somebody who will sample, one call at a time, until what this gives is called: batches wait for who is there. */
  enter(): () => void {
    return this.#batches?.enter() ?? (() => {});
  }

  /**
   * Continues a prompt.
   *
   * @example
   * const { sequences } = await sampler.sample([1, 2, 3], { maxTokens: 16, temperature: 1, seed: 7 });
   */
  async sample(prompt: Numbers, options: SampleOptions): Promise<SampleResult> {
    this.#mayBeUsed();
    checkPrompt(prompt, options);
    if (this.#batches && (options.samples ?? 1) === 1 && !options.promptLogprobs)
      return { sequences: [await this.#batches.sample(prompt, options)] };
    return this.client.gate(() => this.#single(prompt, options));
  }

  /**
   * The log-probability of a prompt's last tokens together, after those before them.
   *
   * @example
   * const logprob = await sampler.score([1, 2, 3, 4], 2);
   */
  async score(prompt: Numbers, last: number, signal?: AbortSignal): Promise<number> {
    this.#mayBeUsed();
    checkPrompt(prompt, { maxTokens: 1, ...(signal ? { signal } : {}) });
    if (!(last >= 1 && last < prompt.length))
      throw new MemAgentError('bad-input', `Of ${prompt.length} tokens ${last} cannot be scored.`);
    const logprobs =
      this.#batches && this.client.capabilities.scored
        ? (await this.#batches.score(prompt, last, signal)).logprobs
        : await this.#promptLogprobs(prompt, last, signal);
    return logprobs.reduce((sum: number, logprob) => sum + logprob, 0);
  }

  async #promptLogprobs(prompt: Numbers, last: number, signal: AbortSignal | undefined): Promise<number[]> {
    const options = { maxTokens: 1, promptLogprobs: true, ...(signal ? { signal } : {}) };
    const { promptLogprobs } = await this.client.gate(() => this.#single(prompt, options));
    const wanted = promptLogprobs?.slice(-last).filter((logprob) => logprob !== undefined);
    if (wanted?.length !== last)
      throw new MemAgentError('model-reply', 'The server gave no log-probabilities of the prompt.', {
        hint: 'Answers cannot be weighed with it: leave that out.',
      });
    return wanted;
  }

  async #single(prompt: Numbers, options: SampleOptions): Promise<SampleResult> {
    const { transport } = this.client;
    const { signal } = options;
    let id: string | undefined;
    const submit = async () => {
      const body = {
        ...this.target,
        // A sample that the server has forgotten is a new request: under the old number it would be forgotten again.
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
      const { json } = await transport.post('/asample', body, {
        patient: true,
        ...(signal ? { signal } : {}),
      });
      id = requestId(json);
      return id;
    };
    const stay = onAbort(signal, () => {
      // The server would go on for nobody. One that knows no such call answers 404, which is no matter.
      if (id !== undefined)
        transport.post('/cancel_future', { request_id: id }, { tries: 1 }).catch(() => {});
    });
    try {
      const answer = await settle(transport, await submit(), submit, 'sampling', signal);
      const result = answer.bytes ? decodeSampleResult(answer.bytes) : jsonSampleResult(answer.json ?? {});
      return checked(result, prompt.length, options);
    } finally {
      stay();
    }
  }
}

function checkPrompt(prompt: Numbers, { maxTokens, signal }: SampleOptions): void {
  if (signal?.aborted) throw new MemAgentError('aborted', 'Stopped.', { cause: signal.reason });
  if (prompt.length === 0) throw new MemAgentError('bad-input', 'The prompt is empty.');
  if (!(maxTokens >= 1))
    throw new MemAgentError('bad-input', `maxTokens is ${maxTokens}: it must be at least 1.`);
  for (let i = 0; i < prompt.length; i++)
    if (!Number.isInteger(prompt[i]) || prompt[i]! < 0)
      throw new MemAgentError('bad-input', `The prompt has ${prompt[i]} at ${i}, which is no token id.`);
}

function checked(result: SampleResult, promptTokens: number, options: SampleOptions): SampleResult {
  const wanted = options.samples ?? 1;
  if (result.sequences.length !== wanted)
    throw new MemAgentError(
      'model-reply',
      `The server gave ${result.sequences.length} samples instead of ${wanted}.`,
    );
  for (const { tokens, logprobs } of result.sequences)
    if (tokens.length !== logprobs.length)
      throw new MemAgentError(
        'model-reply',
        `A sample has ${tokens.length} tokens and ${logprobs.length} log-probabilities.`,
      );
  const { promptLogprobs } = result;
  // SkyRL on JAX leaves the first token out, of which nothing can be said.
  return promptLogprobs?.length === promptTokens - 1
    ? { ...result, promptLogprobs: [undefined, ...promptLogprobs] }
    : result;
}
