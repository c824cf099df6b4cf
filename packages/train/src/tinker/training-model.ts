import { MemAgentError } from '@memagent/core';
import { checkData } from './check-datum.ts';
import { type ChunkLimits, chunkData } from './chunking.ts';
import type { TinkerClient } from './client.ts';
import { settle } from './futures.ts';
import {
  countedPositions,
  decodeLossResult,
  encodeForwardBackward,
  type ForwardBackwardRequest,
  jsonForwardBackward,
  jsonLossResult,
  spreadOutput,
} from './messages.ts';
import { Sampler } from './sampler.ts';
import { statusOf } from './transport.ts';
import type { AdamParams, Datum, LossConfig, LossName, LossResult, Reduction } from './types.ts';

/** A trainable model on a server. Calls are sent in the order in which they are made; results may be awaited later. */
export class TrainingModel {
  readonly id: string;
  readonly client: TinkerClient;
  /** How the server adds up a batch: see `scaledFor`. */
  readonly reduction: Reduction;
  readonly limits: ChunkLimits;
  #seq = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #broken: unknown;

  constructor(client: TinkerClient, id: string, reduction: Reduction, limits: ChunkLimits = {}) {
    this.client = client;
    this.id = id;
    this.reduction = reduction;
    this.limits = limits;
  }

  /** Adds the gradient of a loss to what has gathered since the last step, and gives the log-probabilities. */
  forwardBackward(
    data: readonly Datum[],
    loss: LossName,
    config?: LossConfig,
    signal?: AbortSignal,
  ): Promise<LossResult> {
    return this.#pass(data, loss, config, false, signal);
  }

  /** The log-probabilities alone; no gradient. */
  forward(
    data: readonly Datum[],
    loss: LossName = 'cross_entropy',
    signal?: AbortSignal,
  ): Promise<LossResult> {
    return this.#pass(data, loss, undefined, true, signal);
  }

  /** One step of Adam with the gradient that has gathered. */
  async optimStep(params: AdamParams, signal?: AbortSignal): Promise<Record<string, number>> {
    const body = {
      model_id: this.id,
      seq_id: 0,
      adam_params: {
        learning_rate: params.learningRate,
        beta1: params.beta1 ?? 0.9,
        beta2: params.beta2 ?? 0.95,
        eps: params.eps ?? 1e-12,
        weight_decay: params.weightDecay ?? 0,
        grad_clip_norm: params.gradClipNorm ?? 0,
      },
      type: 'optim_step',
    };
    const { json = {} } = await this.#request('/optim_step', body, 'an optimizer step', signal);
    return (json.metrics ?? {}) as Record<string, number>;
  }

