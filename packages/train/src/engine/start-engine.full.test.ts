import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineEnv } from '../testing/engine-env.ts';
import { TinkerClient } from '../tinker/client.ts';
import { knownEngines, recordEngine, stopEngine } from './known-engines.ts';
import { writeRandomModel } from './random-model.ts';
import { startEngine } from './start-engine.ts';

let folder: string;
let model: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-start-'));
  model = join(folder, 'tiny');
  const size = { vocabulary: 40, window: 64, layers: 1, width: 32, heads: 4, hidden: 48 };
  await writeRandomModel(model, { ...size, deviation: 0.1, end: 2, seed: 1 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = (more: object = {}) =>
  startEngine({
    model,
    device: 'cpu',
    threads: 1,
    checkpoints: join(folder, 'checkpoints'),
    env: engineEnv(),
    ...more,
  });

const healthy = (url: string) =>
  fetch(`${url}/api/v1/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

describe('an engine of one’s own', () => {
  it('starts, samples, is found and stopped by others', async () => {
    const engine = await start();
    const client = await TinkerClient.connect({ url: engine.url });
    try {
      expect(client.capabilities.models).toEqual(['tiny']);
      const sampler = await client.sampler({ baseModel: 'tiny' });
      const { sequences } = await sampler.sample([3, 4], { maxTokens: 3, seed: 1 });
      expect(sequences[0]!.logprobs).toHaveLength(sequences[0]!.tokens.length);
    } finally {
      client.close();
    }
    const noted = join(folder, 'engines');
    await recordEngine(noted, engine);
    const [known] = await knownEngines(noted);
    expect(known).toMatchObject({ url: engine.url, model: 'tiny', device: 'cpu' });
    await stopEngine(known!);
    await engine.ended;
    expect(await knownEngines(noted)).toEqual([]);
  });

  it('demands a key beyond loopback, and of everyone where it has one', async () => {
    await expect(start({ host: '0.0.0.0' })).rejects.toThrow('has no key');
    const engine = await start({ key: 'a-key-of-ours' });
    try {
      await expect(TinkerClient.connect({ url: engine.url })).rejects.toThrow();
      const client = await TinkerClient.connect({ url: engine.url, apiKey: 'a-key-of-ours' });
      client.close();
    } finally {
      await engine.stop();
    }
    expect(await healthy(engine.url)).toBe(false);
  });

  it('says that a port is taken, that a model is none, and that it was stopped', async () => {
    const engine = await start();
    try {
      const { port } = new URL(engine.url);
      await expect(start({ port: Number(port) })).rejects.toThrow(`Port ${port} of 127.0.0.1 is taken`);
    } finally {
      await engine.stop();
    }
    const none = join(folder, 'none');
    await mkdir(none);
    await writeFile(join(folder, 'empty.gguf'), '');
    // One line each, and not the way there.
    for (const [name, why] of [
      ['nowhere', /^The engine did not start:\n.*nowhere cannot be loaded: no model at .*$/],
      ['none', /^The engine did not start:\n.*none cannot be loaded: .*config\.json.*$/],
      ['empty.gguf', /^The engine did not start:\n.*empty\.gguf cannot be loaded: .*$/],
    ] as const)
      await expect(start({ model: join(folder, name) }), name).rejects.toThrow(why);
    await expect(start({ checkpoints: join(folder, 'empty.gguf/x') })).rejects.toThrow(
      'Weights cannot be kept in',
    );
    const abort = new AbortController();
    const starting = start({
      signal: abort.signal,
      onProgress: (message: string) => {
        if (message === 'starting the engine') setImmediate(() => abort.abort());
      },
    });
    await expect(starting).rejects.toThrow('Stopped');
  });

  it('ends with whoever started it, killed or not', async () => {
    const script = fileURLToPath(new URL('../testing/start-engine-child.ts', import.meta.url));
    const child = spawn(
      process.execPath,
      ['--conditions=memagent-source', '--import', 'tsx', script, model, join(folder, 'child')],
      { env: engineEnv(), stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const url = await new Promise<string>((resolve) =>
      child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())),
    );
    expect(await healthy(url)).toBe(true);
    child.kill('SIGKILL');
    await expect.poll(() => healthy(url), { timeout: 20_000 }).toBe(false);
  });
});
