import { MemAgentError } from '@memagent/core';
import { type Capabilities, readCapabilities } from './capabilities.ts';
import type { ChunkLimits } from './chunking.ts';
import { tokenFor } from './credential.ts';
import { requestId, settle } from './futures.ts';
import { limiter } from './limiter.ts';
import { Sampler } from './sampler.ts';
import { TrainingModel } from './training-model.ts';
import { statusOf, Transport, type TransportOptions } from './transport.ts';
import type { Reduction } from './types.ts';

export interface TinkerOptions extends TransportOptions {
  /** How the server adds up a batch; asked of the server, and `sum` where it does not say. */
  readonly reduction?: Reduction;
  readonly limits?: ChunkLimits;
  /** Samples under way at once; 256 unless told, and no more than the server says that it takes. */
  readonly concurrency?: number;
  /** Between two heartbeats; 10 s unless told. */
  readonly heartbeatMs?: number;
  /** Told of what went wrong in the background. */
  readonly onWarning?: (text: string) => void;
  readonly signal?: AbortSignal;
}

export interface CreateModelOptions {
  readonly baseModel: string;
  /** Of the LoRA; 0 trains all weights, where the server can. */
  readonly rank?: number;
  readonly seed?: number;
  readonly trainUnembed?: boolean;
  readonly trainMlp?: boolean;
  readonly trainAttention?: boolean;
  /** How the server adds up, where that was found out after connecting. */
  readonly reduction?: Reduction;
  readonly signal?: AbortSignal;
}

/** What an engine of ours has done since it began, for all its clients together. */
export interface EngineBusy {
  /** Seconds at work on samples. */
  readonly sampling: number;
  /** Seconds at work on passes, optimizer steps and weights. */
  readonly training: number;
  /** Tokens of the prompts that were sampled from. */
  readonly promptTokens: number;
  /** Those of them that were computed once for several prompts, after the first. */
  readonly sharedTokens: number;
}

const sdkVersion = 'memagent-0.1.0';

// Sessions live for minutes without a heartbeat: one that fails is no matter, several are.
const silenceMs = 120_000;

/**
 * A session with a Tinker server. Close it, or its heartbeat goes on.
 *
 * @example
 * const client = await TinkerClient.connect({ url: 'http://127.0.0.1:8000' });
 * const model = await client.createModel({ baseModel: client.capabilities.models[0]!, rank: 16 });
 * await model.forwardBackward(data, 'importance_sampling');
 * await model.optimStep({ learningRate: 1e-4 });
 * const sampler = await model.sampler();
 */
export class TinkerClient {
  readonly transport: Transport;
  readonly sessionId: string;
  readonly capabilities: Capabilities;
  readonly reduction: Reduction;
  readonly limits: ChunkLimits;
  /** Whether the requests of one pass may be sent at once. */
  readonly parallelChunks: boolean;
  readonly gate: ReturnType<typeof limiter>;
  readonly #options: TinkerOptions;
  #models = 0;
  #samplers = 0;
  #heartbeat: NodeJS.Timeout | undefined;
  #beating = false;
  #heard: number;

  private constructor(
    options: TinkerOptions,
    transport: Transport,
    sessionId: string,
    capabilities: Capabilities,
    config: Record<string, unknown>,
  ) {
    this.#options = options;
    this.transport = transport;
    this.sessionId = sessionId;
    this.capabilities = capabilities;
    this.reduction = options.reduction ?? capabilities.reduction ?? 'sum';
    const number = (key: string, otherwise: number) =>
      typeof config[key] === 'number' ? config[key] : otherwise;
    this.limits = {
      datums: number('fwdbwd_max_chunk_len', 1024),
      bytes: number('fwdbwd_max_chunk_bytes_count', 5_000_000),
      ...options.limits,
    };
    this.parallelChunks = config.parallel_fwdbwd_chunks !== false;
    this.gate = limiter(Math.min(options.concurrency ?? 256, number('sample_max_concurrent_requests', 2000)));
    this.#heard = transport.clock.now();
    this.#heartbeat = setInterval(() => void this.#beat(), options.heartbeatMs ?? 10_000);
    this.#heartbeat.unref();
  }

  /** How passes are sent: found out at the first one. */
  get wire(): Transport['wire'] {
    return this.transport.wire;
  }

  /** Opens a session. */
  static async connect(options: TinkerOptions): Promise<TinkerClient> {
    const transport = new Transport(options);
    const signal = options.signal ? { signal: options.signal } : {};
    const config = await clientConfig(transport, signal);
    if (config.pjwt_auth_enabled === true) transport.authenticate(tokenFor(transport, options.apiKey));
    const capabilities = readCapabilities(
      (await transport.get('/get_server_capabilities', signal)).json ?? {},
    );
    const { json = {} } = await transport.post(
      '/create_session',
      { tags: [], user_metadata: null, sdk_version: sdkVersion, type: 'create_session' },
      signal,
    );
    for (const key of ['info_message', 'warning_message', 'error_message'])
      if (typeof json[key] === 'string') options.onWarning?.(json[key]);
    if (typeof json.session_id !== 'string')
      throw new MemAgentError('model-unavailable', `${transport.url} gave no session.`, {
        hint: 'Check that a Tinker server runs at this URL.',
      });
    return new TinkerClient(options, transport, json.session_id, capabilities, config);
  }

