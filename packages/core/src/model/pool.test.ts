import { afterEach, describe, expect, it } from 'vitest';
import { MemAgentError } from '../errors.ts';
import { CallFailure } from './failure.ts';
import type { CompleteOptions, Model, Prompt } from './model.ts';
import { openaiModel } from './openai-model.ts';
import { poolModel } from './pool.ts';
import { scriptedModel } from './scripted-model.ts';
import { testTokenizer } from './test-tokenizer.ts';
import { fakeClock } from './testing/fake-clock.ts';
import { type FaultServer, type FaultServerOptions, faultServer } from './testing/fault-server.ts';

const servers: FaultServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
const options: CompleteOptions = { maxTokens: 50 };
const chat = (text: string): Prompt => ({ segments: [{ text, trusted: true }], shared: 0, form: 'chat' });

/** An endpoint whose calls the test ends by hand. */
function handMade(id: string, concurrency = 2) {
  const open: { text: string; resolve: (reply: string) => void; reject: (error: unknown) => void }[] = [];
  const model = scriptedModel({
    id,
    concurrency,
    reply: (prompt) =>
      new Promise<string>((resolve, reject) => {
        open.push({ text: prompt.segments[0]!.text, resolve, reject });
      }),
  });
  return { model, open };
}
const down = () => new CallFailure('down', { retryable: true });
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** An endpoint that works or not as told. */
function endpoint(id: string, broken: () => Error | undefined = () => undefined, concurrency = 4) {
  return scriptedModel({
    id,
    concurrency,
    reply: () => {
      const error = broken();
      if (error) throw error;
      return id;
    },
  });
}

