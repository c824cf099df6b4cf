import { afterEach, describe, expect, it } from 'vitest';
import { type FakeTinkerOptions, startFakeTinker } from '../testing/fake-tinker.ts';
import { instantClock } from '../testing/instant-clock.ts';
import { readPass, readSampleRequest } from '../testing/wire.ts';
import { TinkerClient, type TinkerOptions } from './client.ts';
import type { Datum } from './types.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Seen {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}
/** Stands between client and server: answers a request itself, changes the server's answer, or lets it through. */
type Between = (path: string, n: number, go: () => Promise<Response>) => Promise<Response> | Response;

const json = (value: object, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
const lost = (): never => {
  throw new TypeError('fetch failed');
};

async function connect(
  server: FakeTinkerOptions = {},
  between: Between = (_path, _n, go) => go(),
  options: Partial<TinkerOptions> = {},
) {
  const fake = await startFakeTinker(server);
  const seen: Seen[] = [];
  const counts = new Map<string, number>();
  const clock = instantClock();
  const client = await TinkerClient.connect({
    url: fake.url,
    clock,
    fetch: async (url, init) => {
      const path = String(url).split('/api/v1')[1]!;
      const n = counts.get(path) ?? 0;
      counts.set(path, n + 1);
      seen.push({ path, headers: { ...(init!.headers as Record<string, string>) }, body: init!.body });
      return between(path, n, () => fetch(url, init));
    },
    ...options,
  });
  closing.push(
    () => fake.close(),
    () => client.close(),
  );
  const model = await client.createModel({ baseModel: 'bigram', rank: 4, seed: 1 });
  const count = (path: string) => seen.filter((one) => one.path === path).length;
  return { fake, client, model, seen, clock, count };
}

const datum = (...targets: number[]): Datum => ({
  tokens: [0, ...targets.slice(0, -1)],
  inputs: { target_tokens: targets, weights: targets.map(() => 1) },
});

describe('what a server says to its clients', () => {
  const config = (flags: object): Between => {
    return (path, _n, go) => (path === '/client/config' ? json(flags) : go());
  };
  const data = [1, 2, 3, 4].map((token) => datum(token));
  const order = (seen: readonly Seen[]) =>
    seen
      .filter(({ path }) => path === '/forward_backward')
      .map(({ body }) => readPass(body as Uint8Array).seqId);

  it('limits requests, and lets those of a pass go at once, the first one last', async () => {
    const { client, model, seen, fake } = await connect({}, config({ fwdbwd_max_chunk_len: 1 }));
    await model.forwardBackward([datum(1)], 'cross_entropy');
    seen.length = 0;
    const [passed] = await Promise.all([
      model.forwardBackward(data, 'cross_entropy'),
      model.optimStep({ learningRate: 0.1 }),
    ]);
    expect(client.limits.datums).toBe(1);
    expect(order(seen)).toEqual([3, 4, 5, 2]);
    const row = [...fake.models.values()][0]!;
    expect(row.datums).toBe(0);
    expect(passed.outputs).toHaveLength(4);
    const posts = seen.map(({ path }) => path).filter((path) => path !== '/retrieve_future');
    expect(posts.at(-1)).toBe('/optim_step');
  });

  it('keeps them in turn where it says so', async () => {
    const flags = { fwdbwd_max_chunk_len: 1, parallel_fwdbwd_chunks: false };
    const { model, seen } = await connect({}, config(flags));
    for (let i = 0; i < 2; i++) await model.forwardBackward(data, 'cross_entropy');
    expect(order(seen)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('asks for a token in place of the key, and for another before it ends', async () => {
    let tokens = 0;
    const token = () => {
      // The first is about to end, the second is not.
      const exp = Math.floor(Date.now() / 1000) + (tokens++ === 0 ? 30 : 3600);
      return json({ jwt: `eyJ.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.${tokens}` });
    };
    const { client, model, seen } = await connect(
      {},
      (path, n, go) => {
        if (path === '/auth/token') return token();
        return config({ pjwt_auth_enabled: true })(path, n, go);
      },
      { apiKey: 'tml-key' },
    );
    await model.forward([datum(1)]);
    await client.sampler({ baseModel: 'bigram' });
    const keys = (path: string) =>
      seen.filter((one) => one.path === path).map((one) => one.headers['x-api-key']);
    expect(keys('/client/config')).toEqual(['tml-key']);
    expect(keys('/auth/token')).toEqual(['tml-key', 'tml-key']);
    expect(keys('/create_sampling_session')[0]).toMatch(/^eyJ\..*\.2$/);
  });
});

describe('a request is never counted twice', () => {
  const jsonOnly = { protobuf: 415 } as const;

  it.each([
    ['/forward_backward', 'the reply was lost', lost],
    ['/forward_backward', 'a gateway gave up', () => json({}, 502)],
    ['/optim_step', 'the reply was lost', lost],
    ['/optim_step', 'a gateway gave up', () => json({}, 504)],
  ])('where the server goes by no sequence ids: %s, %s', async (path, _what, fail) => {
    let armed = false;
    const { model, count } = await connect(jsonOnly, async (at, _n, go) => {
      const response = await go();
      return armed && at === path ? fail() : response;
    });
    await model.forwardBackward([datum(1)], 'cross_entropy');
    const before = count(path);
    armed = true;
    const work =
      path === '/optim_step'
        ? model.optimStep({ learningRate: 0.1 })
        : model.forwardBackward([datum(2)], 'cross_entropy');
    await expect(work).rejects.toMatchObject({ hint: expect.stringContaining('made twice') });
    expect(count(path)).toBe(before + 1);
  });

  it('not even by the request that finds out that the server takes no protobuf', async () => {
    const { model, fake, count } = await connect(jsonOnly, async (path, n, go) => {
      const response = await go();
      return path === '/forward_backward' && n === 1 ? lost() : response;
    });
    await expect(model.forwardBackward([datum(1)], 'cross_entropy')).rejects.toThrow('connection failed');
    expect(count('/forward_backward')).toBe(2);
    expect([...fake.models.values()][0]!.datums).toBe(1);
  });

  it('nor when the server has forgotten its result', async () => {
    const { model, fake } = await connect(jsonOnly);
    await model.forward([datum(1)]);
    fake.expireNext();
    await expect(model.forwardBackward([datum(1)], 'cross_entropy')).rejects.toThrow('forgot the result');
    expect([...fake.models.values()][0]!.datums).toBe(1);
  });

  it.each([429, 503])('but %i, which says that nothing was done, is tried again', async (status) => {
    const { model, count } = await connect(jsonOnly, (path, n, go) =>
      path === '/optim_step' && n === 0 ? json({}, status) : go(),
    );
    await model.forwardBackward([datum(1)], 'cross_entropy');
    await model.optimStep({ learningRate: 0.1 });
    expect(count('/optim_step')).toBe(2);
  });
});

it('passes of different losses never wait at the server together', async () => {
  const { model, seen } = await connect();
  await model.forward([datum(1)]);
  seen.length = 0;
  const inputs = { ...datum(1).inputs, logprobs: [0], advantages: [1] };
  await Promise.all([
    model.forwardBackward([datum(1)], 'cross_entropy'),
    model.forwardBackward([datum(2)], 'cross_entropy'),
    model.forwardBackward([{ tokens: [0], inputs }], 'importance_sampling'),
    model.optimStep({ learningRate: 0.1 }),
  ]);
  const order = seen.map(({ path, body }) =>
    path === '/forward_backward' ? readPass(body as Uint8Array).loss : path,
  );
  const third = order.indexOf('importance_sampling');
  expect(order.slice(0, third).filter((one) => one === '/retrieve_future')).toHaveLength(2);
});

describe('waiting for a result', () => {
  it('goes on through a bare 400, as a proxy answers, and through a lost connection', async () => {
    const { model, count } = await connect({}, (path, n, go) => {
      if (path === '/retrieve_future' && n === 2) return new Response('', { status: 400 });
      return path === '/retrieve_future' && n === 3 ? lost() : go();
    });
    await model.forward([datum(1)]);
    await model.forward([datum(1)]);
    expect(count('/retrieve_future')).toBe(5);
  });

  it('is over when the server says what went wrong', async () => {
    const { model } = await connect({}, (path, n, go) =>
      path === '/retrieve_future' && n === 1 ? json({ error: 'no memory', category: 'server' }) : go(),
    );
    await expect(model.forward([datum(1)])).rejects.toThrow('a forward pass failed: no memory');
  });

  it('fetches a result that is announced by its size', async () => {
    const { model, seen } = await connect({}, (path, n, go) =>
      path === '/retrieve_future' && n === 1
        ? json({ status: 'complete_metadata', response_payload_size: 9 })
        : go(),
    );
    await model.forward([datum(1)]);
    expect(JSON.parse(seen.at(-1)!.body as string)).toMatchObject({ allow_metadata_only: false });
  });
});

describe('a session', () => {
  const beats = async (answer: () => Response) => {
    const warnings: string[] = [];
    const { client, count } = await connect(
      {},
      (path, _n, go) => (path === '/session_heartbeat' ? answer() : go()),
      { heartbeatMs: 2, onWarning: (text) => void warnings.push(text) },
    );
    return { client, warnings, beats: () => count('/session_heartbeat') };
  };

  it('bears heartbeats that fail now and then', async () => {
    const { warnings, beats: made } = await beats(() => json({}, 500));
    await expect.poll(made).toBeGreaterThan(5);
    expect(warnings).toEqual([]);
  });

  it('says when it is over, and stops', async () => {
    const { warnings, beats: made } = await beats(() => json({ detail: 'ended' }, 410));
    await expect.poll(() => warnings.length).toBe(1);
    expect(warnings[0]).toMatch(/session is over.*ended/);
    expect(made()).toBe(1);
  });

  it('warns of two minutes of silence', async () => {
    let now = 0;
    const warnings: string[] = [];
    const clock = { ...instantClock(), now: () => now };
    await connect({}, (path, _n, go) => (path === '/session_heartbeat' ? json({}, 500) : go()), {
      clock,
      heartbeatMs: 2,
      onWarning: (text) => void warnings.push(text),
    });
    now = 120_000;
    await expect.poll(() => warnings.length).toBe(1);
    expect(warnings[0]).toContain('for two minutes');
  });
});

describe('batched sampling', () => {
  it('lets a prompt that the engine refuses fail alone', async () => {
    let batches = 0;
    const { model, seen } = await connect({ batched: true, vocabulary: 8 }, (path, _n, go) => {
      if (path !== '/memagent/sample_batch') return go();
      batches++;
      const { prompts } = readSampleRequest(Buffer.from(seen.at(-1)!.body as Uint8Array));
      return prompts.some((prompt) => prompt.includes(7)) ? json({ detail: 'too long' }, 400) : go();
    });
    const sampler = await model.sampler();
    const done = await Promise.allSettled(
      [1, 2, 7, 3, 4].map((token) => sampler.sample([token], { maxTokens: 2, seed: token })),
    );
    expect(done.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(batches).toBeLessThanOrEqual(7);
  });

  it('tries a batch again when its reply was lost: the seeds make it the same', async () => {
    let armed = true;
    const { model, count } = await connect({ batched: true }, async (path, _n, go) => {
      const response = await go();
      if (path !== '/memagent/sample_batch' || !armed) return response;
      armed = false;
      return lost();
    });
    const sampler = await model.sampler();
    const { sequences } = await sampler.sample([1], { maxTokens: 4, seed: 3 });
    expect((await sampler.sample([1], { maxTokens: 4, seed: 3 })).sequences).toEqual(sequences);
    expect(count('/memagent/sample_batch')).toBe(3);
  });
});

describe('standard sampling', () => {
  it('tells the server when nobody waits any more', async () => {
    let sampling = false;
    const { model, seen, count } = await connect({ pending: () => (sampling ? 1e9 : 0) });
    const sampler = await model.sampler();
    sampling = true;
    const stop = new AbortController();
    const waiting = sampler.sample([1], { maxTokens: 2, signal: stop.signal });
    await expect.poll(() => seen.at(-1)!.path).toBe('/retrieve_future');
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    await expect.poll(() => count('/cancel_future')).toBe(1);
  });

  it('asks again, under another number, for what the server has forgotten', async () => {
    const { model, fake, seen } = await connect();
    const sampler = await model.sampler();
    fake.expireNext();
    await sampler.sample([1], { maxTokens: 2 });
    const bodies = seen
      .filter(({ path }) => path === '/asample')
      .map(({ body }) => JSON.parse(body as string));
    expect(bodies.map(({ seq_id }) => seq_id)).toEqual([0, 1]);
  });

  it('is patient where the server is busy', async () => {
    const { model, count } = await connect({}, (path, n, go) =>
      path === '/asample' && n < 20 ? json({}, 429) : go(),
    );
    await (await model.sampler()).sample([1], { maxTokens: 2 });
    expect(count('/asample')).toBe(21);
  });

  it('gives every token of the prompt its place, where the server leaves out the first', async () => {
    const { model } = await connect({ protobuf: 415 }, async (path, _n, go) => {
      const response = await go();
      if (path !== '/retrieve_future') return response;
      return json({ ...((await response.json()) as object), prompt_logprobs: [-1, -2] });
    });
    const { promptLogprobs } = await (await model.sampler()).sample([1, 2, 3], {
      maxTokens: 1,
      promptLogprobs: true,
    });
    expect(promptLogprobs).toEqual([undefined, -1, -2]);
  });

  it.each([
    [[], 'prompt is empty'],
    [[1, -2], '-2 at 1'],
    [[1.5], '1.5 at 0'],
  ])('refuses the prompt %j', async (prompt, message) => {
    const { model } = await connect();
    await expect((await model.sampler()).sample(prompt, { maxTokens: 1 })).rejects.toThrow(message);
  });
});

describe('a sampler of SkyRL on JAX', () => {
  const foreign: Between = (path, _n, go) =>
    path === '/get_server_capabilities' ? json({ supported_models: [{ model_name: 'bigram' }] }) : go();

  it('ends with the next step or save: sampling on would overwrite the weights', async () => {
    const { model } = await connect({ reduction: 'mean' }, foreign, { reduction: 'mean' });
    const first = await model.sampler();
    await first.sample([1], { maxTokens: 1 });
    const second = await model.sampler();
    await expect(first.sample([1], { maxTokens: 1 })).rejects.toThrow('trained since');
    await second.sample([1], { maxTokens: 1 });
    await model.forwardBackward([datum(1)], 'cross_entropy');
    await model.optimStep({ learningRate: 0.1 });
    await expect(second.sample([1], { maxTokens: 1 })).rejects.toMatchObject({
      hint: expect.stringContaining('make a new sampler'),
    });
  });

  it('which other servers bear', async () => {
    const { model } = await connect({}, foreign);
    const sampler = await model.sampler();
    await model.optimStep({ learningRate: 0.1 });
    expect((await sampler.sample([1], { maxTokens: 1 })).sequences).toHaveLength(1);
  });
});
