// An engine of ours without a model, in a process of its own: a device that only takes time. Passes of the sampler take
// a time each and a time for every prompt that joins, training takes a time for every token, and `busy` says how long the
// device was at work. Replies follow from prompts and seeds. Arguments: the tokens of replies and the device's times, as JSON.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fieldBytes, littleEndian, type ProtoField, protoFields } from '../tinker/protobuf.ts';
import { readSampleRequest, writePassResult, writeSampleFrames } from './wire.ts';

/** How long things take, in milliseconds, and what is said. */
export interface TimedEngineOptions {
  /** Of a pass over all that is being sampled. */
  readonly pass: number;
  /** Of a prompt that joins a pass. */
  readonly prompt: number;
  /** Of a thousand tokens that are trained. */
  readonly thousand: number;
  /** Of a step of the optimizer. */
  readonly step: number;
  /** Of saving weights. */
  readonly save: number;
  /** The most that are sampled at once. */
  readonly slots: number;
  /** What a step's prompt ends with. */
  readonly select: number;
  readonly keep: number;
  readonly end: number;
  /** Sentences that a step may name, and words of answers. */
  readonly sentences: readonly number[];
  readonly words: readonly number[];
}

interface Job {
  readonly kind: 'training';
  readonly ms: number;
  done(): void;
}

interface Sequence {
  readonly tokens: number[];
  left: number;
  done(): void;
}

const options = JSON.parse(process.argv[2] ?? '{}') as TimedEngineOptions;
const jobs: Job[] = [];
const waiting: Sequence[] = [];
let active: Sequence[] = [];
let running = false;
const busy = { sampling: 0, training: 0, prompts: 0 };
let [since, at]: [number, 'sampling' | 'training' | undefined] = [0, undefined];

/** Keeps the device at work for so long. */
function work(kind: 'sampling' | 'training', ms: number): Promise<void> {
  [since, at] = [performance.now(), kind];
  return new Promise((resolve) => {
    const until = since + ms;
    const look = () => {
      if (performance.now() < until - 1.5) setTimeout(look, until - performance.now() - 1);
      else if (performance.now() < until) setImmediate(look);
      else {
        busy[kind] += ms;
        at = undefined;
        resolve();
      }
    };
    look();
  });
}

async function run(): Promise<void> {
  if (running) return;
  running = true;
  while (jobs.length + waiting.length + active.length > 0) {
    const job = jobs.shift();
    if (job) {
      await work(job.kind, job.ms);
      job.done();
      continue;
    }
    const joined = waiting.splice(0, options.slots - active.length);
    active.push(...joined);
    await work('sampling', options.pass + joined.length * options.prompt);
    for (const one of active) one.left--;
    const done = active.filter(({ left }) => left === 0);
    active = active.filter(({ left }) => left > 0);
    for (const one of done) one.done();
  }
  running = false;
}

/** Mostly what the prompt alone says, so that a group's trajectories are alike; now and then the seed's. */
function replyTo(prompt: readonly number[], seed: number): number[] {
  const of = (what: string) => createHash('sha1').update(what).digest();
  const own = of(`${seed}`);
  const shown = of(prompt.join());
  const { sentences, words, end } = options;
  if (prompt.at(-1) !== options.select)
    return [...own.subarray(0, 1 + (shown[0]! % 6))].map((one) => words[one % words.length]!).concat(end);
  const said = own[19]! < 10 ? own : shown;
  return said[0]! < 212 ? [options.keep, end] : [sentences[said[1]! % sentences.length]!, end];
}

function sample(raw: Buffer, response: ServerResponse): void {
  const { header, prompts } = readSampleRequest(raw);
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  let left = prompts.length;
  const told: { sequence: { tokens: number[]; logprobs: number[]; length: boolean }; i: number }[] = [];
  const tell = () => {
    const some = told.splice(0);
    if (some.length === 0) return;
    const frame = writeSampleFrames(
      some.map(({ sequence }) => sequence),
      { of: some.map(({ i }) => i) },
    );
    response.write(Buffer.concat([littleEndian.int32([frame.length]), frame]));
    if (left === 0) response.end();
  };
  for (const [i, prompt] of prompts.entries()) {
    const tokens = replyTo(prompt, header.seeds?.[i] ?? i);
    busy.prompts += prompt.length;
    const done = () => {
      left--;
      told.push({ sequence: { tokens, logprobs: tokens.map(() => -0.5), length: false }, i });
      if (told.length === 1) queueMicrotask(tell);
    };
    waiting.push({ tokens, left: tokens.length, done });
  }
  void run();
}

