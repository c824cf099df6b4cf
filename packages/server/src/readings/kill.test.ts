import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Child, startChild } from '../testing/child.ts';
import { type Json, parseSse } from '../testing/harness.ts';
import { story } from '../testing/reading-model.ts';

let folder: string;
let child: Child | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kill-'));
});
afterEach(async () => {
  child?.process.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const post = async (path: string, body: object): Promise<Json> =>
  (
    await fetch(child!.url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  ).json();

/** Reads a stream of events until `enough` of them have come, or it ends. */
async function follow(path: string, after: number, enough: number) {
  const abort = new AbortController();
  const response = await fetch(child!.url + path, {
    headers: { 'last-event-id': String(after) },
    signal: abort.signal,
  });
  let text = '';
  try {
    for await (const block of response.body!.pipeThrough(new TextDecoderStream())) {
      text += block;
      if (parseSse(text.slice(0, text.lastIndexOf('\n\n') + 2)).length >= enough) break;
    }
  } catch {
    // The server was killed.
  }
  abort.abort();
  return parseSse(text.slice(0, text.lastIndexOf('\n\n') + 2));
}

describe('a server that is killed', () => {
  it('goes on with all readings at their next chunk, and its clients lose no event', async () => {
    child = await startChild(folder, { delayMs: 5 });
    const ids: string[] = [];
    for (let i = 0; i < 20; i++) {
      const made = await post('/v1/readings', {
        document: { text: story(300, `bird${i}`) },
        question: `What is the password? (${i})`,
      });
      ids.push(made.id);
    }
    const seen = await follow(`/v1/readings/${ids[0]}/events`, 0, 4);
    await child.kill('SIGKILL');

    child = await startChild(folder, { delayMs: 1 });
    for (const [i, id] of ids.entries()) {
      const last = i === 0 ? Number(seen.at(-1)!.id) : 0;
      const rest = await follow(`/v1/readings/${id}/events`, last, Number.POSITIVE_INFINITY);
      const all = i === 0 ? [...seen, ...rest] : rest;
      expect(all.map((event) => Number(event.id))).toEqual(all.map((_, n) => n + 1));
      const steps = all.filter(({ event }) => event === 'step').map(({ data }) => data.chunk);
      expect(steps.length).toBeGreaterThan(4);
      expect(steps).toEqual(steps.map((_, n) => n));
      const reading: Json = await (await fetch(`${child.url}/v1/readings/${id}`)).json();
      expect(reading).toMatchObject({ state: 'done', answers: [{ answer: `bird${i}` }] });
      expect(all.at(-1)).toMatchObject({ event: 'state', data: { state: 'done' } });
    }
  });

  it('leaves its readings to the next process when it is asked to end', async () => {
    child = await startChild(folder, { delayMs: 20 });
    const { id } = await post('/v1/readings', { document: { text: story(600) }, question: 'The password?' });
    const seen = await follow(`/v1/readings/${id}/events`, 0, 3);
    expect(await child.kill('SIGTERM')).toBe(0);
    child = await startChild(folder);
    const rest = await follow(`/v1/readings/${id}/events`, Number(seen.at(-1)!.id), Number.POSITIVE_INFINITY);
    const numbers = [...seen, ...rest].map((event) => Number(event.id));
    expect(numbers).toEqual(numbers.map((_, n) => n + 1));
    expect(rest.at(-1)).toMatchObject({ data: { state: 'done' } });
    const { calls } = await child.memory();
    const steps = [...seen, ...rest].filter(({ event }) => event === 'step').length;
    expect(calls).toBeLessThan(steps);
  });
});