describe('poolModel', () => {
  it('gives each call to the least busy endpoint, and lets the rest wait in order', async () => {
    const a = handMade('a', 2);
    const b = handMade('b', 1);
    const pool = poolModel([a.model, b.model]);
    const texts = ['1', '2', '3', '4', '5'];
    const calls = texts.map((text) => pool.complete(chat(text), options));
    await turn();
    expect(a.open.map(({ text }) => text)).toEqual(['1', '3']);
    expect(b.open.map(({ text }) => text)).toEqual(['2']);
    expect(pool.waiting).toBe(2);
    expect(pool.status().map(({ active, limit }) => [active, limit])).toEqual([
      [2, 2],
      [1, 1],
    ]);
    b.open[0]!.resolve('done');
    await turn();
    expect(b.open.map(({ text }) => text)).toEqual(['2', '4']);
    for (const { resolve } of [...a.open, b.open[1]!]) resolve('done');
    await turn();
    for (const { open } of [a, b]) for (const { resolve } of open) resolve('done');
    await Promise.all(calls);
    expect(pool.concurrency).toBe(3);
  });

  it('says how likely texts are where every endpoint does, and moves on where one fails', async () => {
    const scores = { logprobs: [-1], usage: { promptTokens: 2, completionTokens: 0 } };
    const scoring = (id: string, broken = false): Model => ({
      ...endpoint(id),
      score: async () => {
        if (broken) throw down();
        return scores;
      },
    });
    const text = [[{ text: 'b', trusted: false }]];
    expect(await poolModel([scoring('a', true), scoring('b')]).score!(chat('a'), text)).toEqual(scores);
    expect(poolModel([scoring('a'), endpoint('b')]).score).toBeUndefined();
  });

  it('keeps an affinity at its endpoint unless that is much busier', async () => {
    const made = ['a', 'b', 'c'].map((id) => handMade(id, 8));
    const pool = poolModel(
      made.map(({ model }) => model),
      { affinitySlack: 2 },
    );
    const send = (affinity: string) =>
      pool.complete(chat(affinity), { ...options, affinity }).catch(() => {});
    for (let i = 0; i < 3; i++) send('book');
    await turn();
    const home = made.find(({ open }) => open.length > 0)!;
    expect(home.open.length).toBe(3);
    send('book');
    await turn();
    expect(home.open.length).toBe(3);
  });

  it('spreads different affinities evenly', async () => {
    const models = ['a', 'b', 'c'].map((id) => endpoint(id));
    const pool = poolModel(models);
    for (let i = 0; i < 300; i++) await pool.complete(chat('x'), { ...options, affinity: `reading ${i}` });
    for (const { count } of models) expect(count).toBeGreaterThan(70);
  });

  it('moves a failed call to another endpoint', async () => {
    const pool = poolModel([endpoint('a', down), endpoint('b')]);
    for (let i = 0; i < 5; i++) expect((await pool.complete(chat('x'), options)).text).toBe('b');
    expect(pool.status()[0]).toMatchObject({ id: 'a', lastFailure: 'down' });
  });

  it('leaves a failing endpoint alone, tries it after a while, and takes it back', async () => {
    const clock = fakeClock({ random: () => 1 });
    let broken: Error | undefined = down();
    const pool = poolModel([endpoint('a', () => broken), endpoint('b')], {
      clock,
      failures: 2,
      coolDownMs: 1000,
    });
    const call = async () => (await pool.complete(chat('x'), options)).text;
    while (pool.status()[0]!.state === 'closed') expect(await call()).toBe('b');
    const { calls } = pool.status()[0]!;
    expect(calls).toBe(2);
    for (let i = 0; i < 5; i++) expect(await call()).toBe('b');
    expect(pool.status()[0]!.calls).toBe(2);
    clock.advance(1000);
    expect(pool.status()[0]!.state).toBe('half-open');
    expect(await call()).toBe('b');
    expect(pool.status()[0]).toMatchObject({ state: 'open', calls: 3 });
    clock.advance(1000);
    expect(pool.status()[0]!.state).toBe('open');
    clock.advance(1000);
    broken = undefined;
    expect(await call()).toBe('a');
    expect(pool.status()[0]!.state).toBe('closed');
  });

  it('stays away as long as Retry-After says', async () => {
    const clock = fakeClock();
    const busy = () => new CallFailure('slow down', { retryable: true, status: 429, retryAfterMs: 5000 });
    const pool = poolModel([endpoint('a', busy), endpoint('b')], { clock });
    for (let i = 0; i < 3; i++) await pool.complete(chat('x'), options);
    expect(pool.status()[0]).toMatchObject({ state: 'open', calls: 1 });
    clock.advance(4999);
    expect(pool.status()[0]!.state).toBe('open');
  });

  it('waits for an endpoint to come back when all are down', async () => {
    const clock = fakeClock({ eagerBelowMs: 60_000 });
    let failures = 12;
    const broken = () => (failures-- > 0 ? down() : undefined);
    const pool = poolModel([endpoint('a', broken), endpoint('b', broken)], { clock });
    expect((await pool.complete(chat('x'), options)).text).toMatch(/^[ab]$/);
  });

  it('fails when all stay down, and says why each is', async () => {
    const clock = fakeClock({ eagerBelowMs: 60_000 });
    const models = [
      endpoint('a', () => new CallFailure('no route', { retryable: true })),
      endpoint('b', down),
    ];
    const pool = poolModel(models, { clock, patienceMs: 10_000, retries: 100 });
    const calls = [1, 2, 3].map(() => pool.complete(chat('x'), options));
    for (const call of calls) {
      await expect(call).rejects.toThrow('All 2 endpoints are down:\n  a: no route\n  b: down');
    }
    expect(pool.waiting).toBe(0);
  });

  it('does not wait when there is no hope in it', async () => {
    const denied = () =>
      new MemAgentError('model-unavailable', 'key', { cause: new CallFailure('key', { retryable: false }) });
    const pool = poolModel([endpoint('a', denied)], { clock: fakeClock() });
    await expect(pool.complete(chat('x'), options)).rejects.toThrow('a: key');
  });

  it('does not carry elsewhere what would fail everywhere', async () => {
    const unfit = () => new MemAgentError('no-fit', 'too long');
    const b = endpoint('b');
    const pool = poolModel([endpoint('a', unfit), b]);
    await expect(pool.complete(chat('x'), options)).rejects.toThrow('too long');
    expect(b.count).toBe(0);
    expect(pool.status()[0]!.failures).toBe(0);
  });

  it('gives up on a call that fails wherever it goes while others do not', async () => {
    const reply = (prompt: Prompt) => {
      if (prompt.segments[0]!.text === 'poison') throw down();
      return 'fine';
    };
    const pool = poolModel(
      [1, 2].map((id) => scriptedModel({ id: `${id}`, reply, concurrency: 1 })),
      {
        clock: fakeClock({ eagerBelowMs: 60_000 }),
        retries: 6,
      },
    );
    const poison = expect(pool.complete(chat('poison'), options)).rejects.toThrow('down');
    for (let i = 0; i < 50; i++) expect((await pool.complete(chat('x'), options)).text).toBe('fine');
    await poison;
  });

  it('lets a call leave the line, and stops one at work', async () => {
    const a = handMade('a', 1);
    const pool = poolModel([a.model]);
    const stop = new AbortController();
    const working = pool.complete(chat('1'), options);
    const waiting = pool.complete(chat('2'), { ...options, signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    expect(pool.waiting).toBe(0);
    a.open[0]!.resolve('done');
    expect((await working).text).toBe('done');
  });

  it('refuses endpoints with different models or tokenizers unless told', () => {
    const other = scriptedModel({
      name: 'other',
      reply: () => '',
      tokenizer: testTokenizer(['<|a|>']),
      window: 4096,
    });
    expect(() => poolModel([endpoint('a'), other])).toThrow('differ in their models: scripted, other');
    const warnings: string[] = [];
    const pool = poolModel([endpoint('a'), other], { mixed: true, onWarning: (text) => warnings.push(text) });
    expect(warnings.length).toBe(2);
    expect(pool.window).toBe(4096);
    expect(() => poolModel([])).toThrow('at least one');
  });
});

describe('a pool over HTTP', () => {
  async function poolOver(list: FaultServerOptions[]) {
    const made = await Promise.all(list.map((each) => faultServer(each)));
    servers.push(...made);
    const clock = fakeClock({ eagerBelowMs: 60_000 });
    const tokenizer = testTokenizer();
    const models: Model[] = await Promise.all(
      made.map(({ url }) => openaiModel({ baseUrl: url, tokenizer, retries: 0, concurrency: 3, clock })),
    );
    return { made, pool: poolModel(models, { clock }) };
  }
  const reply = (prompt: string) => `read ${prompt}`;

  it('survives the loss of an endpoint in the middle, and its return', async () => {
    const { made, pool } = await poolOver([{ reply }, { reply }, { reply }]);
    let steps = 0;
    const reading = async (name: string) => {
      const texts: string[] = [];
      for (let step = 0; step < 20; step++) {
        if (++steps === 30) await made[0]!.kill();
        if (steps === 90) await made[0]!.revive();
        texts.push((await pool.complete(chat(`${name} ${step}`), { ...options, affinity: name })).text);
      }
      return texts;
    };
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const all = await Promise.all(names.map(reading));
    all.forEach((texts, i) => {
      expect(texts).toEqual(Array.from({ length: 20 }, (_, step) => `read ${names[i]} ${step}`));
    });
    expect(pool.status()[0]!.failures).toBeGreaterThan(0);
  });

  it('survives every fault at every endpoint as long as some calls go through', async () => {
    const faults = (call: number) =>
      (
        [
          { type: 'reset' },
          undefined,
          { type: 'cut', after: 3 },
          undefined,
          undefined,
          { type: 'status', status: 503, headers: { 'retry-after': '1' } },
          { type: 'garbage', after: 2 },
          { type: 'html' },
        ] as const
      )[call % 8];
    const { pool } = await poolOver([
      { reply, faults },
      { reply, faults },
    ]);
    const texts = Array.from({ length: 40 }, (_, i) => `${i}`);
    const done = await Promise.all(texts.map((text) => pool.complete(chat(text), options)));
    expect(done.map(({ text }) => text)).toEqual(texts.map(reply));
  });
});
