import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSse, startTestServer, type TestServer } from '../testing/harness.ts';
import { readingModel, story } from '../testing/reading-model.ts';
import type { TurnsPrompt } from './reply.ts';

let test: TestServer;
const small = readingModel({ name: 'small', canChat: false });
const reader = readingModel({ record: true });
const wordy = readingModel({
  name: 'wordy',
  reply: (prompt) =>
    prompt.segments.some(({ text }) => text.includes('Your answer:')) ? 'very '.repeat(900) : 'It is long.',
});
beforeAll(async () => {
  test = await startTestServer({
    models: { reader: async () => reader, small: async () => small, wordy: async () => wordy },
  });
});
afterAll(() => test.close());

const chat = async (body: object) => {
  const response = await test.post('/v1/chat/completions', { model: 'reader', ...body });
  return { status: response.status, body: await response.json() };
};
const user = (content: unknown) => ({ role: 'user', content });
const long = `${story(600)}\n\nWhat is the password?`;

describe('POST /v1/chat/completions', () => {
  it('passes what fits straight to a model that can chat', async () => {
    const { body } = await chat({ messages: [{ role: 'system', content: 'Be brief.' }, user('Hello')] });
    expect(body).toMatchObject({
      object: 'chat.completion',
      model: 'reader',
      choices: [
        { index: 0, message: { role: 'assistant', content: 'You said: Hello' }, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) },
    });
    expect(body.memagent).toBeUndefined();
  });

  it('gives a model every turn of a conversation that fits, as it was sent', async () => {
    const { body } = await chat({
      messages: [
        { role: 'system', content: 'Be brief.' },
        user('Hello'),
        { role: 'assistant', content: 'Hello to you.' },
        { role: 'tool', tool_call_id: 'x', content: '42' },
        user('And now?'),
      ],
    });
    expect(body.choices[0].message.content).toContain('And now?');
    const { turns } = reader.calls.at(-1)!.prompt as TurnsPrompt;
    expect(turns).toEqual([
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'Hello' },
      { role: 'assistant', text: 'Hello to you.' },
      { role: 'user', text: 'Tool: 42' },
      { role: 'user', text: 'And now?' },
    ]);
  });

  it('reads what does not fit, shows the memory as reasoning, and sums the usage', async () => {
    const { body } = await chat({ messages: [user(long)] });
    const [choice] = body.choices;
    expect(choice.message.content).toBe('bluebird');
    expect(choice.message.reasoning_content).toContain('The password is bluebird.');
    expect(body.usage.prompt_tokens).toBeGreaterThan(8000);
    expect(body.usage.total_tokens).toBe(body.usage.prompt_tokens + body.usage.completion_tokens);
    expect(body.memagent).toMatchObject({ answered: true, chunks: expect.any(Number) });
    const [source] = body.memagent.sources;
    expect(Buffer.from(long).subarray(source.start, source.end).toString()).toBe('The password is bluebird.');
  });

  it('reads a turn so long that it lies in a file, with the question in front or behind', async () => {
    const book = story(8000, 'heron');
    expect(Buffer.byteLength(book)).toBeGreaterThan(300_000);
    for (const content of [`${book}\n\nWhat is the password?`, `What is the password?\n\n${book}`]) {
      const { body } = await chat({ messages: [user(content)] });
      expect(body.choices[0].message.content).toBe('heron');
      const [source] = body.memagent.sources;
      const read = content.startsWith('What') ? book : content;
      expect(Buffer.from(read).subarray(source.start, source.end).toString()).toBe('The password is heron.');
    }
    const { body } = await chat({
      messages: [user(book), { role: 'assistant', content: 'Read.' }, user('The password?')],
    });
    expect(body.choices[0].message.content).toBe('heron');
    const parts = await chat({
      messages: [
        user([
          { type: 'text', text: book },
          { type: 'text', text: 'What is the password?' },
        ]),
      ],
    });
    expect(parts.body.choices[0].message.content).toBe('heron');
  });

  it('streams, with the usage where it is asked for', async () => {
    const response = await test.post('/v1/chat/completions', {
      model: 'reader',
      stream: true,
      stream_options: { include_usage: true },
      messages: [user(long)],
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = parseSse(await response.text());
    expect(events.at(-1)!.data).toBe('[DONE]');
    const chunks = events.slice(0, -1).map(({ data }) => data);
    expect(chunks[0].choices[0].delta).toEqual({ role: 'assistant', content: '' });
    const joined = (field: string) => chunks.map((chunk) => chunk.choices[0]?.delta[field] ?? '').join('');
    expect(joined('content')).toBe('bluebird');
    expect(joined('reasoning_content')).toContain('After chunk 1');
    expect(chunks.at(-2).choices[0].finish_reason).toBe('stop');
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: expect.any(Number) } });
  });

  it('obeys stop, max_tokens and response_format', async () => {
    expect(
      (await chat({ messages: [user('one two three')], stop: 'two' })).body.choices[0].message.content,
    ).toBe('You said: one ');
    const cut = await chat({ messages: [user('one two three four')], max_completion_tokens: 3 });
    expect(cut.body.choices[0]).toMatchObject({ finish_reason: 'length', message: { content: 'You said:' } });
    expect((await chat({ messages: [user(long)], stop: ['bird'] })).body.choices[0].message.content).toBe(
      'blue',
    );
    const short = await chat({ messages: [user(long)], max_tokens: 1 });
    expect(short.body.choices[0]).toMatchObject({ finish_reason: 'length', message: { content: 'blue' } });
    const wordy = await chat({ model: 'wordy', messages: [user(long)] });
    expect(wordy.body.choices[0]).toMatchObject({ finish_reason: 'length' });
    const json = await chat({
      messages: [user(long)],
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'p',
          schema: { type: 'object', required: ['password'], properties: { password: { type: 'string' } } },
        },
      },
    });
    expect(JSON.parse(json.body.choices[0].message.content)).toEqual({ password: 'bluebird' });
  });

  it('gives a client that asks for more tokens than there are what there is', async () => {
    const { body } = await chat({ messages: [user('Hello')], max_tokens: 100_000 });
    expect(body.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'You said: Hello' } });
  });

  it('lets the request say what is read and how', async () => {
    const asked = await chat({
      messages: [user(story(100))],
      memagent: { question: 'The password?', policy: 'gated' },
    });
    expect(asked.body).toMatchObject({
      choices: [{ message: { content: 'bluebird' } }],
      memagent: { answered: true },
    });
    const forced = await chat({
      messages: [user(story(4)), user('The password?')],
      memagent: { read: true },
    });
    expect(forced.body.choices[0].message.content).toBe('bluebird');
    const never = await chat({ messages: [user(long)], memagent: { read: false } });
    expect(never).toMatchObject({ status: 400, body: { error: { code: 'context_length_exceeded' } } });
    const document = await (
      await test.ask('/v1/documents?name=a.txt', { method: 'POST', body: story(200, 'owl') })
    ).json();
    const stored = await chat({
      messages: [user('What is the password?')],
      memagent: { document: document.id },
    });
    expect(stored.body.choices[0].message.content).toBe('owl');
    expect(await chat({ messages: [user('x')], memagent: { polic: 'x' } })).toMatchObject({ status: 400 });
  });

  it('says so where a model that cannot chat has nothing to read', async () => {
    const none = await chat({ model: 'small', messages: [user('Hello')] });
    expect(none).toMatchObject({
      status: 400,
      body: { error: { code: 'nothing_to_read', type: 'invalid_request_error' } },
    });
    const some = await chat({
      model: 'small',
      messages: [user('The password is wren.\n\nWhat is the password?')],
    });
    expect(some.body.choices[0].message.content).toBe('wren');
  });

  it('says that the text holds no answer', async () => {
    const { body } = await chat({ messages: [user('x y z. '.repeat(2000)), user('What is the password?')] });
    expect(body.memagent.answered).toBe(false);
    expect(body.choices[0].message.content).toBe('The text does not hold the answer.');
  });

  it('refuses in OpenAI’s shape', async () => {
    const error = (code: string) => ({
      body: { error: { message: expect.any(String), type: expect.any(String), code } },
    });
    expect(await chat({ model: 'none', messages: [user('x')] })).toMatchObject({
      status: 404,
      ...error('model_not_found'),
    });
    expect(await chat({ messages: [] })).toMatchObject({ status: 400, ...error('invalid_request') });
    expect(await chat({ messages: [user('x')], n: 2 })).toMatchObject({
      status: 400,
      ...error('unsupported_parameter'),
    });
    expect(await chat({ messages: [user('x')], tools: [{}] })).toMatchObject({
      status: 400,
      ...error('unsupported_parameter'),
    });
    expect(await chat({ messages: [user([{ type: 'image_url' }])] })).toMatchObject({ status: 400 });
    const text = await test.ask('/v1/chat/completions', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(text.status).toBe(415);
  });

  it('tells a failure in the middle of a stream', async () => {
    const failing = await startTestServer({
      models: {
        reader: async () =>
          readingModel({
            reply: (_, __, call) => {
              if (call < 2) return 'x';
              throw new Error('secret');
            },
          }),
      },
    });
    const response = await failing.post('/v1/chat/completions', { stream: true, messages: [user(long)] });
    const events = parseSse(await response.text());
    expect(events.at(-1)!.data.error).toMatchObject({ code: 'internal', type: 'server_error' });
    expect(JSON.stringify(events)).not.toContain('secret');
    await failing.close();
  });

  it('leaves nothing of a chat behind', async () => {
    expect(await readdir(join(test.folder, 'tmp'))).toEqual([]);
    expect(await readdir(join(test.folder, 'chats', 'local'))).toEqual([]);
  });
});

