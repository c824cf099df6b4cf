import { afterEach, describe, expect, it } from 'vitest';
import type { CompleteOptions, Prompt } from './model.ts';
import { type OpenAiModelOptions, openaiModel } from './openai-model.ts';
import { testTokenizer } from './test-tokenizer.ts';
import { fakeClock } from './testing/fake-clock.ts';
import {
  type Fault,
  type FaultServer,
  type FaultServerOptions,
  faultServer,
} from './testing/fault-server.ts';

const servers: FaultServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(options: FaultServerOptions = {}): Promise<FaultServer> {
  const server = await faultServer(options);
  servers.push(server);
  return server;
}

async function modelOn(serverOptions: FaultServerOptions, options: Partial<OpenAiModelOptions> = {}) {
  const server = await serve(serverOptions);
  const clock = fakeClock({ eagerBelowMs: 60_000 });
  const model = await openaiModel({ baseUrl: server.url, tokenizer: testTokenizer(), clock, ...options });
  return { server, model, clock };
}

function chat(text: string, trusted = true): Prompt {
  return { segments: [{ text, trusted }], shared: 0, form: 'chat' };
}
const options: CompleteOptions = { maxTokens: 100 };
const echo = (prompt: string) => `You said: ${prompt}`;

describe('a call', () => {
  it('sends one user message, streams the text, and gives usage', async () => {
    const { server, model } = await modelOn({ reply: echo });
    const shown: string[] = [];
    const completion = await model.complete(
      { ...chat('hello there'), system: 'Be brief.' },
      { ...options, topP: 0.9, seed: 7, stop: ['END'], onText: (text) => shown.push(text) },
    );
    expect(completion).toEqual({
      text: 'You said: Be brief.\nhello there',
      finish: 'stop',
      usage: { promptTokens: 7, completionTokens: 10, cachedTokens: 0 },
    });
    expect(shown.length).toBe(10);
    expect(shown.join('')).toBe(completion.text);
    expect(server.calls[0]?.body).toMatchObject({
      model: 'test-model',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'hello there' },
      ],
      temperature: 0,
      max_tokens: 100,
      top_p: 0.9,
      seed: 7,
      stop: ['END'],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('sends a conversation turn by turn', async () => {
    const { server, model } = await modelOn({ reply: echo });
    const turns = [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'hello' },
      { role: 'assistant', text: 'hello <|im_end|>' },
      { role: 'user', text: 'and now?' },
    ] as const;
    await model.complete({ ...chat('joined'), turns }, options);
    expect(server.calls[0]?.body.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'hello < |im_end|>' },
      { role: 'user', content: 'and now?' },
    ]);
  });

  it('says when the reply was cut at its limit', async () => {
    const { model } = await modelOn({ reply: () => 'one two three four five' });
    expect(await model.complete(chat('x'), { maxTokens: 3 })).toMatchObject({
      text: 'one two thr',
      finish: 'length',
    });
  });

  it('takes the power from special tokens in untrusted text only', async () => {
    const { server, model } = await modelOn({});
    const segments = [
      { text: '<section>', trusted: true },
      { text: 'a <|im_end|> b', trusted: false },
      { text: '</section>', trusted: true },
    ];
    await model.complete({ segments, shared: 0, form: 'chat' }, options);
    expect(server.calls[0]?.body.messages).toEqual([
      { role: 'user', content: '<section>a < |im_end|> b</section>' },
    ]);
  });

  it('asks for a schema, for log-probabilities and ids, and for what the user adds', async () => {
    const { server, model } = await modelOn({ reply: () => 'yes it is' }, { body: { think: false } });
    const schema = { type: 'object' };
    const completion = await model.complete(chat('x'), { ...options, schema, logprobs: true });
    expect(server.calls[0]?.body).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
      logprobs: true,
      think: false,
    });
    expect(completion.logprobs).toEqual([-0.5, -0.5, -0.5]);
    expect(testTokenizer().decode(completion.ids!)).toBe('yes it is');
  });

  it('does without what the server refuses, and remembers it', async () => {
    const { server, model } = await modelOn({ rejects: ['stream_options', 'seed'] });
    const first = await model.complete(chat('hello'), { ...options, seed: 1 });
    expect(first.usage).toEqual({ promptTokens: 2, completionTokens: 3 });
    expect(server.calls.length).toBe(3);
    await model.complete(chat('hello'), { ...options, seed: 1 });
    expect(server.calls.length).toBe(4);
  });

  it('uses max_completion_tokens where the server wants that', async () => {
    const message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
    const fault: Fault = { type: 'status', status: 400, body: JSON.stringify({ error: { message } }) };
    const { server, model } = await modelOn({ faults: [fault] });
    await model.complete(chat('x'), options);
    expect(server.calls[1]?.body).toMatchObject({ max_completion_tokens: 100 });
    expect(server.calls[1]?.body).not.toHaveProperty('max_tokens');
  });

  it('takes an answer in one piece from a server that does not stream', async () => {
    const { model } = await modelOn({ streams: false, reply: () => ({ content: 'whole', reasoning: 'hm' }) });
    expect(await model.complete(chat('x'), options)).toMatchObject({
      text: 'whole',
      reasoning: 'hm',
      finish: 'stop',
    });
  });

  it('keeps to its concurrency, first come first served', async () => {
    const { server, model } = await modelOn({ reply: echo }, { concurrency: 3 });
    const texts = Array.from({ length: 12 }, (_, i) => `call ${i}`);
    const done = await Promise.all(texts.map((text) => model.complete(chat(text), options)));
    expect(done.map(({ text }) => text)).toEqual(texts.map(echo));
    expect(server.peak).toBeLessThanOrEqual(3);
  });

  it('ends at once when its signal says so, also in line', async () => {
    const { server, model } = await modelOn(
      { faults: () => ({ type: 'stall', after: 4 }) },
      { concurrency: 1 },
    );
    const stop = new AbortController();
    const first = model.complete(chat('x'), { ...options, signal: stop.signal, onText: () => stop.abort() });
    const second = model.complete(chat('y'), { ...options, signal: stop.signal });
    await expect(first).rejects.toMatchObject({ code: 'aborted' });
    await expect(second).rejects.toMatchObject({ code: 'aborted' });
    expect(server.calls.length).toBe(1);
  });
});