  /** Makes a trainable model of a base model. */
  async createModel(options: CreateModelOptions): Promise<TrainingModel> {
    const signal = options.signal ? { signal: options.signal } : {};
    const body = {
      session_id: this.sessionId,
      model_seq_id: this.#models++,
      base_model: options.baseModel,
      lora_config: {
        rank: options.rank ?? 32,
        ...(options.seed !== undefined ? { seed: options.seed } : {}),
        train_unembed: options.trainUnembed ?? true,
        train_mlp: options.trainMlp ?? true,
        train_attn: options.trainAttention ?? true,
      },
      type: 'create_model',
    };
    let made: Record<string, unknown> = {};
    const submit = async () => {
      const { json = {} } = await this.transport.post('/create_model', body, {
        changes: true,
        patient: true,
        ...signal,
      });
      made = json;
      return requestId(json);
    };
    const { json = {} } = await settle(
      this.transport,
      await submit(),
      submit,
      'making a model',
      options.signal,
      true,
    );
    const id = made.model_id ?? json.model_id;
    if (typeof id !== 'string')
      throw new MemAgentError('model-unavailable', 'The server made a model without an id.');
    return new TrainingModel(this, id, options.reduction ?? this.reduction);
  }

  /** A sampler over a base model or over saved weights. */
  async sampler(from: { baseModel?: string; modelPath?: string; signal?: AbortSignal }): Promise<Sampler> {
    const { json = {} } = await this.transport.post(
      '/create_sampling_session',
      {
        session_id: this.sessionId,
        sampling_session_seq_id: this.nextSamplingSession(),
        ...(from.baseModel !== undefined ? { base_model: from.baseModel } : {}),
        ...(from.modelPath !== undefined ? { model_path: from.modelPath } : {}),
        type: 'create_sampling_session',
      },
      from.signal ? { signal: from.signal } : {},
    );
    return new Sampler(this, { sampling_session_id: String(json.sampling_session_id) });
  }

  /** Deletes weights that `saveWeights` saved; no matter if they are gone. */
  async deleteWeights(path: string, signal?: AbortSignal): Promise<void> {
    const [, run, name] = /^tinker:\/\/([^/]+)\/(.+)$/.exec(path) ?? [];
    if (run === undefined || name === undefined)
      throw new MemAgentError('bad-input', `${path} names no saved weights.`);
    await this.transport.delete(`/training_runs/${run}/checkpoints/${name}`, {
      accept: [404],
      ...(signal ? { signal } : {}),
    });
  }

  /** What the engine has done so far, and how long it was at work; undefined where it does not say. */
  async busy(signal?: AbortSignal): Promise<EngineBusy | undefined> {
    if (!this.capabilities.busy) return undefined;
    const { json = {} } = await this.transport.get('/memagent/busy', signal ? { signal } : {});
    return {
      sampling: Number(json.sampling),
      training: Number(json.training),
      promptTokens: Number(json.prompt_tokens),
      sharedTokens: Number(json.shared_tokens),
    };
  }

  /** The next number of a sampling session: none is used twice. */
  nextSamplingSession(): number {
    return this.#samplers++;
  }

  /** Ends the heartbeat; the server then lets the session go. */
  close(): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }

  async #beat(): Promise<void> {
    if (this.#beating) return;
    this.#beating = true;
    const { clock } = this.transport;
    try {
      const body = { session_id: this.sessionId, type: 'session_heartbeat' };
      await this.transport.post('/session_heartbeat', body, { tries: 1, timeoutMs: 10_000 });
      this.#heard = clock.now();
    } catch (error) {
      const said = (error as Error).message;
      if ([404, 410].includes(statusOf(error) ?? 0)) {
        this.close();
        this.#options.onWarning?.(`The session is over: ${said}`);
      } else if (clock.now() - this.#heard >= silenceMs) {
        this.#heard = clock.now();
        this.#options.onWarning?.(`Heartbeats have failed for two minutes: ${said}`);
      }
    } finally {
      this.#beating = false;
    }
  }
}

/** What the server wants of its clients; nothing where it does not know the call. */
async function clientConfig(
  transport: Transport,
  signal: { signal?: AbortSignal },
): Promise<Record<string, unknown>> {
  const accept = [400, 404, 405, 422];
  const answer = await transport.post('/client/config', { sdk_version: sdkVersion }, { accept, ...signal });
  return answer.status === 200 ? (answer.json ?? {}) : {};
}