/** How many tokens a pass has, and at how many positions of each datum outputs are wanted. */
function sizes(raw: Uint8Array): { tokens: number; positions: number[] } {
  let tokens = 0;
  const positions: number[] = [];
  const within = (field: ProtoField, n: number) =>
    [...protoFields(fieldBytes(field))].filter((one) => one.field === n);
  for (const datum of protoFields(raw)) {
    if (datum.field !== 3) continue;
    const text = within(within(within(datum, 1)[0]!, 1)[0]!, 1)[0]!;
    const length = fieldBytes(text).length / 4;
    tokens += length;
    const tensor = within(within(datum, 2)[0]!, 2)[0]!;
    const csr = within(tensor, 2)[0];
    positions.push(csr ? fieldBytes(within(csr, 3)[0]!).length / 8 : length);
  }
  return { tokens, positions };
}

const results = new Map<string, Promise<{ json?: object; bytes?: Uint8Array }>>();
let ids = 0;

/** A promise of what the device will have done. */
function promised(ms: number, result: () => { json?: object; bytes?: Uint8Array }): object {
  const id = `r${ids++}`;
  const made = new Promise<{ json?: object; bytes?: Uint8Array }>((resolve) => {
    jobs.push({ kind: 'training', ms, done: () => resolve(result()) });
  });
  results.set(id, made);
  void run();
  return { request_id: id };
}

async function answer(path: string, raw: Buffer): Promise<{ json?: object; bytes?: Uint8Array }> {
  if (path === '/forward_backward') {
    const { tokens, positions } = sizes(raw);
    const rows = positions.map((n) => ({ logprobs: new Array(n).fill(-0.5), losses: new Array(n).fill(0) }));
    return {
      json: promised((tokens / 1000) * options.thousand, () => ({ bytes: writePassResult(rows, 0) })),
    };
  }
  const body = raw.length === 0 ? {} : JSON.parse(raw.toString('utf8'));
  switch (path) {
    case '/get_server_capabilities':
      return {
        json: {
          supported_models: [{ model_name: 'timed' }],
          memagent: { reduction: 'sum', batched_sampling: true, parts: true, sparse: true, busy: true },
        },
      };
    case '/create_model':
      return { json: { ...promised(0, () => ({ json: { model_id: 'm' } })), model_id: 'm' } };
    case '/optim_step':
      return { json: promised(options.step, () => ({ json: { metrics: { grad_norm: 1 } } })) };
    case '/save_weights':
      return {
        json: promised(options.save, () => ({ json: { path: `tinker://m/weights/${body.path}` } })),
      };
    case '/save_weights_for_sampler': {
      const id = `s${body.sampling_session_seq_id}`;
      return { json: promised(2, () => ({ json: { sampling_session_id: id } })) };
    }
    case '/unload_model':
      return { json: promised(0, () => ({ json: {} })) };
    case '/retrieve_future':
      return (await results.get(body.request_id)) ?? { json: {} };
    case '/memagent/busy': {
      const now = at ? performance.now() - since : 0;
      const seconds = (kind: 'sampling' | 'training') => (busy[kind] + (at === kind ? now : 0)) / 1000;
      return {
        json: {
          sampling: seconds('sampling'),
          training: seconds('training'),
          prompt_tokens: busy.prompts,
          shared_tokens: 0,
        },
      };
    }
    default:
      return { json: { session_id: 's' } };
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const server = createServer(async (request, response) => {
  const raw = await bodyOf(request);
  const path = (request.url ?? '').replace('/api/v1', '');
  if (path === '/memagent/sample_batch') return sample(raw, response);
  const { json, bytes } = await answer(path, raw);
  response.writeHead(200, { 'content-type': bytes ? 'application/x-protobuf' : 'application/json' });
  response.end(bytes ?? JSON.stringify(json));
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
