import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Child, startChild } from '../../testing/child.ts';
import { type Json, parseSse } from '../../testing/harness.ts';
import { askDatabase, postgresMissing, startPostgres } from '../../testing/postgres.ts';
import { story } from '../../testing/reading-model.ts';

const title = 'three processes on one PostgreSQL';

describe.skipIf(postgresMissing)(postgresMissing ? `${title}: ${postgresMissing}` : title, () => {
  it('finish 30 readings though one after another is killed: no step twice, none missing', async () => {
    const postgres = await startPostgres();
    const folder = await mkdtemp(join(tmpdir(), 'three-'));
    const database = await postgres.database();
    const start = () => startChild(folder, { delayMs: 10, concurrency: 4, database });
    const children: Child[] = await Promise.all([start(), start(), start()]);
    try {
      const post = async (to: Child, path: string, body: object): Promise<Json> =>
        (
          await fetch(to.url + path, {
            method: 'POST',
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          })
        ).json();
      const made: Json[] = await Promise.all(
        Array.from({ length: 30 }, (_, i) =>
          post(children[i % 3]!, '/v1/readings', {
            document: { text: story(400, `bird${i}`) },
            question: `What is the password? (${i})`,
          }),
        ),
      );
      expect(made.map(({ error }) => error)).toEqual(made.map(() => undefined));
      const ids = made.map(({ id }) => id as string);
      const running = async (): Promise<Set<number>> => {
        const rows = await askDatabase<{ worker: number }>(
          database,
          `SELECT DISTINCT worker FROM memagent.readings WHERE state = 'running' AND chunks > 1`,
        );
        return new Set(rows.map(({ worker }) => worker));
      };
      // Each of the three is in the midst of something before the first dies.
      while ((await running()).size < 3) await new Promise((resolve) => setTimeout(resolve, 20));
      await children[0]!.kill('SIGKILL');
      const left = async () =>
        (
          await askDatabase<{ count: number }>(
            database,
            'SELECT count(*)::int AS count FROM memagent.readings WHERE finished IS NULL',
          )
        )[0]!.count;
      while ((await left()) > 12) await new Promise((resolve) => setTimeout(resolve, 20));
      await children[1]!.kill('SIGKILL');

      const last = children[2]!;
      for (const [i, id] of ids.entries()) {
        const events = parseSse(await (await fetch(`${last.url}/v1/readings/${id}/events`)).text());
        expect(events.map((event) => Number(event.id))).toEqual(events.map((_, n) => n + 1));
        const steps = events.filter(({ event }) => event === 'step').map(({ data }) => data.chunk);
        expect(steps.length).toBeGreaterThan(4);
        expect(steps).toEqual(steps.map((_, n) => n));
        const reading: Json = await (await fetch(`${last.url}/v1/readings/${id}`)).json();
        expect(reading).toMatchObject({ state: 'done', answers: [{ answer: `bird${i}` }] });
      }
      const journals = await askDatabase<{ id: string; records: string[] }>(
        database,
        'SELECT id, array_agg(record ORDER BY n) AS records FROM memagent.journals GROUP BY id',
      );
      expect(journals).toHaveLength(30);
      for (const { records } of journals) {
        const steps = records.map((record) => JSON.parse(record)).filter(({ type }) => type === 'step');
        expect(steps.map(({ chunk }) => chunk)).toEqual(steps.map((_, n) => n));
        expect(steps.at(-1)!.last).toBe(true);
      }
      expect(await askDatabase(database, 'SELECT * FROM memagent_queue.job')).toEqual([]);
    } finally {
      for (const child of children) child.process.kill('SIGKILL');
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('go on without one that is stopped, and what it says when it wakes is not heard', async () => {
    const postgres = await startPostgres();
    const folder = await mkdtemp(join(tmpdir(), 'stopped-'));
    const database = await postgres.database();
    const start = () => startChild(folder, { delayMs: 30, concurrency: 2, database });
    const [sleeper, other]: [Child, Child] = await Promise.all([start(), start()]);
    try {
      const made: Json[] = await Promise.all(
        Array.from({ length: 4 }, async (_, i) =>
          (
            await fetch(`${sleeper.url}/v1/readings`, {
              method: 'POST',
              body: JSON.stringify({
                document: { text: story(900, `bird${i}`) },
                question: `What is the password? (${i})`,
              }),
              headers: { 'content-type': 'application/json' },
            })
          ).json(),
        ),
      );
      const midway = `SELECT DISTINCT worker FROM memagent.readings WHERE state = 'running' AND chunks > 1`;
      while ((await askDatabase(database, midway)).length < 2) await wait(20);
      const stepsBefore = (await sleeper.memory()).calls;
      sleeper.process.kill('SIGSTOP');
      // Its connections stay open: only its silence tells.
      for (const { id } of made)
        await fetch(`${other.url}/v1/readings/${id}/events`).then((response) => response.text());
      const look = async () => ({
        events: await askDatabase<{ reading: string; line: string }>(
          database,
          'SELECT reading, line FROM memagent.events ORDER BY reading, id',
        ),
        journals: await askDatabase<{ record: string }>(
          database,
          'SELECT record FROM memagent.journals ORDER BY id, n',
        ),
      });
      const settled = await look();
      for (const [i, { id }] of made.entries()) {
        const reading: Json = await (await fetch(`${other.url}/v1/readings/${id}`)).json();
        expect(reading).toMatchObject({ state: 'done', answers: [{ answer: `bird${i}` }] });
        const events = settled.events
          .filter((event) => event.reading === id)
          .map(({ line }) => JSON.parse(line));
        expect(events.map((event) => event.id)).toEqual(events.map((_, n) => n + 1));
        const chunks = events.filter(({ type }) => type === 'step').map(({ chunk }) => chunk);
        expect(chunks).toEqual(chunks.map((_, n) => n));
      }
      sleeper.process.kill('SIGCONT');
      // The calls that were under way come back; then it has a line again, and takes part.
      while ((await fetch(`${sleeper.url}/readyz`)).status !== 200) await wait(50);
      expect((await sleeper.memory()).calls).toBeGreaterThanOrEqual(stepsBefore);
      expect(await look()).toEqual(settled);
      await other.kill('SIGKILL');
      const more: Json = await (
        await fetch(`${sleeper.url}/v1/readings`, {
          method: 'POST',
          body: JSON.stringify({ document: { text: story(100) }, question: 'The password?' }),
          headers: { 'content-type': 'application/json' },
        })
      ).json();
      await (await fetch(`${sleeper.url}/v1/readings/${more.id}/events`)).text();
      expect(await (await fetch(`${sleeper.url}/v1/readings/${more.id}`)).json()).toMatchObject({
        state: 'done',
      });
    } finally {
      for (const child of [sleeper, other]) child.process.kill('SIGKILL');
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
