import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LlamaServer, startLlamaServer } from '../../../test/support/llama-server.ts';
import { type LlamaModel, llamaModel } from './llama-model.ts';
import { saveRandomGguf } from './testing/index.ts';

let folder: string;
let server: LlamaServer;
let model: LlamaModel;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-llama-server-test-'));
  const path = await saveRandomGguf(join(folder, 'tiny.gguf'), { tensorType: 'F32' });
  server = await startLlamaServer(path, ['-c', '4096', '-t', '1']);
  model = await llamaModel({ path, gpu: false, window: 4096 });
});

afterAll(async () => {
  await model?.close();
  await server?.kill();
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
    const response = await fetch(`${server.url}/completion`, {
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
