import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../testing/in-process.ts';
import { type ReadingServer, readByRules, startHoldingServer } from '../testing/reading-server.ts';
import { Sandbox } from '../testing/run-command.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.create();
});
afterAll(() => sandbox.remove());

/** In this process: a process of its own costs seconds. */
const here = (args: readonly string[]) => runHere(args, { cwd: sandbox.folder, env: sandbox.env });
const asked = (prompt: string) => readByRules(prompt.replace(/ for (\S+) mentioned/, ' for $1 keyword: $1'));
const args = (server: ReadingServer, out: string, ...more: string[]) => [
  ...['eval', 'run', '--tasks', 'niah_single_1', '--lengths', '1k,2k', '--samples', '3'],
  ...['--systems', 'memagent,lexical', '--model', server.url, '--window', '8192', '--out', out, ...more],
];
const json = (path: string) => sandbox.json(path);

/** The rows without what a clock gives. */
const rows = async (out: string) =>
  ((await json(`${out}/summary.json`)) as Record<string, unknown>[]).map(({ seconds: _, ...row }) => row);

describe('memagent eval run', () => {
  it('is one to a folder, and goes on after kill -9 to the summary of a run that was never killed', async () => {
    const { server, waiting, release } = await startHoldingServer(8, asked);
    try {
      const killed = sandbox.start(args(server, 'killed', '--concurrency', '2'));
      await waiting;
      const second = await here(args(server, 'killed'));
      expect(second.code).toBe(2);
      expect(second.stderr).toMatch(/Another run is writing to .*killed/);
      killed.child.kill('SIGKILL');
      expect((await killed.done).signal).toBe('SIGKILL');
      release();
      const finished = await here(args(server, 'killed'));
      expect(finished.code).toBe(0);
      expect(finished.stderr).toMatch(/Going on: \d+ samples? of 12 are there\./);
      expect((await here(args(server, 'whole'))).code).toBe(0);
      expect(await rows('killed')).toEqual(await rows('whole'));
      expect((await rows('killed'))[0]).toMatchObject({ n: 3, accuracy: 1 });
    } finally {
      release();
      await server.close();
    }
  });

  it('counts requests that fail as wrong, and says how many and why', async () => {
    // Every question about one of the keys meets a server that is broken, for good.
    let calls = 0;
    const server = createServer(async (request, response) => {
      for await (const _ of request);
      if (request.url !== '/v1/chat/completions') {
        response.writeHead(200, { 'content-type': 'application/json' });
        return response.end(JSON.stringify({ data: [{ id: 'half' }] }));
      }
      const fails = calls++ % 2 === 0;
      response.writeHead(fails ? 400 : 200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(
          fails
            ? { error: { message: 'the model has left' } }
            : { choices: [{ message: { content: 'Nothing.' }, finish_reason: 'stop' }] },
        ),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const { code, stdout } = await here([
        ...[
          'eval',
          'run',
          '--tasks',
          'niah_single_1',
          '--lengths',
          '1k',
          '--samples',
          '3',
          '--out',
          'failing',
        ],
        ...['--systems', 'empty,memagent', '--model', url, '--window', '8192', '--concurrency', '1'],
      ]);
      expect(code).toBe(0);
      const found = await rows('failing');
      expect(found.map(({ system, n, accuracy }) => ({ system, n, accuracy }))).toEqual([
        { system: 'empty', n: 3, accuracy: 0 },
        { system: 'memagent', n: 3, accuracy: 0 },
      ]);
      const failures = found[1]!.failures as number;
      expect(failures).toBeGreaterThan(0);
      expect(stdout).toContain(`${failures} failed`);
      for (const file of ['failing/report.html', 'failing/report.md'])
        expect(await readFile(sandbox.path(file), 'utf8')).toContain('the model has left');
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