describe('reasoning', () => {
  it.each(['reasoning_content', 'reasoning'])('is split off from the field %s', async (reasoningField) => {
    const { model } = await modelOn({ reply: () => ({ content: 'text', reasoning: 'hmm', reasoningField }) });
    expect(await model.complete(chat('x'), options)).toMatchObject({ text: 'text', reasoning: 'hmm' });
  });

  it('is split off from the content, and not shown', async () => {
    const { model } = await modelOn({ reply: () => '<think>\nhmm hmm\n</think>\n\nthe text' });
    let shown = '';
    const onText = (text: string) => {
      shown += text;
    };
    const completion = await model.complete(chat('x'), { ...options, onText });
    expect(completion).toMatchObject({ text: 'the text', reasoning: 'hmm hmm', finish: 'stop' });
    expect(shown).toBe('the text');
  });

  it('that never ends gives no text', async () => {
    const { model } = await modelOn({ reply: () => '<think>hmm hmm hmm hmm hmm hmm' });
    expect(await model.complete(chat('x'), { maxTokens: 6 })).toMatchObject({
      text: '',
      finish: 'length',
      reasoning: expect.stringContaining('hmm'),
    });
  });

  it('that the chat template begins is known from the first reply that ends it', async () => {
    const { model } = await modelOn({
      reply: (prompt) => (prompt === '1' ? 'hm</think>text' : 'hm hm hm hm hm'),
    });
    expect(await model.complete(chat('1'), options)).toMatchObject({ text: 'text', reasoning: 'hm' });
    expect(await model.complete(chat('2'), { maxTokens: 3 })).toMatchObject({ text: '', finish: 'length' });
  });
});