describe('POST /v1/responses', () => {
  const respond = async (body: object) => {
    const response = await test.post('/v1/responses', { model: 'reader', ...body });
    return { status: response.status, body: await response.json() };
  };

  it('tells its events in order, from the memory to the answer', async () => {
    const response = await test.post('/v1/responses', { model: 'reader', input: long, stream: true });
    const events = parseSse(await response.text());
    expect(events.map(({ data }) => data.sequence_number)).toEqual(events.map((_, i) => i));
    expect(events.map(({ event }) => event)).toEqual(events.map(({ data }) => data.type));
    const kinds = [...new Set(events.map(({ event }) => event!.replace('response.', '')))];
    expect(kinds).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'completed',
    ]);
    expect(events.at(-1)!.data.response).toMatchObject({
      status: 'completed',
      memagent: { answered: true },
      usage: { input_tokens: expect.any(Number) },
    });
  });

  it('refuses by name what it cannot do', async () => {
    expect(await respond({ input: [] })).toMatchObject({ status: 400 });
    expect(await respond({ input: 'x', tools: [{ type: 'web_search' }] })).toMatchObject({
      status: 400,
      body: { error: { code: 'unsupported_parameter', param: 'tools' } },
    });
    expect(await respond({ input: 'x', background: true })).toMatchObject({ status: 400 });
    const call = [{ type: 'function_call_output', call_id: 'x', output: 'y' }];
    expect(await respond({ input: call })).toMatchObject({
      status: 400,
      body: { error: { param: 'input' } },
    });
  });
});

describe('GET /v1/models', () => {
  it('lists the models', async () => {
    expect(await (await test.ask('/v1/models')).json()).toMatchObject({
      object: 'list',
      data: [{ id: 'reader', object: 'model', owned_by: 'memagent' }, { id: 'small' }, { id: 'wordy' }],
    });
    expect((await test.ask('/v1/models/small')).status).toBe(200);
    expect((await test.ask('/v1/models/other')).status).toBe(404);
  });
});
