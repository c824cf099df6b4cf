import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../listen.ts';
import { type Json, startTestServer, type TestServer } from '../testing/harness.ts';
import { readingModel, story } from '../testing/reading-model.ts';
import { Guard } from './guard.ts';
import { addKey, newKey, readKeys } from './keys.ts';

const alice = newKey('alice', { requestsPerMinute: 600, readings: 1 });
const bob = newKey('bob');
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ keys: [alice.key, bob.key] });
});
afterAll(() => test.close());

const as = (who: { token: string }) => ({ authorization: `Bearer ${who.token}` });

describe('keys', () => {
  it('are needed everywhere but for health and the API’s description', async () => {
    for (const path of ['/v1/models', '/v1/readings', '/metrics', '/mcp', '/v1/nothing']) {
      const response = await test.ask(path);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({
        error: { type: 'authentication_error', code: 'invalid_api_key' },
      });
    }
    for (const path of ['/healthz', '/openapi.json']) expect((await test.ask(path)).status).toBe(200);
    for (const value of [
      'Bearer',
      'Bearer x',
      `Bearer ${alice.token}x`,
      `Basic ${alice.token}`,
      `Bearer ${alice.key.hash}`,
    ])
      expect((await test.ask('/v1/models', { headers: { authorization: value } })).status).toBe(401);
    expect((await test.ask('/v1/models', { headers: as(alice) })).status).toBe(200);
    expect((await test.ask('/v1/models', { headers: { 'x-api-key': bob.token } })).status).toBe(200);
  });

  it('keep what is theirs apart, though the bytes are kept once', async () => {
    const send = async (who: { token: string }): Promise<Json> =>
      (
        await test.ask('/v1/documents?name=a.txt', { method: 'POST', body: story(10), headers: as(who) })
      ).json();
    const mine = await send(alice);
    expect((await test.ask(`/v1/documents/${mine.id}`, { headers: as(bob) })).status).toBe(404);
    const made: Json = await (
      await test.post('/v1/readings', { document: mine.id, question: 'The password?' }, as(alice))
    ).json();
    for (const path of [`/v1/readings/${made.id}`, `/v1/readings/${made.id}/events`])
      expect((await test.ask(path, { headers: as(bob) })).status).toBe(404);
    expect(((await (await test.ask('/v1/readings', { headers: as(bob) })).json()) as Json).data).toEqual([]);
    expect((await send(bob)).id).toBe(mine.id);
    await test.ask(`/v1/documents/${mine.id}`, { method: 'DELETE', headers: as(bob) });
    expect((await test.ask(`/v1/documents/${mine.id}`, { headers: as(alice) })).status).toBe(200);
  });

  it('have limits of their own', async () => {
    let now = 0;
    const guard = new Guard([], { now: () => now });
    const key = { ...alice.key, limits: { requestsPerMinute: 2, concurrent: 1 } };
    const leave = await guard.enter(key);
    await expect(guard.enter(key)).rejects.toThrow(/1 requests at once/);
    leave();
    leave();
    (await guard.enter(key))();
    const refused = expect.objectContaining({ status: 429, retryAfter: 30 });
    await expect(guard.enter(key)).rejects.toEqual(refused);
    // One that was refused is not under way.
    await expect(guard.enter(key)).rejects.toEqual(refused);
    now += 30_000;
    (await guard.enter(key))();
  });

  it('are told when to come back', async () => {
    const eager = newKey('eager', { requestsPerMinute: 1 });
    const busy = newKey('busy', { readings: 1 });
    let release = () => {};
    const held = new Promise<string>((resolve) => {
      release = () => resolve('x');
    });
    const own = await startTestServer({
      keys: [eager.key, busy.key],
      models: { reader: async () => readingModel({ reply: () => held }) },
    });
    expect((await own.ask('/v1/models', { headers: as(eager) })).status).toBe(200);
    const refused = await own.ask('/v1/models', { headers: as(eager) });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    const reading = () => own.post('/v1/readings', { document: { text: 'x' }, question: 'y' }, as(busy));
    expect((await reading()).status).toBe(202);
    expect((await reading()).status).toBe(429);
    release();
    await own.close();
  });

  it('once there have been any, nobody comes in without, though the last is taken away', () => {
    const guard = new Guard([]);
    expect(guard.open).toBe(true);
    guard.replace([alice.key]);
    guard.replace([]);
    expect(guard.open).toBe(false);
    const asAlice = new Request('http://127.0.0.1/v1/models', { headers: as(alice) });
    expect(() => guard.identify(asAlice)).toThrow(/key/);
  });

  it('are kept as hashes in a file that others cannot read, in a folder that is made', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keys-'));
    const path = join(folder, 'state', 'keys.json');
    expect(await readKeys(path)).toEqual([]);
    const { key, token } = newKey('carol');
    await addKey(path, key);
    const text = await readFile(path, 'utf8');
    expect(text).not.toContain(token);
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect(await readKeys(path)).toEqual([key]);
    await expect(addKey(path, key)).rejects.toThrow(/already/);
    await rm(folder, { recursive: true });
  });
});

describe('listen', () => {
  it('stays on the loopback without keys', async () => {
    const open = await startTestServer();
    await expect(listen(open.server, { host: '0.0.0.0' })).rejects.toThrow(/needs a key/);
    const { url, close } = await listen(open.server);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await expect(startTestServer({ stateFolder: open.folder })).rejects.toThrow(/Another server/);
    const port = Number(new URL(url).port);
    const second = await startTestServer();
    await expect(listen(second.server, { port })).rejects.toThrow(/EADDRINUSE/);
    await second.close();
    await close();
    await open.close();
  });
});
