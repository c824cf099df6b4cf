import { MemAgentError } from '@memagent/core';
import type { ChunkLimits } from './chunking.ts';
import { settle } from './futures.ts';
import { limiter } from './limiter.ts';
import { Sampler } from './sampler.ts';
import { TrainingModel } from './training-model.ts';
import { Transport, type TransportOptions } from './transport.ts';
import type { Reduction } from './types.ts';

export interface TinkerOptions extends TransportOptions {
  /** How the server adds up a batch; asked of the server, and `sum` where it does not say. */
  readonly reduction?: Reduction;
  readonly limits?: ChunkLimits;
  /** Samples under way at once; 256 unless told. */
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

/** What a server says of itself. */
export interface Capabilities {
  readonly models: readonly string[];
  readonly reduction?: Reduction;
  /** Whether it has our engine's call for many prompts at once. */
  readonly batchedSampling: boolean;
  /** Whether positions that count nothing may be left out of a pass's tensors. */
  readonly sparse: boolean;
  /** Everything that it said. */
  readonly raw: Readonly<Record<string, unknown>>;
}

const sdkVersion = 'memagent-0.1.0';

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
  /** How passes are sent: found out at the first one. */
  readonly wire: { form: 'protobuf' | 'json' | undefined } = { form: undefined };
  readonly gate: ReturnType<typeof limiter>;
  readonly #options: TinkerOptions;
  #models = 0;
  #samplers = 0;
  #heartbeat: NodeJS.Timeout | undefined;

  private constructor(
    options: TinkerOptions,
    transport: Transport,
    sessionId: string,
    capabilities: Capabilities,
  ) {
    this.#options = options;
    this.transport = transport;
    this.sessionId = sessionId;
    this.capabilities = capabilities;
    this.reduction = options.reduction ?? capabilities.reduction ?? 'sum';
    this.gate = limiter(options.concurrency ?? 256);
    this.#heartbeat = setInterval(() => void this.#beat(), options.heartbeatMs ?? 10_000);
    this.#heartbeat.unref();
  }

  /** Opens a session. */
  static async connect(options: TinkerOptions): Promise<TinkerClient> {
    const transport = new Transport(options);
    const signal = options.signal ? { signal: options.signal } : {};
    const capabilities = readCapabilities(
      (await transport.get('/get_server_capabilities', signal)).json ?? {},
    );
    const { json = {} } = await transport.post(
      '/create_session',
      { tags: [], user_metadata: null, sdk_version: sdkVersion, type: 'create_session' },
      signal,
    );
    for (const key of ['warning_message', 'error_message'])
      if (typeof json[key] === 'string') options.onWarning?.(json[key]);
    if (typeof json.session_id !== 'string')
      throw new MemAgentError('model-unavailable', `${transport.url} gave no session.`, {
        hint: 'Check that a Tinker server runs at this URL.',
      });
    return new TinkerClient(options, transport, json.session_id, capabilities);
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
      made = (await this.transport.post('/create_model', body, { changes: true, ...signal })).json ?? {};
      return String(made.request_id);
    };
    const { json = {} } = await settle(
      this.transport,
      await submit(),
      submit,
      'making a model',
      options.signal,
    );
    const id = made.model_id ?? json.model_id;
    if (typeof id !== 'string')
      throw new MemAgentError('model-unavailable', 'The server made a model without an id.');
    return new TrainingModel(this, id, options.reduction ?? this.reduction, this.#options.limits);
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
    try {
      await this.transport.post('/session_heartbeat', {
        session_id: this.sessionId,
        type: 'session_heartbeat',
      });
    } catch (error) {
      this.#options.onWarning?.(`The heartbeat failed: ${(error as Error).message}`);
    }
  }
}

function readCapabilities(raw: Record<string, unknown>): Capabilities {
  const listed = (raw.supported_models ?? []) as { model_name?: string }[];
  const ours = (raw.memagent ?? {}) as Record<string, unknown>;
  const said = ours.reduction ?? raw.reduction;
  return {
    models: listed.flatMap(({ model_name }) => (model_name ? [model_name] : [])),
    ...(said === 'sum' || said === 'mean' ? { reduction: said } : {}),
    batchedSampling: ours.batched_sampling === true,
    sparse: ours.sparse === true,
    raw,
  };
}
