import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDatabaseKey, newKey } from '../../keys/keys.ts';
import { type Json, parseSse, startTestServer, type TestServer } from '../../testing/harness.ts';
import { askDatabase, postgresMissing, startPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { readingModel, story } from '../../testing/reading-model.ts';

const question = 'What is the password?';
const title = 'servers on one PostgreSQL';

describe.skipIf(postgresMissing)(postgresMissing ? `${title}: ${postgresMissing}` : title, () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  const begin = async (to: TestServer, body: object): Promise<Json> =>
    (await to.post('/v1/readings', body)).json();

  /** Two servers, of which only the first has the model that reads. */
  async function pair(calls: { hold?: () => Promise<void> } = {}) {
    const database = await postgres.database();
    const base = readingModel();
    const model = readingModel({
      reply: async (prompt, options) => {
        await calls.hold?.();
        return base.complete(prompt, options);
      },
    });
    const models = { reader: async () => model };
    const worker = await startTestServer({ database, models });
    const other = await startTestServer({
      database,
      models: { other: async () => readingModel(), ...models },
    });
    return { database, worker, other, close: () => Promise.all([worker.close(), other.close()]) };
  }

  it('share documents, readings and events', async () => {
    const { worker, other, close } = await pair();
    const document: Json = await (
      await worker.ask('/v1/documents?name=a.txt', { method: 'POST', body: story(300) })
    ).json();
    expect(await (await other.ask(`/v1/documents/${document.id}`)).json()).toEqual(document);
    const made = await begin(other, { document: document.id, question });
    const seen = parseSse(await (await other.ask(`/v1/readings/${made.id}/events`)).text());
    const same = parseSse(await (await worker.ask(`/v1/readings/${made.id}/events`)).text());
    expect(seen).toEqual(same);
    expect(seen.map(({ id }) => Number(id))).toEqual(seen.map((_, i) => i + 1));
    const [a, b] = await Promise.all(
      [worker, other].map(async (one) => (await one.ask(`/v1/readings/${made.id}`)).json()),
    );
    expect(a).toEqual(b);
    expect(a).toMatchObject({ state: 'done', answers: [{ answer: 'bluebird' }], progress: 1 });
    await close();
  });

  it('stop what another one is reading, with an answer or without', async () => {
    let called = () => {};
    const calling = new Promise<void>((resolve) => {
      called = resolve;
    });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { worker, other, close } = await pair({
      hold: async () => {
        called();
        await held;
      },
    });
    const made = await begin(worker, { document: { text: story(300) }, question });
    await calling;
    // Whichever of the two reads it, the other is asked.
    const [first, second] = await Promise.all([
      worker.post(`/v1/readings/${made.id}/cancel`, {}),
      other.post(`/v1/readings/${made.id}/cancel`, {}),
      Promise.resolve().then(() => release()),
    ]);
    expect(await first.json()).toMatchObject({ id: made.id, state: 'cancelled' });
    expect(await second.json()).toMatchObject({ id: made.id, state: 'cancelled' });
    expect((await other.post(`/v1/readings/${made.id}/resume`, {})).status).toBe(202);
    expect(await worker.finished(made.id)).toMatchObject({
      state: 'done',
      answers: [{ answer: 'bluebird' }],
    });
    await close();
  });

  it('go on when their connections break, without a step twice or missing', async () => {
    let calls = 0;
    let reached = () => {};
    const midway = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const { database, worker, other, close } = await pair({
      hold: async () => {
        if (++calls === 3) reached();
      },
    });
    const made = await begin(worker, { document: { text: story(900) }, question });
    await midway;
    await askDatabase(
      database,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name LIKE 'memagent%' AND datname = current_database()`,
    );
    let events: Json[] = [];
    // A stream may break with the connection; the client comes back.
    for (let last = 0; events.at(-1)?.data.state !== 'done'; last = events.length) {
      const response = await other.ask(`/v1/readings/${made.id}/events?after=${last}`);
      if (response.ok) events = [...events, ...parseSse(await response.text().catch(() => ''))];
      else expect(response.status).toBe(503);
    }
    expect(events.map(({ id }) => Number(id))).toEqual(events.map((_, i) => i + 1));
    const steps = events.filter(({ event }) => event === 'step').map(({ data }) => data.chunk);
    expect(steps).toEqual(steps.map((_, i) => i));
    const rows = await askDatabase<{ record: string }>(
      database,
      'SELECT record FROM memagent.journals ORDER BY n',
    );
    const chunks = rows.map(({ record }) => JSON.parse(record)).filter(({ type }) => type === 'step');
    expect(chunks.map(({ chunk }) => chunk)).toEqual(steps);
    await close();
  });

  it('take keys that are added to the database, and know them by their hashes', async () => {
    const { database, worker, close } = await pair();
    expect((await worker.ask('/v1/models')).status).toBe(200);
    const { key, token } = newKey('alice');
    await addDatabaseKey(database, key);
    await expect(addDatabaseKey(database, key)).rejects.toThrow('already');
    let response = await worker.ask('/v1/models');
    // Told over the database.
    for (const until = Date.now() + 5000; response.status !== 401 && Date.now() < until; )
      response = await worker.ask('/v1/models');
    expect(response.status).toBe(401);
    expect((await worker.ask('/v1/models', { headers: { authorization: `Bearer ${token}` } })).status).toBe(
      200,
    );
    expect(JSON.stringify(await askDatabase(database, 'SELECT * FROM memagent.keys'))).not.toContain(token);
    await close();
  });

  it('count a key’s requests a minute together', async () => {
    const { key, token } = newKey('eager', { requestsPerMinute: 3 });
    const database = await postgres.database();
    const servers = await Promise.all([1, 2].map(() => startTestServer({ database, keys: [key] })));
    const ask = (i: number) =>
      servers[i % 2]!.ask('/v1/models', { headers: { authorization: `Bearer ${token}` } });
    const replies = await Promise.all([0, 1, 2, 3, 4].map(ask));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
    const wait = Number(replies.find(({ status }) => status === 429)!.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(15);
    expect(wait).toBeLessThanOrEqual(20);
    for (const each of servers) await each.close();
  });

  it('honour each other’s addresses of reports', async () => {
    const database = await postgres.database();
    const runs = await mkdtemp(join(tmpdir(), 'runs-'));
    await mkdir(join(runs, 'lab'));
    await writeFile(join(runs, 'lab', 'summary.json'), '[]');
    await writeFile(join(runs, 'lab', 'report.html'), '<p>fine</p>');
    const [one, two] = await Promise.all([1, 2].map(() => startTestServer({ database, runs })));
    const list: Json = await (await one!.ask('/v1/runs')).json();
    const { report }: Json = await (await one!.ask(`/v1/runs/${list.data[0].id}/evaluation`)).json();
    expect(await (await two!.ask(report)).text()).toBe('<p>fine</p>');
    expect((await two!.ask(report.replace(/.(?=\/report\.html)/, '_'))).status).toBe(404);
    await one!.close();
    await two!.close();
    await rm(runs, { recursive: true });
  });

  it('say which database cannot be used, without its password', async () => {
    const opening = startTestServer({ database: 'postgres://user:hush@127.0.0.1:1/nowhere' });
    await expect(opening).rejects.toThrow(/127\.0\.0\.1\/nowhere cannot be used/);
    await expect(opening).rejects.not.toThrow(/hush/);
  });
});
