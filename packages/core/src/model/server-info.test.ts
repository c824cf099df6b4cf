import { afterEach, describe, expect, it } from 'vitest';
import { findServers } from './detect.ts';
import { openaiModel } from './openai-model.ts';
import { addressesOf } from './server-info.ts';
import { testTokenizer } from './test-tokenizer.ts';
import { fakeClock } from './testing/fake-clock.ts';
import { type FaultServer, type FaultServerOptions, faultServer } from './testing/fault-server.ts';

const servers: FaultServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(options: FaultServerOptions = {}): Promise<FaultServer> {
  const server = await faultServer(options);
  servers.push(server);
  return server;
}
const tokenizer = testTokenizer();
const prompt = { segments: [{ text: 'x', trusted: true }], shared: 0, form: 'chat' } as const;

describe('openaiModel asks the server', () => {
  it.each(['', '/', '/v1', '/v1/', '/v1/chat/completions'])(
    'at a base URL that ends in “%s”',
    async (end) => {
      const server = await serve({ reply: () => 'yes' });
      const model = await openaiModel({ baseUrl: server.url + end, tokenizer });
      expect(model.id).toBe(`openai:${server.url}/v1#test-model`);
      expect((await model.complete(prompt, { maxTokens: 5 })).text).toBe('yes');
    },
  );

  it.each([
    ['llama-server', 4096, 4096, 2],
    ['vllm', 32768, 32768, 32],
    ['ollama', 16384, 16384, 1],
    ['ollama', undefined, 4096, 1],
    ['plain', undefined, 8192, 8],
  ] as const)('%s with a window of %s', async (kind, window, expected, concurrency) => {
    const server = await serve({ kind, window });
    const model = await openaiModel({ baseUrl: server.url, tokenizer });
    expect(model).toMatchObject({ name: 'test-model', window: expected, concurrency });
    expect(model.kind).toBe(kind === 'plain' ? 'unknown' : kind);
  });

  it('and believes the user more', async () => {
    const server = await serve({ kind: 'vllm', window: 1000 });
    const model = await openaiModel({ baseUrl: server.url, tokenizer, window: 500, concurrency: 2 });
    expect(model).toMatchObject({ window: 500, concurrency: 2 });
  });

  it('which model it has, and lists them when there are several', async () => {
    const server = await serve({ models: ['small', 'large', 'nomic-embed-text'] });
    const call = openaiModel({ baseUrl: server.url, tokenizer });
    await expect(call).rejects.toThrow('has several models: small, large.');
    expect((await openaiModel({ baseUrl: server.url, tokenizer, model: 'large' })).name).toBe('large');
  });

  it('and says what there is when the wanted model is not', async () => {
    const server = await serve({ kind: 'ollama', models: ['qwen3:latest', 'gemma:2b'] });
    const call = openaiModel({ baseUrl: server.url, tokenizer, model: 'llama' });
    await expect(call).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringContaining('qwen3:latest, gemma:2b'),
      hint: 'Get it with: ollama pull llama',
    });
    expect((await openaiModel({ baseUrl: server.url, tokenizer, model: 'qwen3' })).name).toBe('qwen3:latest');
  });

  it('with the key', async () => {
    const server = await serve({ apiKey: 'secret' });
    await expect(openaiModel({ baseUrl: server.url, tokenizer })).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringContaining('Incorrect API key'),
      hint: expect.stringContaining('API key'),
    });
    const model = await openaiModel({ baseUrl: server.url, tokenizer, apiKey: 'secret' });
    await expect(model.complete(prompt, { maxTokens: 5 })).resolves.toBeDefined();
  });

  it('and says so when there is none', async () => {
    const server = await serve();
    await server.kill();
    const clock = fakeClock({ eagerBelowMs: 60_000 });
    await expect(openaiModel({ baseUrl: server.url, tokenizer, clock })).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringContaining('ECONNREFUSED'),
      hint: expect.stringContaining('server runs'),
    });
    await expect(openaiModel({ baseUrl: 'http://', tokenizer })).rejects.toMatchObject({ code: 'bad-input' });
  });
});

describe('addressesOf', () => {
  it.each([
    ['localhost:8080', 'http://localhost:8080', ['http://localhost:8080/v1']],
    ['https://host/api/v1', 'https://host/api', ['https://host/api/v1']],
    [
      'https://host/v1beta/openai',
      'https://host/v1beta/openai',
      ['https://host/v1beta/openai', 'https://host/v1beta/openai/v1'],
    ],
    ['http://user:pass@host/v1', 'http://host', ['http://host/v1']],
  ])('%s', (given, root, apis) => expect(addressesOf(given)).toEqual({ root, apis }));
});

describe('findServers', () => {
  it('finds the model servers among the ports and leaves out the rest', async () => {
    const llama = await serve({ kind: 'llama-server', window: 2048 });
    const ollama = await serve({ kind: 'ollama', models: ['a', 'b'] });
    const dead = await serve();
    await dead.kill();
    const ports = [llama, ollama, dead].map((server) => Number(new URL(server.url).port));
    expect(await findServers({ ports })).toEqual([
      { kind: 'llama-server', baseUrl: `${llama.url}/v1`, models: [{ name: 'test-model', window: 2048 }] },
      { kind: 'ollama', baseUrl: `${ollama.url}/v1`, models: [{ name: 'a' }, { name: 'b' }] },
    ]);
  });
});
