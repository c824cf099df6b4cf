import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../testing/in-process.ts';
import { type ReadingServer, startReadingServer, storyOf } from '../testing/reading-server.ts';
import { type Running, Sandbox } from '../testing/run-command.ts';
import { servedName } from './serve.ts';

let sandbox: Sandbox;
let upstream: ReadingServer;
let running: Running | undefined;
beforeAll(async () => {
  sandbox = await Sandbox.create();
  upstream = await startReadingServer();
  await writeFile(sandbox.path('story.txt'), storyOf(900, { 400: 'The lighthouse has 217 steps.' }));
});
afterAll(async () => {
  running?.child.kill('SIGKILL');
  await upstream.close();
  await sandbox.remove();
});

describe('memagent serve', () => {
  it('prints its address, answers over a model of the user’s choice, and ends when asked', async () => {
    let address = '';
    running = sandbox.start(
      [
        'serve',
        '--port',
        '0',
        '--model',
        `rules=${upstream.url}`,
        '--root',
        '.',
        '--key',
        'a-key-of-some-length',
      ],
      {},
    );
    running.child.stdout!.on('data', (text) => {
      address += text;
    });
    await running.seen(/http:\/\/127\.0\.0\.1:\d+\n/);
    const url = address.trim();
    const headers = { authorization: 'Bearer a-key-of-some-length', 'content-type': 'application/json' };
    expect((await fetch(`${url}/v1/models`)).status).toBe(401);
    expect(await (await fetch(`${url}/v1/models`, { headers })).json()).toMatchObject({
      data: [{ id: 'rules' }],
    });
    const made = (await (
      await fetch(`${url}/v1/readings`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          document: { path: 'story.txt' },
          question: 'How many? (keyword: lighthouse)',
        }),
      })
    ).json()) as { id: string };
    const events = await (await fetch(`${url}/v1/readings/${made.id}/events`, { headers })).text();
    expect(events).toContain('"answer":"217"');
    running.child.kill('SIGTERM');
    expect(await running.done).toMatchObject({ code: 0 });
  });

  it('needs a key to be reached from elsewhere, and makes one', async () => {
    const env = { MEMAGENT_HOME: sandbox.path('other') };
    const refused = await runHere(['serve', '--port', '0', '--host', '0.0.0.0', '--model', upstream.url], {
      env,
    });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('needs a key') });
    const made = await runHere(['serve', '--new-key', 'alice'], { env });
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ma_[\w-]{43}\n$/) });
    expect(await runHere(['serve', '--new-key', 'alice'], { env })).toMatchObject({ code: 2 });
    const limits = ['--limits', 'requestsPerMinute=60,readings=10'];
    expect(await runHere(['serve', '--new-key', 'bob', ...limits], { env })).toMatchObject({ code: 0 });
    const { keys } = JSON.parse(await readFile(join(env.MEMAGENT_HOME, 'keys.json'), 'utf8'));
    expect(keys[1]).toMatchObject({ id: 'bob', limits: { requestsPerMinute: 60, readings: 10 } });
    const wrong = await runHere(['serve', '--new-key', 'carol', '--limits', 'reading=10'], { env });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('readings=10') });
    expect(await runHere(['serve', '--key', 'short'], { env })).toMatchObject({ code: 2 });
    const twice = await runHere(['serve', '--model', 'pocket', '--model', 'pocket'], { env });
    expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining('Two models') });
    const mysql = await runHere(['serve', '--database', 'mysql://u:hush@h/d'], { env });
    expect(mysql).toMatchObject({ code: 2, stderr: expect.stringContaining('postgres://') });
    expect(mysql.stderr).not.toContain('hush');
    expect(await runHere(['serve', '--keep', 'long'], { env })).toMatchObject({ code: 2 });
  });

  it('calls models by short names', () => {
    expect(servedName(undefined, 'pocket')).toBe('pocket');
    expect(servedName('/models/Small-Q4.gguf', '')).toBe('Small-Q4');
    expect(servedName('http://127.0.0.1:11434#qwen3:4b', '')).toBe('qwen3:4b');
    expect(servedName('http://a:1,http://b:2', '')).toBe('a:1');
    expect(servedName('owner/name:Q4', '')).toBe('name:Q4');
  });
});
