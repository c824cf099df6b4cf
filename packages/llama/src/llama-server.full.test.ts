import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildLlama } from '../../../test/support/build-llama.ts';
import { type LlamaModel, llamaModel } from './llama-model.ts';
import { saveRandomGguf } from './testing/index.ts';

let folder: string;
let server: ChildProcess;
let url: string;
let model: LlamaModel;

beforeAll(async () => {
  const binary = await buildLlama('llama-server');
  folder = await mkdtemp(join(tmpdir(), 'memagent-llama-server-test-'));
  const path = await saveRandomGguf(join(folder, 'tiny.gguf'), { tensorType: 'F32' });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = spawn(
    binary,
    ['-m', path, '-c', '4096', '-t', '1', '--host', '127.0.0.1', '--port', String(port)],
    {
      stdio: 'ignore',
    },
  );
  await healthy();
  model = await llamaModel({ path, gpu: false, window: 4096 });
});

afterAll(async () => {
  await model?.close();
  server?.kill();
  await rm(folder, { recursive: true, force: true });
});

describe('beside a llama-server built from the same source', () => {
  it('greedy tokens and their log-probabilities are the same', async () => {
    const text = 'The keeper of the bridge wrote down each boat that passed. '.repeat(20);
    const ours = await model.complete(
      { form: 'raw', segments: [{ text, trusted: false }], shared: 0 },
      { maxTokens: 12, logprobs: true },
    );
    const prompt = [...(await model.tokenizer.encode(text))];
    const response = await fetch(`${url}/completion`, {
      method: 'POST',
      body: JSON.stringify({ prompt, n_predict: 12, temperature: 0, n_probs: 1, return_tokens: true }),
    });
    const theirs = (await response.json()) as {
      tokens: number[];
      completion_probabilities: { logprob: number }[];
    };
    expect(ours.ids).toEqual(theirs.tokens);
    for (const [i, { logprob }] of theirs.completion_probabilities.entries()) {
      expect(ours.logprobs![i]!).toBeCloseTo(logprob, 2);
    }
  });
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function healthy(): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`llama-server ended with ${server.exitCode}`);
    const response = await fetch(`${url}/health`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
