import { MemAgentError } from '@memagent/core';
import { checkData } from './check-datum.ts';
import { chunkData } from './chunking.ts';
import type { TinkerClient } from './client.ts';
import { requestId, settle } from './futures.ts';
import type { ForwardBackwardRequest } from './messages.ts';
import { combineMetrics } from './metrics.ts';
import { passResult, submitPasses } from './passes.ts';
import { Sampler } from './sampler.ts';
import { statusOf } from './transport.ts';
import type { AdamParams, Datum, LossName, LossResult, LossSettings, Reduction } from './types.ts';

const lossOf = ({ loss, config, forwardOnly }: ForwardBackwardRequest) =>
  JSON.stringify([forwardOnly ?? false, loss, config]);

/** A trainable model on a server. Calls are sent in the order in which they are made; results may be awaited later. */
export class TrainingModel {
  readonly id: string;
  readonly client: TinkerClient;
  /** How the server adds up a batch: see `scaledFor`. */
  readonly reduction: Reduction;
  #seq = 0;
  #steps = 0;
  #saves = 0;
  #turn: Promise<unknown> = Promise.resolve();
  /** Passes without a result yet, and the one loss that they have. */
  #pending: { readonly loss: string; readonly done: Promise<unknown> } | undefined;
  #broken: unknown;

  constructor(client: TinkerClient, id: string, reduction: Reduction) {
    this.client = client;
    this.id = id;
    this.reduction = reduction;
  }

  /** When all that was asked for so far is with the server, or has failed. */
  async sent(): Promise<void> {
    await this.#turn;
  }

  /** Adds the gradient of a loss to what has gathered since the last step, and gives the log-probabilities. */
  forwardBackward(
    data: readonly Datum[],
    loss: LossName,
    config?: LossSettings,
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
    this.#steps++;
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
          return new Sampler(
            this.client,
            { sampling_session_id: json.sampling_session_id },
            this.#whileCurrent(),
          );
        if (typeof json.path === 'string') return await this.client.sampler({ modelPath: json.path, signal });
        throw new MemAgentError('model-unavailable', 'The server gave no sampler for the weights.');
      } catch (error) {
        // A reply that was lost leaves its ids taken: they are never used twice.
        if (statusOf(error) !== 409 || attempt >= 3) throw error;
      }
    }
  }

  /**
   * SkyRL on JAX keeps one copy of a model's weights: sampling from a save loads it over what has been trained since,
   * and once loaded it samples from whatever the weights have become. There a sampler ends with the next step.
   */
  get samplersEnd(): boolean {
    return this.reduction === 'mean' && !this.client.capabilities.ours;
  }

  #whileCurrent(): () => void {
    if (!this.samplersEnd) return () => {};
    const [steps, save] = [this.#steps, ++this.#saves];
    return () => {
      if (this.#steps === steps && this.#saves === save) return;
      throw new MemAgentError('bad-input', 'The model has been trained since this sampler was made.', {
        hint: 'On this server sampling from it would overwrite the weights: make a new sampler (offPolicy: false in a recipe).',
      });
    };
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
    config: LossSettings | undefined,
    forwardOnly: boolean,
    signal?: AbortSignal,
  ): Promise<LossResult> {
    checkData(data, loss);
    const { sparse } = this.client.capabilities;
    const requests = chunkData(data, this.client.limits, sparse).map((chunk) => ({
      modelId: this.id,
      seqId: ++this.#seq,
      data: chunk,
      loss,
      config,
      forwardOnly,
      sparse,
    }));
    const results = await this.#passes(requests, signal).catch((error) => {
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
    return { outputs, metrics: combineMetrics(results) };
  }

  async #passes(requests: readonly ForwardBackwardRequest[], signal?: AbortSignal): Promise<LossResult[]> {
    const { results } = await this.#inTurn(async () => {
      await this.#apart(requests[0]!);
      const ids = await submitPasses(this.client, requests, signal).catch((error) => {
        // A step that is already waiting for its turn must not be taken with a part of the gradient.
        if (!requests[0]!.forwardOnly) this.#broken = error;
        throw error;
      });
      const results = Promise.all(
        requests.map((request, i) => passResult(this.client, request, ids[i]!, signal)),
      );
      const done = Promise.allSettled([this.#pending?.done, results]);
      this.#pending = { loss: lossOf(requests[0]!), done };
      // In an object: the turn is over when all is sent, not when the results are there.
      return { results };
    });
    return results;
  }

  /** SkyRL runs passes that wait for it as one, by the loss of the first: those of another loss must not wait too. */
  async #apart(request: ForwardBackwardRequest): Promise<void> {
    if (this.#pending === undefined || this.#pending.loss === lossOf(request)) return;
    await this.#pending.done;
    this.#pending = undefined;
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
      const options = { changes: true, patient: true, ...(signal ? { signal } : {}) };
      return requestId((await transport.post(path, sent, options)).json);
    };
    const id = await this.#inTurn(submit);
    return settle(this.client.transport, id, submit, what, signal, true);
  }

  /** One submission after the other: hosted servers order by sequence id, SkyRL by arrival. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work, work);
    this.#turn = mine.catch(() => {});
    return mine;
  }
}
