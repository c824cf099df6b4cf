import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type FakeTinker, type FakeTinkerOptions, startFakeTinker } from '../testing/fake-tinker.ts';
import { instantClock } from '../testing/instant-clock.ts';
import { chunkData, datumBytes } from './chunking.ts';
import { TinkerClient, type TinkerOptions } from './client.ts';
import { encodeForwardBackward } from './messages.ts';
import type { Datum } from './types.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function connect(server: FakeTinkerOptions = {}, options: Partial<TinkerOptions> = {}) {
  const fake = await startFakeTinker(server);
  const clock = instantClock();
  const client = await TinkerClient.connect({ url: fake.url, clock, ...options });
  closing.push(
    () => fake.close(),
    () => client.close(),
  );
  const model = await client.createModel({ baseModel: 'bigram', rank: 4, seed: 1 });
  return { fake, client, model, clock };
}

const datum = (...targets: number[]): Datum => ({
  tokens: [0, ...targets.slice(0, -1)],
  inputs: { target_tokens: targets, weights: targets.map(() => 1) },
});
const count = (fake: FakeTinker, path: string) => fake.requests.filter((one) => one === path).length;
const bigram = (fake: FakeTinker) => [...fake.models.values()][0]!;

describe.each([
  ['protobuf', {}],
  ['JSON, after a 415', { protobuf: 415 }],
  ['JSON, after a 500 as from SkyRL 0.3.0', { protobuf: 500 }],
] as const)('a Tinker client over %s', (form, server) => {
  it('trains and samples', async () => {
    const { fake, client, model } = await connect(server);
    const first = await model.forwardBackward([datum(3, 4), datum(3)], 'cross_entropy');
    expect(first.outputs.map(({ logprobs }) => logprobs.length)).toEqual([2, 1]);
    expect(first.outputs[0]!.logprobs[0]).toBeCloseTo(bigram(fake).row(0)[3]!, 6);
    expect((await model.optimStep({ learningRate: 0.5 }))['skyrl.ai/grad_norm']).toBeGreaterThan(0);
    const second = await model.forward([datum(3, 4)]);
    expect(second.outputs[0]!.logprobs[0]).toBeGreaterThan(first.outputs[0]!.logprobs[0]! + 0.3);
    const sampler = await model.sampler();
    const options = { maxTokens: 4, temperature: 1, seed: 5, stop: [7], samples: 3 };
    const { sequences } = await sampler.sample([0], options);
    expect(sequences).toHaveLength(3);
    for (const { tokens, logprobs, stopReason } of sequences) {
      expect(logprobs[0]).toBeCloseTo(bigram(fake).row(0)[tokens[0]!]!, 6);
      expect(stopReason).toBe(tokens.at(-1) === 7 ? 'stop' : 'length');
    }
    expect(await sampler.sample([0], options)).toEqual({ sequences });
    expect(client.wire.form).toBe(form === 'protobuf' ? 'protobuf' : 'json');
  });

  it('finds out once which form the server takes', async () => {
    const { fake, model } = await connect(server);
    for (let i = 0; i < 3; i++) await model.forwardBackward([datum(1)], 'cross_entropy');
    expect(count(fake, '/forward_backward')).toBe(form === 'protobuf' ? 3 : 4);
  });
});

