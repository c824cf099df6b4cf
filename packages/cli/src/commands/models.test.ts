import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveRandomGguf } from '@memagent/llama/testing';
import { pocketDefaults } from '@memagent/pocket';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../testing/in-process.ts';
import { startReadingServer, storyOf } from '../testing/reading-server.ts';

let folder: string;
let hub: Server;
let env: Record<string, string>;
const run = (args: string[], more: Record<string, string> = {}) =>
  runHere(args, { cwd: folder, env: { ...env, ...more } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'models-'));
  const gguf = await readFile(await saveRandomGguf(join(folder, 'pocket-like.gguf')));
  const oid = createHash('sha256').update(gguf).digest('hex');
  hub = createServer((request, response) => {
    if (request.url?.startsWith('/api/models/ann/tiny/tree/main')) {
      return void response.end(
        JSON.stringify([
          { type: 'file', path: 'tiny-F16.gguf', size: gguf.length, lfs: { oid, size: gguf.length } },
        ]),
      );
    }
    if (request.url === '/ann/tiny/resolve/main/tiny-F16.gguf') return void response.end(gguf);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve));
  const HF_ENDPOINT = `http://127.0.0.1:${(hub.address() as AddressInfo).port}`;
  env = {
    HOME: folder,
    MEMAGENT_HOME: join(folder, 'state'),
    MEMAGENT_MODELS: join(folder, 'models'),
    HF_ENDPOINT,
  };
  await writeFile(join(folder, 'story.txt'), storyOf(60));
});
afterAll(async () => {
  hub.closeAllConnections();
  await new Promise((resolve) => hub.close(resolve));
  await rm(folder, { recursive: true });
});

describe('models', () => {
  it('are pulled, listed, read with by name, and removed', async () => {
    expect((await run(['models'])).stderr).toContain('No models have been pulled');
    const pulled = await run(['models', 'pull', 'ann/tiny']);
    expect(pulled).toMatchObject({ code: 0, stdout: `${join(folder, 'models/ann/tiny/tiny-F16.gguf')}\n` });
    expect((await run(['models', '--json'])).lines()).toContainEqual(
      expect.objectContaining({ type: 'model', name: 'tiny-F16', repo: 'ann/tiny' }),
    );

    // A model with pocket's vocabulary is used as pocket is.
    const asked = await run(['ask', 'story.txt', 'Who?', '--model', 'ann/tiny', '--json']);
    expect(asked.lines()[0]).toMatchObject({
      type: 'started',
      profile: 'pocket',
      policy: 'select',
      budgets: { chunk: pocketDefaults.chunkTokens, memory: 512 },
    });
    expect(asked.lines().at(-1)).toMatchObject({ type: 'answer' });

    expect(await run(['summarize', 'story.txt', '--model', 'tiny-F16', '--json'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('cannot sum up'),
    });

    expect((await run(['models', 'rm', 'tiny-F16'])).stderr).toContain('Removed tiny-F16');
    expect((await run(['models', '--json'])).lines().filter((model) => !model.shipped)).toEqual([]);
  });

  it('say what is wrong with a name', async () => {
    expect(await run(['models', 'pull', 'ann/none'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('has no ann/none'),
    });
    expect(await run(['ask', 'story.txt', 'Who?', '--model', 'ann/none'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('memagent models pull ann/none'),
    });
  });
});

describe('doctor', () => {
  it('finds out what the machine has', async () => {
    const [found] = (await run(['doctor', '--json'], { MEMAGENT_SEED: '7' })).lines();
    expect(found).toMatchObject({
      type: 'doctor',
      node: process.version,
      cores: { usable: expect.any(Number) },
      config: { settings: { seed: 7 } },
    });
    expect((found!.fits as unknown[]).length).toBeGreaterThan(5);
  });
  it('names what is wrong with the config and goes on', async () => {
    await mkdir(join(folder, '.config/memagent'), { recursive: true });
    await writeFile(join(folder, '.config/memagent/config.yaml'), 'sed: 7\n');
    const ran = await run(['doctor']);
    await rm(join(folder, '.config'), { recursive: true });
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('unknown key "sed"') });
  });
});

describe('the model that answers when none is named', () => {
  it('is the server of OPENAI_BASE_URL, after config and MEMAGENT_MODEL', async () => {
    const server = await startReadingServer({ reply: () => 'The answer is 5.' });
    const args = ['ask', 'story.txt', 'Which?', '--quiet'];
    expect(await run(args, { OPENAI_BASE_URL: `${server.url}/v1` })).toMatchObject({
      code: 0,
      stdout: '5\n',
    });
    expect(
      await run(args, { OPENAI_BASE_URL: `${server.url}/v1`, MEMAGENT_MODEL: 'none.gguf' }),
    ).toMatchObject({ code: 4 });
    const pool = await run([...args, '--model', `${server.url},${server.url}/v1#rules`, '--fresh']);
    await server.close();
    expect(pool).toMatchObject({ code: 0, stdout: '5\n' });
  });
});
