import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Random } from '@memagent/lab';
import type { Reduction } from '../tinker/types.ts';
import { BigramModel } from './bigram-model.ts';
import {
  readJsonPass,
  readPass,
  readSampleRequest,
  type WirePass,
  writePassResult,
  writeSample,
  writeSampleFrames,
} from './wire.ts';

/** What goes wrong with a request: an answer of its own, or a connection cut before or after the work was done. */
export type Fault =
  | { readonly status: number; readonly headers?: Record<string, string> }
  | 'cut'
  | 'cut-after';

export interface FakeTinkerOptions {
  readonly vocabulary?: number;
  readonly reduction?: Reduction;
  /** Which forms of a pass it takes; one that it does not take is answered with this status. */
  readonly protobuf?: true | number;
  readonly json?: boolean;
  /** How often a result is "still pending" before it is there. */
  readonly pending?: number | (() => number);
  /** Whether it says in its capabilities how it adds up. */
  readonly saysReduction?: boolean;
  /** Goes wrong with the n-th request (from 0) to a path. */
  readonly fault?: (path: string, n: number) => Fault | undefined;
  /** Offers our engine's batched sampling. */
  readonly batched?: boolean;
  /** Whether the batched call scores prompts. */
  readonly scored?: boolean;
  /** Takes tensors that list only the positions that count. */
  readonly sparse?: boolean;
  /** Says how long it was at work: a millisecond for each call; three in four tokens of a prompt are shared. */
  readonly busy?: boolean;
  /** Says nothing that an engine of ours would say. */
  readonly foreign?: boolean;
  /** How many models it holds. */
  readonly mostModels?: number;
  /** What it calls its base model's weights. */
  readonly fingerprint?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: requests are whatever a client sends
type Json = Record<string, any>;
interface Result {
  readonly json?: Json;
  readonly bytes?: Uint8Array;
  pending: number;
  expired?: boolean;
}

/** A Tinker server in this process, over a bigram model that really learns. */
export interface FakeTinker {
  readonly url: string;
  readonly models: ReadonlyMap<string, BigramModel>;
  /** Weights that were saved and not deleted, by their paths. */
  readonly saved: ReadonlyMap<string, unknown>;
  /** Paths of the requests, in order. */
  readonly requests: readonly string[];
  /** Bodies of the requests that came as JSON. */
  readonly bodies: readonly Json[];
  /** Forgets every result that is there or will be asked for next. */
  expireNext(): void;
  close(): Promise<void>;
}

/** Starts one on a free port of the loopback interface. */
export async function startFakeTinker(options: FakeTinkerOptions = {}): Promise<FakeTinker> {
  const { vocabulary = 8, reduction = 'sum', pending = 0 } = options;
  const models = new Map<string, BigramModel>();
  const touched = new Set<string>();
  const frozen = new Map<string, BigramModel>();
  const saved = new Map<string, ReturnType<BigramModel['state']>>();
  const results = new Map<string, Result>();
  const sequence = new Map<string, { readonly body: string; readonly id: string }>();
  const seen = new Map<string, number>();
  const requests: string[] = [];
  const bodies: Json[] = [];
  const busy = { sampling: 0, training: 0 };
  let ids = 0;
  let expire = false;

  const promise = (result: Omit<Result, 'pending'>, more: Json = {}): Json => {
    const id = `r${ids++}`;
    results.set(id, { ...result, pending: typeof pending === 'number' ? pending : pending() });
    return { request_id: id, ...more };
  };

  /** The same sequence id with the same body is the same request; with another it is a conflict. */
  function once(model: string, seq: number, body: string, work: () => Json): Json {
    if (!seq) return work();
    const key = `${model}/${seq}`;
    const before = sequence.get(key);
    if (before) {
      if (before.body !== body) throw new HttpError(409, 'sequence id used for something else');
      if (results.has(before.id)) return { request_id: before.id };
    }
    const made = work();
    sequence.set(key, { body, id: made.request_id });
    return made;
  }

  function pass(wire: WirePass, body: string): Json {
    const model = modelOf(wire.modelId);
    return once(wire.modelId, wire.seqId, body, () => {
      if (!['cross_entropy', 'importance_sampling', 'ppo', 'cispo', 'dro'].includes(wire.loss))
        throw new HttpError(422, `loss ${wire.loss}`);
      touched.add(wire.modelId);
      busy.training++;
      const rows = model.pass(wire.data, wire.loss, wire.config, reduction, wire.forwardOnly);
      const total = rows.reduce((sum, { losses }) => sum + losses.reduce((a, b) => a + b, 0), 0);
      const tensor = (data: number[]) => ({ data, dtype: 'float32', shape: [data.length] });
      return promise(
        options.protobuf === undefined || options.protobuf === true
          ? { bytes: writePassResult(rows, total) }
          : {
              json: {
                loss_fn_output_type: 'ArrayRecord',
                loss_fn_outputs: rows.map(({ logprobs, losses }) => ({
                  logprobs: tensor(logprobs),
                  elementwise_loss: tensor(losses),
                })),
                metrics: { 'total_loss:sum': total },
              },
            },
      );
    });
  }

  const modelOf = (id: string): BigramModel => {
    const model = models.get(id);
    if (!model) throw new HttpError(404, `no model ${id}`);
    return model;
  };

  const copyOf = (model: BigramModel): BigramModel => {
    const copy = new BigramModel(vocabulary);
    copy.load(model.state(), false);
    return copy;
  };

  function draw(body: Json, prompt: readonly number[], seed: unknown, count: number) {
    const model = frozen.get(body.sampling_session_id);
    busy.sampling++;
    if (!model) throw new HttpError(404, 'no such sampling session');
    const { max_tokens, temperature, stop = [] } = body.sampling_params;
    const random = new Random(`${seed ?? ids}`);
    return Array.from({ length: count }, () => {
      const tokens: number[] = [];
      const logprobs: number[] = [];
      let last = prompt.at(-1)!;
      while (tokens.length < max_tokens && !(tokens.length > 0 && stop.includes(last))) {
        const row = model.row(last);
        if (temperature === 0) last = row.indexOf(Math.max(...row));
        else {
          const warm = temperature === 1 ? row : model.row(last, temperature);
          let left = random.float();
          last = warm.findIndex((lp) => {
            left -= Math.exp(lp);
            return left < 0;
          });
          if (last < 0) last = vocabulary - 1;
        }
        tokens.push(last);
        logprobs.push(row[last]!);
      }
      return { tokens, logprobs, length: !stop.includes(tokens.at(-1)) };
    });
  }

  /** The log-probability of every token of a prompt but the first. */
  function judge(body: Json, prompt: readonly number[]): (number | null)[] {
    const model = frozen.get(body.sampling_session_id);
    if (!model) throw new HttpError(404, 'no such sampling session');
    return prompt.map((id, i) => (i === 0 ? null : model.row(prompt[i - 1]!)[id]!));
  }

  function sample(body: Json): Json {
    const prompt: number[] = body.prompt.chunks.flatMap((chunk: Json) => chunk.tokens);
    const sequences = draw(body, prompt, body.sampling_params.seed, body.num_samples);
    return promise(
      options.protobuf === undefined || options.protobuf === true
        ? { bytes: writeSample(sequences) }
        : {
            json: {
              sequences: sequences.map(({ tokens, logprobs, length }) => ({
                tokens,
                logprobs,
                stop_reason: length ? 'length' : 'stop',
              })),
              prompt_logprobs: body.prompt_logprobs ? judge(body, prompt) : null,
            },
          },
    );
  }

  function answer(
    path: string,
    body: Json,
    raw: Buffer,
    binary: boolean,
  ): { status?: number; json?: Json; bytes?: Uint8Array } {
    const text = raw.toString('latin1');
    switch (path) {
      case '/get_server_capabilities':
        return {
          json: {
            supported_models: [{ model_name: 'bigram' }],
            ...(options.foreign
              ? {}
              : {
                  memagent: {
                    ...(options.saysReduction === false ? {} : { reduction }),
                    batched_sampling: options.batched ?? false,
                    scored: options.scored ?? false,
                    sparse: options.sparse ?? false,
                    busy: options.busy ?? false,
                    ...(options.fingerprint ? { fingerprint: options.fingerprint } : {}),
                  },
                }),
          },
        };
      case '/create_session':
        return { json: { session_id: `s${ids++}` } };
      case '/session_heartbeat':
        return { json: {} };
      case '/create_model': {
        if (models.size >= (options.mostModels ?? Number.POSITIVE_INFINITY))
          throw new HttpError(400, "already has a 'policy' model");
        const id = `m${ids++}`;
        models.set(id, new BigramModel(vocabulary, body.lora_config.seed ?? 0));
        return { json: promise({ json: { model_id: id } }, { model_id: id }) };
      }
      case '/forward_backward':
      case '/forward': {
        if (binary && options.protobuf !== undefined && options.protobuf !== true)
          throw new HttpError(options.protobuf, 'no protobuf here');
        if (!binary && options.json === false) throw new HttpError(415, 'no JSON here');
        const wire = binary ? readPass(raw) : readJsonPass(body, path === '/forward');
        return { json: pass(wire, text) };
      }
      case '/optim_step':
        return {
          json: once(body.model_id, body.seq_id, text, () => {
            touched.add(body.model_id);
            const p = body.adam_params;
            const norm = modelOf(body.model_id).step(
              {
                learningRate: p.learning_rate,
                beta1: p.beta1,
                beta2: p.beta2,
                eps: p.eps,
                weightDecay: p.weight_decay,
                gradClipNorm: p.grad_clip_norm,
              },
              reduction,
            );
            return promise({ json: { metrics: { 'skyrl.ai/grad_norm': norm } } });
          }),
        };
      case '/save_weights':
        return {
          json: once(body.model_id, body.seq_id, text, () => {
            const name = `tinker://${body.model_id}/weights/${body.path}`;
            if (saved.has(name)) throw new HttpError(409, 'that name is taken');
            saved.set(name, modelOf(body.model_id).state());
            return promise({ json: { path: name, type: 'save_weights' } });
          }),
        };
      case '/load_weights': {
        if (touched.has(body.model_id)) throw new HttpError(400, 'only a fresh model takes weights');
        const state = saved.get(body.path);
        if (!state) throw new HttpError(404, 'no such weights');
        modelOf(body.model_id).load(state, body.optimizer);
        return { json: promise({ json: {} }) };
      }
      case '/save_weights_for_sampler': {
        const id = `sampling_${body.model_id}_${body.sampling_session_seq_id}`;
        if (frozen.has(id)) throw new HttpError(409, 'those ids are taken');
        frozen.set(id, copyOf(modelOf(body.model_id)));
        return { json: promise({ json: { path: null, sampling_session_id: id } }) };
      }
      case '/create_sampling_session': {
        const id = `sampling_base_${ids++}`;
        frozen.set(id, new BigramModel(vocabulary, 0));
        return { json: { sampling_session_id: id } };
      }
      case '/memagent/busy':
        return {
          json: {
            sampling: busy.sampling / 1000,
            training: busy.training / 1000,
            prompt_tokens: busy.sampling * 8,
            shared_tokens: busy.sampling * 6,
          },
        };
      case '/asample':
        return { json: sample(body) };
      case '/memagent/sample_batch': {
        const { header, prompts } = readSampleRequest(raw);
        if (header.scored)
          return {
            bytes: writeSampleFrames(
              prompts.map((prompt, i) => ({
                tokens: prompt.slice(-header.scored[i]),
                logprobs: judge(header, prompt).slice(-header.scored[i]) as number[],
                length: false,
              })),
            ),
          };
        const drawn = prompts.map((prompt, i) => draw(header, prompt, header.seeds?.[i], 1)[0]!);
        return { bytes: writeSampleFrames(drawn) };
      }
      case '/unload_model':
        models.delete(body.model_id);
        return { json: promise({ json: {} }) };
      case '/retrieve_future': {
        const result = results.get(body.request_id);
        if (!result) throw new HttpError(404, 'no such result');
        if (expire) {
          expire = false;
          throw new HttpError(410, 'forgotten');
        }
        if (result.pending-- > 0) return { status: 408, json: { type: 'try_again', queue_state: 'active' } };
        return result.bytes ? { bytes: result.bytes } : { json: result.json ?? {} };
      }
      default: {
        const [, run, name] = /^\/training_runs\/([^/]+)\/checkpoints\/(.+)$/.exec(path) ?? [];
        if (saved.delete(`tinker://${run}/${name}`)) return { json: {} };
        throw new HttpError(404, `no ${path}`);
      }
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const raw = Buffer.concat(parts);
    const path = (request.url ?? '').replace('/api/v1', '');
    const binary = /protobuf|octet-stream/.test(request.headers['content-type'] ?? '');
    const n = seen.get(path) ?? 0;
    seen.set(path, n + 1);
    requests.push(path);
    const fault = options.fault?.(path, n);
    if (fault === 'cut') return void request.socket.destroy();
    if (typeof fault === 'object') return reply(response, fault.status, { detail: 'a fault' }, fault.headers);
    let made: ReturnType<typeof answer>;
    try {
      const body = binary || raw.length === 0 ? {} : JSON.parse(raw.toString('utf8'));
      if (!binary) bodies.push(body);
      made = answer(path, body, raw, binary);
    } catch (error) {
      const status = error instanceof HttpError ? error.status : 500;
      return reply(response, status, { detail: (error as Error).message });
    }
    if (fault === 'cut-after') return void request.socket.destroy();
    if (made.bytes) {
      response.writeHead(200, { 'content-type': 'application/x-protobuf' });
      response.end(made.bytes);
    } else reply(response, made.status ?? 200, made.json ?? {});
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    models,
    saved,
    requests,
    bodies,
    expireNext: () => {
      expire = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

class HttpError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function reply(
  response: ServerResponse,
  status: number,
  json: Json,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(json));
}
