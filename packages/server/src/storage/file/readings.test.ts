import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Json, parseSse, startTestServer } from '../../testing/harness.ts';
import { story } from '../../testing/reading-model.ts';

let stateFolder: string;
beforeEach(async () => {
  stateFolder = await mkdtemp(join(tmpdir(), 'readings-'));
});
afterEach(() => rm(stateFolder, { recursive: true, force: true }));

describe('readings in files', () => {
  it('complete a log that a crash has torn before its end', async () => {
    const first = await startTestServer({ stateFolder });
    const made: Json = await (
      await first.post('/v1/readings', { document: { text: story(300) }, question: 'The password?' })
    ).json();
    await first.finished(made.id);
    await first.close();
    // As a process leaves it that died between the record and the event.
    const path = join(stateFolder, 'readings', 'local', made.id, 'events.jsonl');
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    await writeFile(path, `${lines.slice(0, -1).join('\n')}\n`);
    await appendFile(path, '{"id":99,"ty');
    await writeFile(join(stateFolder, 'unfinished', `local~${made.id}`), '');

    const second = await startTestServer({ stateFolder });
    const events = parseSse(await (await second.ask(`/v1/readings/${made.id}/events`)).text());
    expect(events.map((event) => Number(event.id))).toEqual(lines.map((_, i) => i + 1));
    expect(events.at(-1)).toMatchObject({ event: 'state', data: { state: 'done' } });
    expect(await readdir(join(stateFolder, 'unfinished'))).toEqual([]);
    await second.close();
  });

  it('hold in memory only what has not ended, and find the rest on disk', async () => {
    const first = await startTestServer({ stateFolder });
    const made: Json = await (
      await first.post('/v1/readings', { document: { text: story(20) }, question: 'The password?' })
    ).json();
    const done = await first.finished(made.id);
    await first.close();
    const second = await startTestServer({ stateFolder });
    expect(await (await second.ask(`/v1/readings/${made.id}`)).json()).toEqual(done);
    expect(((await (await second.ask('/v1/readings')).json()) as Json).data).toEqual([done]);
    expect((await second.ask('/v1/readings/rd_..%2f..%2fx')).status).toBe(404);
    await second.close();
  });

  it('go on where a server that knew nothing of them was told to', async () => {
    // A record without its mark, and a mark without its record, are what a crash can leave while one is made.
    const first = await startTestServer({ stateFolder });
    await first.close();
    await writeFile(join(stateFolder, 'unfinished', 'local~rd_000000000000000000000000'), '');
    const second = await startTestServer({ stateFolder });
    expect(await readdir(join(stateFolder, 'unfinished'))).toEqual([]);
    await second.close();
  });
});