describe('a Tinker client', () => {
  it('says what the server dislikes rather than that it dislikes protobuf', async () => {
    const { client, model } = await connect();
    const inputs = { ...datum(1).inputs, logprobs: [0], advantages: [1] };
    await expect(model.forwardBackward([{ tokens: [0], inputs }], 'gspo')).rejects.toThrow(
      '422: "loss gspo"',
    );
    expect(client.wire.form).toBeUndefined();
  });

  it('splits data into requests whose results come back in order', async () => {
    const { fake, model } = await connect({}, { limits: { datums: 2 } });
    const data = [1, 2, 3, 4, 5].map((token) => datum(token));
    const { outputs, metrics } = await model.forwardBackward(data, 'cross_entropy');
    expect(count(fake, '/forward_backward')).toBe(3);
    const row = bigram(fake).row(0);
    for (const [i, { logprobs }] of outputs.entries()) expect(logprobs[0]).toBeCloseTo(row[i + 1]!, 6);
    expect(metrics['total_loss:sum']).toBeCloseTo(-[1, 2, 3, 4, 5].reduce((sum, i) => sum + row[i]!, 0), 6);
  });

  it('sends requests in the order in which they are made, without waiting for results', async () => {
    const { fake, model } = await connect({ pending: 1 }, { limits: { datums: 1 } });
    const before = fake.requests.length;
    await Promise.all([
      model.forwardBackward([datum(1), datum(2)], 'cross_entropy'),
      model.optimStep({ learningRate: 0.1 }),
      model.forwardBackward([datum(3)], 'cross_entropy'),
      model.optimStep({ learningRate: 0.1 }),
    ]);
    expect(fake.requests.slice(before).filter((path) => path !== '/retrieve_future')).toEqual([
      '/forward_backward',
      '/forward_backward',
      '/optim_step',
      '/forward_backward',
      '/optim_step',
    ]);
  });

  it('polls while a result is pending, ever more slowly where the server does not hold the line', async () => {
    const { clock, model } = await connect({ pending: 4 });
    clock.waits.length = 0;
    await model.forward([datum(1)]);
    expect(clock.waits).toEqual([10, 20, 40, 80]);
  });

  it('submits again what the server has forgotten, and it counts once', async () => {
    const { fake, model } = await connect();
    fake.expireNext();
    await model.forwardBackward([datum(1)], 'cross_entropy');
    expect(count(fake, '/forward_backward')).toBe(2);
    expect(bigram(fake).datums).toBe(1);
  });

  it.each(['/forward_backward', '/optim_step', '/save_weights'])(
    'makes a request to %s again when the reply was lost, and it counts once',
    async (path) => {
      const { fake, model } = await connect({
        fault: (at, n) => (at === path && n === 1 ? 'cut-after' : undefined),
      });
      const twin = await connect();
      for (const { model: each } of [{ model }, twin]) {
        for (let i = 0; i < 3; i++) {
          await each.forwardBackward([datum(1, 2), datum(3)], 'cross_entropy');
          await each.optimStep({ learningRate: 0.1 });
          expect(await each.saveWeights(`step-${i}`)).toContain(`/weights/step-${i}`);
        }
      }
      expect(count(fake, path)).toBe(4);
      expect(bigram(fake).logits).toEqual(bigram(twin.fake).logits);
    },
  );

  it('stops rather than count a gradient twice where the server cannot tell', async () => {
    const fault = (at: string, n: number) =>
      at === '/forward_backward' && n === 1 ? ('cut-after' as const) : undefined;
    const { model } = await connect({ fault }, { idempotent: false });
    await model.forwardBackward([datum(1)], 'cross_entropy');
    const failed = model.forwardBackward([datum(1)], 'cross_entropy');
    const step = model.optimStep({ learningRate: 0.1 });
    await expect(failed).rejects.toThrow('The connection failed');
    await expect(step).rejects.toThrow();
    await expect(model.optimStep({ learningRate: 0.1 })).rejects.toThrow('a gradient before it failed');
  });

  it('waits as long as the server asks, and heeds x-should-retry', async () => {
    const headers = { 'retry-after-ms': '1234' };
    const { clock, model } = await connect({
      fault: (path, n) => (path === '/optim_step' && n < 2 ? { status: 429, headers } : undefined),
    });
    clock.waits.length = 0;
    await model.optimStep({ learningRate: 0 });
    expect(clock.waits).toEqual([1234, 1234]);
    const stubborn = await connect({
      fault: (path) =>
        path === '/optim_step' ? { status: 503, headers: { 'x-should-retry': 'false' } } : undefined,
    });
    await expect(stubborn.model.optimStep({ learningRate: 0 })).rejects.toThrow('503');
    expect(count(stubborn.fake, '/optim_step')).toBe(1);
  });

  it('takes another name for weights and another id for a sampler where the first is taken', async () => {
    const { fake, model } = await connect({
      fault: (path, n) => (path === '/save_weights_for_sampler' && n === 0 ? 'cut-after' : undefined),
    });
    const paths = [await model.saveWeights('a'), await model.saveWeights('a')];
    expect(paths.map((path) => path.split('/').at(-1))).toEqual(['a', 'a-2']);
    await (await model.sampler()).sample([0], { maxTokens: 1 });
    expect(count(fake, '/save_weights_for_sampler')).toBe(3);
  });

  it('loads weights with the state of the optimizer', async () => {
    const { fake, client, model } = await connect();
    const step = async (each: typeof model) => {
      await each.forwardBackward([datum(1, 2)], 'cross_entropy');
      await each.optimStep({ learningRate: 0.1 });
    };
    await step(model);
    const path = await model.saveWeights('half');
    await step(model);
    const again = await client.createModel({ baseModel: 'bigram', seed: 99 });
    await again.loadWeights(path);
    await step(again);
    expect(fake.models.get(again.id)!.logits).toEqual(fake.models.get(model.id)!.logits);
    await expect(again.loadWeights(path)).rejects.toThrow('only a fresh model');
  });

  it('stops at once when told to', async () => {
    let pending = 0;
    const { model } = await connect({ pending: () => pending });
    pending = 1e9;
    const stop = new AbortController();
    const waiting = model.forward([datum(1)], 'cross_entropy', stop.signal);
    setImmediate(() => stop.abort());
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
  });

  it.each([
    [{ tokens: [1, 2], inputs: { target_tokens: [2, 3], weights: [1] } }, '2 tokens and 1 weights'],
    [{ tokens: [1], inputs: { target_tokens: [2] } }, 'no weights'],
    [{ tokens: [1], inputs: { target_tokens: [2], weights: [Number.NaN] } }, 'NaN in weights'],
    [{ tokens: [1.5], inputs: { target_tokens: [2], weights: [1] } }, 'no id'],
    [{ tokens: [], inputs: { target_tokens: [], weights: [] } }, 'no tokens'],
  ])('refuses data that a server would pad: %j', async (wrong, message) => {
    const { fake, model } = await connect();
    const before = fake.requests.length;
    await expect(model.forwardBackward([wrong], 'cross_entropy')).rejects.toThrow(message);
    expect(fake.requests.length).toBe(before);
  });

  it('says that there is no server', async () => {
    const gone = TinkerClient.connect({
      url: 'http://127.0.0.1:9',
      clock: instantClock(),
      retry: { retries: 1 },
    });
    await expect(gone).rejects.toMatchObject({
      code: 'model-unavailable',
      hint: expect.stringContaining('engine runs'),
    });
  });

  it('sends heartbeats until it is closed', async () => {
    const fake = await startFakeTinker();
    const client = await TinkerClient.connect({ url: fake.url, heartbeatMs: 5 });
    closing.push(() => fake.close());
    await expect.poll(() => count(fake, '/session_heartbeat')).toBeGreaterThan(2);
    client.close();
  });
});

