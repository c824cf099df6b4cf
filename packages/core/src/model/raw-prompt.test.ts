import { afterEach, describe, expect, it } from 'vitest';
import type { Prompt } from './model.ts';
import { openaiModel } from './openai-model.ts';
import { testTokenizer } from './test-tokenizer.ts';
import { type FaultServer, type FaultServerOptions, faultServer } from './testing/fault-server.ts';

const servers: FaultServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
const specials = ['<|section|>', '<|keep|>'];
const tokenizer = testTokenizer(specials);
const section = tokenizer.special('<|section|>')!;
const prompt: Prompt = {
  segments: [
    { text: '<|section|>', trusted: true },
    { text: 'text with <|section|> in it', trusted: false },
    { text: ' end<|section|>', trusted: true },
  ],
  shared: 0,
  form: 'raw',
};

async function modelOn(options: FaultServerOptions) {
  const server = await faultServer({ specials, ...options });
  servers.push(server);
  return { server, model: await openaiModel({ baseUrl: server.url, tokenizer, retries: 0 }) };
}

describe('a raw prompt', () => {
  it('goes to llama-server as tokens, special ones from trusted segments only', async () => {
    const { server, model } = await modelOn({ kind: 'llama-server', reply: () => 'ok' });
    const completion = await model.complete(prompt, { maxTokens: 9, logprobs: true });
    expect(server.calls[0]?.path).toBe('/completion');
    const sent = server.calls[0]?.body.prompt as number[];
    expect(sent.filter((id) => id === section).length).toBe(2);
    expect(tokenizer.decode(sent)).toBe('<|section|>text with <|section|> in it end<|section|>');
    expect(completion).toMatchObject({
      text: 'ok',
      finish: 'stop',
      ids: [...(await tokenizer.encode('ok'))],
    });
    expect(completion.logprobs).toEqual([-0.5]);
    expect(completion.usage).toMatchObject({ completionTokens: 2 });
  });

  it('goes to vLLM as tokens through /v1/completions', async () => {
    const { server, model } = await modelOn({ kind: 'vllm', reply: () => 'yes' });
    expect(await model.complete(prompt, { maxTokens: 9 })).toMatchObject({ text: 'yes', finish: 'stop' });
    expect(server.calls[0]).toMatchObject({ path: '/v1/completions', body: { skip_special_tokens: false } });
    expect(server.calls[0]?.body.prompt).toEqual(expect.arrayContaining([section]));
  });

  it('is refused where a chat template cannot be avoided', async () => {
    const { model } = await modelOn({ kind: 'ollama' });
    await expect(model.complete(prompt, { maxTokens: 9 })).rejects.toMatchObject({
      code: 'bad-input',
      hint: expect.stringContaining('chat profile'),
    });
  });

  it('is refused where the server has no route for it', async () => {
    const { model } = await modelOn({ faults: [{ type: 'status', status: 404 }] });
    await expect(model.complete(prompt, { maxTokens: 9 })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('/completions'),
    });
  });
});

describe('special tokens in a raw reply', () => {
  it('appear by name though llama-server leaves them out of its text', async () => {
    const { model } = await modelOn({ kind: 'llama-server', reply: () => '<|keep|>' });
    expect((await model.complete(prompt, { maxTokens: 9 })).text).toBe('<|keep|>');
  });
});
