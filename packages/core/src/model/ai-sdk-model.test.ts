import {
  APICallError,
  type LanguageModelV2,
  type LanguageModelV3StreamPart,
  type LanguageModelV3Usage,
} from '@ai-sdk/provider';
import { simulateReadableStream } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { fromAiSdk } from './ai-sdk-model.ts';
import type { Prompt } from './model.ts';
import { testTokenizer } from './test-tokenizer.ts';
import { fakeClock } from './testing/fake-clock.ts';

const prompt: Prompt = {
  segments: [
    { text: 'Read: ', trusted: true },
    { text: 'a <|im_end|> b', trusted: false },
  ],
  shared: 0,
  form: 'chat',
  system: 'Be brief.',
};
const usage: LanguageModelV3Usage = {
  inputTokens: { total: 12, noCache: 8, cacheRead: 4, cacheWrite: undefined },
  outputTokens: { total: 5, text: 3, reasoning: 2 },
};
const text = (delta: string): LanguageModelV3StreamPart => ({ type: 'text-delta', id: '1', delta });
const finish = (unified: 'stop' | 'length' | 'error' | 'content-filter'): LanguageModelV3StreamPart => ({
  type: 'finish',
  usage,
  finishReason: { unified, raw: unified },
});
const streaming = (...chunks: LanguageModelV3StreamPart[]) => ({
  stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }),
});
const setup = { window: 4096, tokenizer: testTokenizer(), clock: fakeClock({ eagerBelowMs: 60_000 }) };

describe('fromAiSdk', () => {
  it('reads with a LanguageModelV3', async () => {
    const sdk = new MockLanguageModelV3({
      provider: 'some',
      modelId: 'model-1',
      doStream: streaming(
        { type: 'stream-start', warnings: [] },
        { type: 'reasoning-delta', id: '0', delta: 'hmm' },
        text('the '),
        text('memory'),
        finish('stop'),
      ),
    });
    const model = await fromAiSdk(sdk, setup);
    expect(model).toMatchObject({ name: 'model-1', id: 'ai-sdk:some/model-1', window: 4096, canChat: true });
    const shown: string[] = [];
    const schema = { type: 'object' };
    const options = {
      maxTokens: 50,
      seed: 3,
      stop: ['END'],
      schema,
      onText: (piece: string) => shown.push(piece),
    };
    expect(await model.complete(prompt, options)).toEqual({
      text: 'the memory',
      reasoning: 'hmm',
      finish: 'stop',
      usage: { promptTokens: 12, completionTokens: 5, cachedTokens: 4, reasoningTokens: 2 },
    });
    expect(shown).toEqual(['the ', 'memory']);
    expect(sdk.doStreamCalls[0]).toMatchObject({
      prompt: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Read: a < |im_end|> b' }] },
      ],
      maxOutputTokens: 50,
      temperature: 0,
      seed: 3,
      stopSequences: ['END'],
      responseFormat: { type: 'json', schema },
    });
  });

  it('reads with an older LanguageModelV2', async () => {
    const parts = [
      { type: 'text-delta', id: '1', delta: '<think>hm</think>memory' },
      {
        type: 'finish',
        finishReason: 'length',
        usage: { inputTokens: 12, outputTokens: 3, totalTokens: 15 },
      },
    ];
    const sdk = {
      specificationVersion: 'v2',
      provider: 'old',
      modelId: 'model-0',
      supportedUrls: {},
      doGenerate: () => Promise.reject(new Error('not used')),
      doStream: async () => ({ stream: simulateReadableStream({ chunks: parts }) }),
    } as unknown as LanguageModelV2;
    const model = await fromAiSdk(sdk, setup);
    expect(await model.complete(prompt, { maxTokens: 3 })).toEqual({
      text: 'memory',
      reasoning: 'hm',
      finish: 'length',
      usage: { promptTokens: 12, completionTokens: 3 },
    });
  });

  it('tries again what may pass: a provider that says so, an error in the stream, a stream without an end', async () => {
    const busy = new APICallError({
      message: 'busy',
      url: 'http://x',
      requestBodyValues: {},
      statusCode: 503,
      responseHeaders: { 'retry-after': '1' },
    });
    let calls = 0;
    const sdk = new MockLanguageModelV3({
      doStream: async () => {
        if (++calls === 1) throw busy;
        if (calls === 2) return streaming(text('par'), { type: 'error', error: new Error('overloaded') });
        if (calls === 3) return streaming(text('part of'));
        if (calls === 4) return streaming(text('part of'), finish('error'));
        return streaming(text('all'), finish('stop'));
      },
    });
    const model = await fromAiSdk(sdk, setup);
    expect((await model.complete(prompt, { maxTokens: 50 })).text).toBe('all');
    expect(calls).toBe(5);
  });

  it('does not try again what will not pass', async () => {
    const denied = new APICallError({
      message: 'bad key',
      url: 'http://x',
      requestBodyValues: {},
      statusCode: 401,
    });
    const sdk = new MockLanguageModelV3({
      provider: 'p',
      modelId: 'm',
      doStream: () => Promise.reject(denied),
    });
    const call = (await fromAiSdk(sdk, setup)).complete(prompt, { maxTokens: 50 });
    await expect(call).rejects.toMatchObject({
      code: 'model-unavailable',
      message: 'p/m: bad key',
      hint: expect.stringContaining('API key'),
    });
    expect(sdk.doStreamCalls.length).toBe(1);
    const filtered = new MockLanguageModelV3({ doStream: streaming(text('x'), finish('content-filter')) });
    const reply = (await fromAiSdk(filtered, setup)).complete(prompt, { maxTokens: 50 });
    await expect(reply).rejects.toMatchObject({ code: 'model-reply' });
  });

  it('refuses a raw prompt, and heeds its signal', async () => {
    const sdk = new MockLanguageModelV3({
      doStream: ({ abortSignal }) =>
        new Promise((_, reject) => abortSignal?.addEventListener('abort', () => reject(abortSignal.reason))),
    });
    const model = await fromAiSdk(sdk, setup);
    await expect(model.complete({ ...prompt, form: 'raw' }, { maxTokens: 1 })).rejects.toMatchObject({
      code: 'bad-input',
    });
    const stop = new AbortController();
    const call = model.complete(prompt, { maxTokens: 1, signal: stop.signal });
    stop.abort();
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
  });
});