describe('batched sampling, where the engine offers it', () => {
  it('sends what is asked at the same time in one request, with the samples of the standard call', async () => {
    const { fake, model } = await connect({ batched: true });
    const plain = await connect();
    const prompts = [[1], [2, 3], [4]];
    const ask = async (each: typeof model) => {
      const sampler = await each.sampler();
      return Promise.all(
        prompts.map((prompt, i) =>
          sampler.sample(prompt, { maxTokens: 5, seed: i, temperature: 1, stop: [0] }),
        ),
      );
    };
    expect(await ask(model)).toEqual(await ask(plain.model));
    expect(count(fake, '/memagent/sample_batch')).toBe(1);
    expect(count(fake, '/asample')).toBe(0);
  });

  it('lets one who waits go without the others', async () => {
    const { model } = await connect({ batched: true });
    const sampler = await model.sampler();
    const stop = new AbortController();
    const both = [
      sampler.sample([1], { maxTokens: 2, seed: 1, signal: stop.signal }),
      sampler.sample([1], { maxTokens: 2, seed: 2 }),
    ];
    setImmediate(() => stop.abort());
    await expect(both[0]).rejects.toMatchObject({ code: 'aborted' });
    expect((await both[1])!.sequences).toHaveLength(1);
  });
});

describe('sparse tensors, where the engine takes them', () => {
  it('send only what counts, and give the same gradient and log-probabilities there', async () => {
    const [sparse, dense] = [await connect({ sparse: true }), await connect()];
    const tokens = Array.from({ length: 40 }, (_, i) => i % 8);
    const weights = tokens.map((_, i) => (i > 36 ? 1 : 0));
    const data = [{ tokens, inputs: { target_tokens: tokens.map((token) => (token + 1) % 8), weights } }];
    const [a, b] = [
      await sparse.model.forwardBackward(data, 'cross_entropy'),
      await dense.model.forwardBackward(data, 'cross_entropy'),
    ];
    expect(a.outputs[0]!.logprobs).toEqual(b.outputs[0]!.logprobs.map((lp, i) => lp * weights[i]! + 0));
    expect(bigram(sparse.fake).gradient).toEqual(bigram(dense.fake).gradient);
  });
});

describe('splitting data into requests', () => {
  it('keeps every datum, in order, and the limits', () => {
    const some = fc.array(
      fc.integer({ min: 1, max: 60 }).map((n) => datum(...new Array<number>(n).fill(1))),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(
        some,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 3000 }),
        (data, datums, bytes) => {
          const chunks = chunkData(data, { datums, bytes });
          expect(chunks.flat()).toEqual(data);
          for (const chunk of chunks) {
            expect(chunk.length).toBeLessThanOrEqual(datums);
            const size = chunk.reduce((sum, each) => sum + datumBytes(each), 0);
            expect(chunk.length === 1 || size <= bytes).toBe(true);
          }
        },
      ),
    );
  });

  it('reckons with what is sent, where only the positions that count are', () => {
    const inputs = (counted: number) => {
      const tokens = Array.from({ length: 600 }, (_, i) => i % 8);
      const weights = tokens.map((_, i) => (i < counted ? 1 : 0));
      return { tokens, inputs: { target_tokens: tokens, weights, logprobs: weights, advantages: weights } };
    };
    for (const counted of [0, 3, 200, 600])
      for (const sparse of [true, false]) {
        const one = inputs(counted);
        const sent = encodeForwardBackward({
          modelId: 'm',
          seqId: 1,
          data: [one],
          loss: 'ppo',
          sparse,
        }).length;
        expect(datumBytes(one, sparse)).toBeGreaterThan(0.9 * sent);
        expect(datumBytes(one, sparse)).toBeLessThan(1.1 * sent);
      }
    const many = Array.from({ length: 100 }, () => inputs(3));
    expect(chunkData(many, { bytes: 300_000 }, true)).toHaveLength(1);
    expect(chunkData(many, { bytes: 300_000 })).toHaveLength(5);
  });
});
