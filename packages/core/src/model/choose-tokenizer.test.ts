import { afterEach, describe, expect, it } from 'vitest';
import type { TokenRun } from '../tokenizer/tokenizer.ts';
import { fallbackTokenizer } from './choose-tokenizer.ts';
import { openaiModel } from './openai-model.ts';
import { poolModel } from './pool.ts';
import { fakeClock } from './testing/fake-clock.ts';
import { type FaultServer, type FaultServerOptions, faultServer } from './testing/fault-server.ts';

const servers: FaultServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
async function serve(options: FaultServerOptions): Promise<FaultServer> {
  const server = await faultServer(options);
  servers.push(server);
  return server;
}
const prompt = { segments: [{ text: 'read this', trusted: true }], shared: 0, form: 'chat' } as const;

describe('the tokenizer of a served model', () => {
  it.each(['llama-server', 'vllm'] as const)('is the server’s own on %s', async (kind) => {
    const model = await openaiModel({ baseUrl: (await serve({ kind })).url });
    expect(model.exactTokens).toBe(true);
    expect((await model.tokenizer.encode('the reading')).length).toBe(3);
    await expect(model.complete(prompt, { maxTokens: 9 })).resolves.toMatchObject({ text: 'a reply' });
  });

  it('is the same one for the same model at another address, and fails over in a pool', async () => {
    const [a, b] = [await serve({ kind: 'llama-server' }), await serve({ kind: 'llama-server' })];
    const clock = fakeClock({ eagerBelowMs: 60_000 });
    const models = await Promise.all(
      [a, b].map(({ url }) => openaiModel({ baseUrl: url, retries: 0, clock })),
    );
    expect(models[0]!.tokenizer.id).toBe(models[1]!.tokenizer.id);
    const pool = poolModel(models, { clock });
    const stream = pool.tokenizer.stream();
    const text = 'some words to read '.repeat(5000);
    const runs: TokenRun[] = [await stream.push(text)];
    await a.kill();
    runs.push(await stream.push(text), await stream.end());
    expect(runs.map((run) => run.text).join('')).toBe(text + text);
    expect((await pool.tokenizer.encode('the reading')).length).toBe(3);
    await expect(pool.complete(prompt, { maxTokens: 9 })).resolves.toMatchObject({ text: 'a reply' });
  });

  it('is o200k where the server has none', async () => {
    expect((await (await fallbackTokenizer()).encode('hello world')).length).toBe(2);
  }, 60_000);
});
