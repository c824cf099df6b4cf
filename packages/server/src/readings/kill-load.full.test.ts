import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Child, startChild } from '../testing/child.ts';
import { type Json, parseSse } from '../testing/harness.ts';
import { story } from '../testing/reading-model.ts';

let folder: string;
let child: Child | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'load-'));
});
afterEach(async () => {
  child?.process.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const count = 1000;

describe('a server under load', () => {
  it(`is killed twice among ${count} readings: all go on, none loses or repeats a step, and memory stays flat`, async () => {
    const start = () => startChild(folder, { concurrency: 16 });
    child = await start();
    const document: Json = await (
      await fetch(`${child.url}/v1/documents?name=story.txt`, { method: 'POST', body: story(300) })
    ).json();
    const url = child.url;
    const ids: string[] = [];
    await Promise.all(
      Array.from({ length: 50 }, async (_, lane) => {
        for (let i = lane; i < count; i += 50) {
          const response = await fetch(`${url}/v1/readings`, {
            method: 'POST',
            body: JSON.stringify({ document: document.id, question: `What is the password? (${i})` }),
            headers: { 'content-type': 'application/json' },
          });
          expect(response.status).toBe(202);
          ids[i] = ((await response.json()) as Json).id;
        }
      }),
    );
    const unfinished = async () => (await readdir(join(folder, 'unfinished'))).length;
    /** Until so few are left. */
    const left = async (few: number) => {
      while ((await unfinished()) > few) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    for (const few of [800, 400]) {
      await left(Math.min(few, (await unfinished()) - 20));
      await child.kill('SIGKILL');
      expect(await unfinished()).toBeGreaterThan(0);
      child = await start();
    }
    await left(Math.min(300, (await unfinished()) - 20));
    const before = await child.memory();
    let repeated = 0;
    for (const id of ids) {
      const events = parseSse(await (await fetch(`${child.url}/v1/readings/${id}/events`)).text());
      expect(events.map((event) => Number(event.id))).toEqual(events.map((_, n) => n + 1));
      const steps = events.filter(({ event }) => event === 'step').map(({ data }) => data.chunk);
      expect(steps.length).toBeGreaterThan(4);
      if (steps.some((chunk, n) => chunk !== n)) repeated++;
      expect(events.at(-1)).toMatchObject({ event: 'state', data: { state: 'done' } });
      // One that was killed after its answer and before its end has begun once more since, and answers no second time.
      const answers = events.filter(({ event }) => event === 'answer').map(({ data }) => data.answer);
      expect(answers).toEqual(['bluebird']);
    }
    expect(repeated).toBe(0);
    const { peak } = await child.memory();
    expect(peak - before.peak).toBeLessThan(100 * 2 ** 20);
    expect(await unfinished()).toBe(0);
  });
});
