import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runHere } from '../testing/in-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-engine-command-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const here = (args: string[], env: Record<string, string> = {}) =>
  runHere(['engine', ...args], { cwd: folder, env: { MEMAGENT_HOME: folder, ...env } });

// That it starts, serves and stops is shown with a real engine: start-engine.full.test.ts of @memagent/train.
describe('memagent engine', () => {
  it.each([
    [['start', '--model', 'x', '--host', '0.0.0.0'], {}, 'open to others and has no key'],
    [['start', '--model', 'x', '--device', 'tpu'], {}, 'no device "tpu"'],
    [['start', '--model', 'x'], { MEMAGENT_PYTHON: '/nowhere/python3' }, 'cannot be run'],
    [['start', '--model', 'x'], { MEMAGENT_ENGINE_PYTHON: '/nowhere/python3' }, 'cannot be run'],
    [['start', '--model', 'x', '--port', '99999'], {}, 'no port 99999'],
    [['stop'], {}, 'No engine runs'],
  ])('%j says what is wrong', async (args, env: Record<string, string>, message) => {
    const { code, stderr } = await here(args, env);
    expect(stderr).toContain(message);
    expect(stderr).toContain('hint:');
    expect(code).toBeGreaterThan(0);
  });

  it('lists the engines that answer, and forgets those that do not', async () => {
    const server = createServer((_, response) => void response.end('{"status":"ok"}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const notes = join(folder, 'engines');
    await mkdir(notes, { recursive: true });
    const engine = { url, model: 'tiny', device: 'cpu', pid: 7 };
    await writeFile(join(notes, '7.json'), JSON.stringify(engine));
    await writeFile(join(notes, '8.json'), '{"url": "http://127.0.0.1:9", "torn');
    try {
      expect((await here(['status', '--json'])).lines()).toEqual([engine]);
      expect((await here(['status'])).stdout).toContain(url);
    } finally {
      server.close();
      server.closeAllConnections();
    }
    expect(await here(['status'])).toMatchObject({ code: 0, stdout: '', stderr: 'No engine runs.\n' });
  });
});
