import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { ServerOptions } from '../create-server.ts';
import { newKey } from '../keys/keys.ts';
import { type Json, startTestServer, type TestServer } from '../testing/harness.ts';
import { readingModel, story } from '../testing/reading-model.ts';
import { describeStorages } from '../testing/storages.ts';

describeStorages('what is kept', (storage) => {
  const start = async (options: Partial<ServerOptions> = {}) =>
    startTestServer({ ...options, ...(await storage.fresh()) });
  const upload = (to: TestServer, body: BodyInit, name: string, headers = {}) =>
    to.ask(`/v1/documents?name=${name}`, { method: 'POST', body, headers });
  const json = async (response: Promise<Response>): Promise<Json> => (await response).json();

  it('lists documents page by page, newest first, and removes them for each owner alone', async () => {
    const [alice, bob] = [newKey('alice'), newKey('bob')];
    const own = await start({ keys: [alice.key, bob.key] });
    const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three'])
      ids.unshift((await json(upload(own, text, `${text}.txt`, as(alice)))).id);
    const page = await json(own.ask('/v1/documents?limit=2', { headers: as(alice) }));
    expect(page).toMatchObject({ has_more: true, data: [{ id: ids[0] }, { id: ids[1] }] });
    const next = await json(own.ask(`/v1/documents?limit=2&after=${ids[1]}`, { headers: as(alice) }));
    expect(next).toMatchObject({ has_more: false, data: [{ id: ids[2] }] });
    expect((await own.ask('/v1/documents?limit=0', { headers: as(alice) })).status).toBe(400);
    // The same bytes are bob's too; that alice removes hers leaves him his.
    expect((await json(upload(own, 'one', 'mine.txt', as(bob)))).id).toBe(ids[2]);
    const remove = (who: { token: string }) =>
      own.ask(`/v1/documents/${ids[2]}`, { method: 'DELETE', headers: as(who) });
    expect((await remove(alice)).status).toBe(200);
    expect((await remove(alice)).status).toBe(404);
    expect((await own.ask(`/v1/documents/${ids[2]}`, { headers: as(bob) })).status).toBe(200);
    expect((await remove(bob)).status).toBe(200);
    await own.close();
  });

  it('reads a document of many parts as it was sent', async () => {
    const own = await start({ models: { reader: async () => readingModel({ window: 400_000 }) } });
    const text = story(30_000, 'kestrel');
    expect(Buffer.byteLength(text)).toBeGreaterThan(3 << 19);
    const document = await json(upload(own, text, 'long.txt'));
    expect(document.bytes).toBe(Buffer.byteLength(text));
    const made = await json(own.post('/v1/readings', { document: document.id, question: 'The password?' }));
    const done = await own.finished(made.id);
    expect(done.answers[0].answer).toBe('kestrel');
    const [source] = done.answers[0].sources;
    expect(Buffer.from(text).subarray(source.start, source.end).toString()).toBe('The password is kestrel.');
    await own.close();
  });

  it('refuses what there is no room for, in all and for each key', async () => {
    const [rich, poor] = [newKey('rich'), newKey('poor', { documentBytes: 1000 })];
    const own = await start({ maxDocumentBytes: 3000, keys: [rich.key, poor.key] });
    const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
    const code = async (response: Promise<Response>) => [
      (await response).status,
      (await json(response.then((r) => r.clone()))).error?.code,
    ];
    expect((await upload(own, 'a'.repeat(900), 'a', as(poor))).status).toBe(201);
    expect(await code(upload(own, 'b'.repeat(200), 'b', as(poor)))).toEqual([413, 'documents_too_large']);
    expect((await upload(own, 'c'.repeat(2000), 'c', as(rich))).status).toBe(201);
    expect(await code(upload(own, 'd'.repeat(200), 'd', as(rich)))).toEqual([507, 'no_room']);
    // Both at once have no more room than one after the other.
    const both = await Promise.all(['e', 'f'].map((x) => upload(own, x.repeat(80), x, as(rich))));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 507]);
    expect((await json(own.ask('/v1/documents', { headers: as(poor) }))).data).toHaveLength(1);
    await own.close();
  });

  it('goes when it has been kept long enough, unless it is still needed', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const base = readingModel();
    const model = readingModel({
      reply: async (prompt, options) => {
        if (prompt.segments.some(({ text }) => text.includes('Wait'))) await held;
        return base.complete(prompt, options);
      },
    });
    const own = await start({ keepMs: 1500, models: { reader: async () => model } });
    const begin = (text: string, question: string) =>
      json(own.post('/v1/readings', { document: { text }, question }));
    const ended = await begin(story(30), 'The password?');
    const waiting = await begin(story(40), 'Wait: the password?');
    await own.finished(ended.id);
    // Cleaned away every second; both are older than the time to keep by then.
    while ((await own.ask(`/v1/readings/${ended.id}`)).status !== 404) await wait(50);
    while ((await json(own.ask('/v1/documents'))).data.length > 1) await wait(50);
    expect(await json(own.ask(`/v1/readings/${waiting.id}`))).toMatchObject({ state: 'running' });
    expect((await json(own.ask('/v1/documents'))).data).toMatchObject([{ id: waiting.document.id }]);
    release();
    expect(await own.finished(waiting.id)).toMatchObject({ state: 'done' });
    await own.close();
  });

  it('goes on with a reading that was to start afresh, at its next chunk', async () => {
    const options = await storage.fresh();
    let calls = 0;
    let reached = () => {};
    const midway = new Promise<void>((resolve) => {
      reached = resolve;
    });
    let stuck = true;
    const base = readingModel();
    const model = readingModel({
      reply: async (prompt, settings) => {
        if (++calls === 3 && stuck) {
          reached();
          await new Promise((_, reject) => settings.signal?.addEventListener('abort', reject));
        }
        return base.complete(prompt, settings);
      },
    });
    const models = { reader: async () => model };
    const first = await startTestServer({ ...options, models });
    const made = await json(
      first.post('/v1/readings', { document: { text: story(400) }, question: 'The password?', fresh: true }),
    );
    await midway;
    await first.server.close({ graceMs: 0 });
    stuck = false;
    calls = 0;
    const second = await startTestServer({ ...options, models, stateFolder: first.folder });
    const done = await second.finished(made.id);
    expect(done).toMatchObject({ state: 'done', answers: [{ answer: 'bluebird' }] });
    // Two steps were done before; the answer is a call of its own.
    expect(calls).toBe(done.answers[0].chunks - 2 + 1);
    await second.close();
    await first.close();
  });
});