  /** Saves weights and optimizer; gives the path to load them from. A name that is taken gets a number. */
  async saveWeights(name: string, signal?: AbortSignal): Promise<string> {
    for (let attempt = 0; ; attempt++) {
      const path = attempt === 0 ? name : `${name}-${attempt + 1}`;
      try {
        const { json = {} } = await this.#request(
          '/save_weights',
          { model_id: this.id, path, seq_id: 0, type: 'save_weights' },
          'saving the weights',
          signal,
        );
        if (typeof json.path === 'string') return json.path;
        throw new MemAgentError('model-unavailable', 'The server saved the weights and did not say where.');
      } catch (error) {
        if (statusOf(error) !== 409 || attempt >= 9) throw error;
      }
    }
  }

  /** Loads saved weights, with the optimizer's state unless told otherwise. Only a fresh model takes them. */
  async loadWeights(
    path: string,
    { optimizer = true, signal }: { optimizer?: boolean; signal?: AbortSignal } = {},
  ) {
    await this.#request(
      '/load_weights',
      { model_id: this.id, path, optimizer, seq_id: 0, type: 'load_weights' },
      'loading weights',
      signal,
    );
  }

  /** A sampler over the weights as they are now. */
  async sampler(signal?: AbortSignal): Promise<Sampler> {
    for (let attempt = 0; ; attempt++) {
      const seq = this.client.nextSamplingSession();
      try {
        const { json = {} } = await this.#request(
          '/save_weights_for_sampler',
          { model_id: this.id, sampling_session_seq_id: seq, seq_id: 0, type: 'save_weights_for_sampler' },
          'handing the weights to the sampler',
          signal,
        );
        if (typeof json.sampling_session_id === 'string')
          return new Sampler(this.client, { sampling_session_id: json.sampling_session_id });
        if (typeof json.path === 'string') return await this.client.sampler({ modelPath: json.path, signal });
        throw new MemAgentError('model-unavailable', 'The server gave no sampler for the weights.');
      } catch (error) {
        // A reply that was lost leaves its ids taken: they are never used twice.
        if (statusOf(error) !== 409 || attempt >= 3) throw error;
      }
    }
  }

  /** Saves the weights for sampling under a name that outlives the session; gives its path. */
  async saveForSampling(name: string, signal?: AbortSignal): Promise<string> {
    const { json = {} } = await this.#request(
      '/save_weights_for_sampler',
      { model_id: this.id, path: name, seq_id: 0, type: 'save_weights_for_sampler' },
      'saving the weights for sampling',
      signal,
    );
    return String(json.path);
  }

  /** Frees the model on the server. */
  async unload(signal?: AbortSignal): Promise<void> {
    await this.#request(
      '/unload_model',
      { model_id: this.id, type: 'unload_model' },
      'unloading the model',
      signal,
    );
  }

  async #pass(
    data: readonly Datum[],
    loss: LossName,
    config: LossConfig | undefined,
    forwardOnly: boolean,
    signal?: AbortSignal,
  ): Promise<LossResult> {
    checkData(data, loss);
    const chunks = chunkData(data, this.limits);
    const results = await Promise.all(
      chunks.map((chunk) =>
        this.#passChunk({ modelId: this.id, data: chunk, loss, config, forwardOnly }, signal),
      ),
    ).catch((error) => {
      // What had gathered is no longer what the caller thinks it is, and the protocol cannot clear it.
      if (!forwardOnly) this.#broken = error;
      throw error;
    });
    const outputs = results.flatMap((result) => [...result.outputs]);
    if (outputs.length !== data.length)
      throw new MemAgentError(
        'model-unavailable',
        `The server gave ${outputs.length} results for ${data.length} datums.`,
      );
    return { outputs, metrics: addMetrics(results.map(({ metrics }) => metrics)) };
  }

  async #passChunk(
    request: Omit<ForwardBackwardRequest, 'seqId'>,
    signal?: AbortSignal,
  ): Promise<LossResult> {
    const seqId = ++this.#seq;
    const full: ForwardBackwardRequest = { ...request, seqId, sparse: this.client.capabilities.sparse };
    const submit = () => this.#submitPass(full, signal);
    // A step that is already waiting for its turn must not be taken with a part of the gradient.
    const id = await this.#inTurn(() =>
      submit().catch((error) => {
        if (!full.forwardOnly) this.#broken = error;
        throw error;
      }),
    );
    const what = full.forwardOnly ? 'a forward pass' : 'a forward and backward pass';
    const answer = await settle(this.client.transport, id, submit, what, signal);
    const result = answer.bytes ? decodeLossResult(answer.bytes) : jsonLossResult(answer.json ?? {});
    if (!full.sparse) return result;
    const outputs = result.outputs.map((output, i) => {
      const datum = full.data[i]!;
      return spreadOutput(output, countedPositions(datum), datum.tokens.length);
    });
    return { ...result, outputs };
  }

  /**
   * Protobuf first. A server that has never taken a protobuf body and refuses this one is asked in JSON; which of
   * the two it speaks is then known for good. (0.3.0 of SkyRL answers 500 to a body that it cannot read.)
   */
  async #submitPass(request: ForwardBackwardRequest, signal?: AbortSignal): Promise<string> {
    const { transport, wire } = this.client;
    const options = { changes: !request.forwardOnly, ...(signal ? { signal } : {}) };
    if (wire.form !== 'json') {
      try {
        const answer = await transport.post('/forward_backward', encodeForwardBackward(request), {
          ...options,
          ...(wire.form === undefined ? { final: [400, 415, 422, 500] } : {}),
        });
        wire.form = 'protobuf';
        return requestId(answer.json);
      } catch (error) {
        if (wire.form !== undefined || ![400, 415, 422, 500].includes(statusOf(error) ?? 0)) throw error;
      }
    }
    const path = request.forwardOnly ? '/forward' : '/forward_backward';
    const answer = await transport.post(path, jsonForwardBackward(request), options);
    wire.form = 'json';
    return requestId(answer.json);
  }

  async #request(path: string, body: Record<string, unknown>, what: string, signal?: AbortSignal) {
    if (this.#broken !== undefined && path !== '/unload_model') {
      throw new MemAgentError(
        'model-unavailable',
        `${what} was not asked for: a gradient before it failed.`,
        {
          hint: 'Resume from the last checkpoint.',
          cause: this.#broken,
        },
      );
    }
    const sent = 'seq_id' in body ? { ...body, seq_id: ++this.#seq } : body;
    const submit = async () => {
      if (this.#broken !== undefined && path === '/optim_step') throw this.#broken;
      const { transport } = this.client;
      return requestId(
        (await transport.post(path, sent, { changes: true, ...(signal ? { signal } : {}) })).json,
      );
    };
    const id = await this.#inTurn(submit);
    return settle(this.client.transport, id, submit, what, signal);
  }

  /** One submission after the other: hosted servers order by sequence id, SkyRL by arrival. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work, work);
    this.#turn = mine.catch(() => {});
    return mine;
  }
}

function requestId(json: Record<string, unknown> | undefined): string {
  const id = json?.request_id ?? json?.future_id;
  if (id !== undefined && id !== null) return String(id);
  throw new MemAgentError('model-unavailable', 'The server took a request and gave no id for its result.');
}

/** Metrics over several calls: `:mean` ones averaged, `:max` and `:min` compared, the others added. */
function addMetrics(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const out: Record<string, number> = {};
  for (const metrics of all)
    for (const [key, value] of Object.entries(metrics)) {
      const before = out[key];
      if (before === undefined) out[key] = value;
      else if (key.endsWith(':max')) out[key] = Math.max(before, value);
      else if (key.endsWith(':min')) out[key] = Math.min(before, value);
      else out[key] = before + value;
    }
  for (const key of Object.keys(out)) if (key.endsWith(':mean')) out[key]! /= all.length;
  return out;
}