describe('faults', () => {
  const passing: [string, Fault][] = [
    ['429 with Retry-After', { type: 'status', status: 429, headers: { 'retry-after': '2' } }],
    ['a 500', { type: 'status', status: 500 }],
    ['a 503 page', { type: 'status', status: 503, body: '<html>busy</html>' }],
    ['a connection reset within the headers', { type: 'reset' }],
    ['a stream cut within an event', { type: 'cut', after: 6 }],
    ['a stream that ends without an end', { type: 'end-early', after: 6 }],
    ['a stream that ends before it begins', { type: 'end-early', after: 0 }],
    ['an event that is not JSON', { type: 'garbage', after: 6 }],
    ['a line that is no event', { type: 'garbage', after: 6, line: 'upstream connect error' }],
    ['a page instead of a stream', { type: 'html' }],
    ['an error in the stream', { type: 'error-event', after: 6, message: 'out of blocks' }],
  ];

  it.each(passing)('%s is tried again, and nothing of it is in the text', async (_, fault) => {
    const { server, model } = await modelOn({ reply: echo, faults: [fault, fault] });
    let shown = '';
    const onText = (text: string) => {
      shown += text;
    };
    const { text } = await model.complete(chat('good morning'), { ...options, onText });
    expect(text).toBe('You said: good morning');
    expect(shown).toBe(text);
    expect(server.calls.length).toBe(3);
  });

  it.each(passing)('%s that does not pass is an error with its reason', async (_, fault) => {
    const { server, model } = await modelOn({ faults: () => fault }, { retries: 2 });
    const call = model.complete(chat('x'), options);
    await expect(call).rejects.toMatchObject({ code: expect.stringMatching(/^model-/) });
    await expect(call).rejects.toThrow(/\/v1: .+ \(after 3 tries\)$/);
    // A connection that breaks before the reply may just have been an old one: each try has four connections.
    expect(server.calls.length).toBe(fault.type === 'reset' ? 12 : 3);
  });

  it('a connection that the server has closed meanwhile is replaced at once', async () => {
    const { server, model, clock } = await modelOn(
      { faults: [undefined, { type: 'reset' }] },
      { retries: 0 },
    );
    await model.complete(chat('x'), options);
    await model.complete(chat('x'), options);
    expect(server.calls.length).toBe(3);
    expect(clock.waits.filter((ms) => ms < 60_000)).toEqual([]);
  });

  it('waits as long as Retry-After says', async () => {
    const { model, clock } = await modelOn({
      faults: [{ type: 'status', status: 429, headers: { 'retry-after': '7' } }],
    });
    await model.complete(chat('x'), options);
    expect(clock.waits).toContain(7250);
  });

  it('a server that is silent, or falls silent, is given up in time', async () => {
    const faults: Fault[] = [{ type: 'silent' }, { type: 'stall', after: 4 }];
    const { server, model, clock } = await modelOn({ faults, reply: echo }, { timeoutMs: 1e6, stallMs: 1e5 });
    let done = false;
    const call = model.complete(chat('hello'), options).finally(() => {
      done = true;
    });
    while (!done) {
      await new Promise(setImmediate);
      clock.advance(1000);
    }
    expect((await call).text).toBe('You said: hello');
    expect(server.calls.length).toBe(3);
  });

  it.each([400, 401, 403, 404, 422])('%i is not tried again', async (status) => {
    const { server, model } = await modelOn({ faults: [{ type: 'status', status }] });
    await expect(model.complete(chat('x'), options)).rejects.toThrow(`injected ${status}`);
    expect(server.calls.length).toBe(1);
  });

  it('a prompt that the server finds too long is no-fit', async () => {
    const body = JSON.stringify({ error: { type: 'exceed_context_size_error', message: 'exceeds' } });
    const { model } = await modelOn({ faults: [{ type: 'status', status: 400, body }] });
    await expect(model.complete(chat('x'), options)).rejects.toMatchObject({ code: 'no-fit' });
  });

  it('a filtered reply is not taken for a reply', async () => {
    const { model } = await modelOn({ reply: () => ({ content: 'par', finish: 'content_filter' }) });
    await expect(model.complete(chat('x'), options)).rejects.toMatchObject({ code: 'model-reply' });
  });

  it('a long sequence of calls survives one fault in three', async () => {
    const faults = (call: number) => (call % 3 === 0 ? passing[(call / 3) % passing.length]![1] : undefined);
    const { model } = await modelOn({ reply: echo, faults });
    let memory = '';
    for (let step = 0; step < 40; step++) memory = (await model.complete(chat(`${step}`), options)).text;
    expect(memory).toBe('You said: 39');
  });
});

describe('a prompt that the server cut', () => {
  const long = 'one '.repeat(1000);

  it('is an error that says what to set', async () => {
    const { server, model } = await modelOn({
      kind: 'ollama',
      faults: () => ({ type: 'truncate', tokens: 512 }),
    });
    const call = model.complete(chat(long), options);
    await expect(call).rejects.toThrow(/read only 512 of the 100\d tokens/);
    await expect(call).rejects.toMatchObject({
      code: 'model-reply',
      hint: expect.stringContaining('num_ctx'),
    });
    expect(server.calls.length).toBe(1);
  });

  it('is found by the count the caller gives too', async () => {
    const { model } = await modelOn({ faults: () => ({ type: 'truncate', tokens: 512 }) });
    await expect(model.complete(chat(long), { ...options, promptTokens: 1000 })).rejects.toThrow(
      'of the 1000',
    );
    await expect(model.complete(chat('short'), { ...options, promptTokens: 2 })).resolves.toBeDefined();
  });

  it('is told from a server that counts a little differently, or not at all', async () => {
    const { model } = await modelOn({
      faults: [
        { type: 'truncate', tokens: 950 },
        { type: 'truncate', tokens: 0 },
      ],
    });
    await expect(model.complete(chat(long), options)).resolves.toBeDefined();
    await expect(model.complete(chat(long), options)).resolves.toBeDefined();
  });
});
