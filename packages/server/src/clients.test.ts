import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { generateObject, generateText, streamText } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newKey } from './keys/keys.ts';
import { type Listening, listen } from './listen.ts';
import { type Json, parseSse, startTestServer, type TestServer } from './testing/harness.ts';
import { story } from './testing/reading-model.ts';

// Clients that others wrote, against a server on a real port, with a key.
const { key, token } = newKey('tester');
let test: TestServer;
let port: Listening;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'root-'));
  await writeFile(join(root, 'book.txt'), story(600, 'osprey'));
  test = await startTestServer({ keys: [key], roots: [root] });
  port = await listen(test.server);
});
afterAll(async () => {
  await port.close({ graceMs: 0 });
  await test.close();
  await rm(root, { recursive: true });
});

const long = `${story(600)}\n\nWhat is the password?`;

describe('the official OpenAI client', () => {
  const client = () => new OpenAI({ baseURL: `${port.url}/v1`, apiKey: token, maxRetries: 0 });

  it('chats, reads and lists models', async () => {
    const models = await client().models.list();
    expect(models.data.map((model) => model.id)).toEqual(['reader']);
    const hello = await client().chat.completions.create({
      model: 'reader',
      messages: [{ role: 'user', content: 'Hello' }],
    });
    expect(hello.choices[0]!.message.content).toBe('You said: Hello');
    const read = await client().chat.completions.create({
      model: 'reader',
      messages: [{ role: 'user', content: long }],
      temperature: 0,
      seed: 1,
    });
    expect(read.choices[0]!.message.content).toBe('bluebird');
    expect(read.usage!.total_tokens).toBeGreaterThan(8000);
  });

  it('asks for responses, whole and streamed', async () => {
    const hello = await client().responses.create({
      model: 'reader',
      input: 'Hello',
      instructions: 'Be brief.',
    });
    expect(hello).toMatchObject({ object: 'response', status: 'completed', output_text: 'You said: Hello' });
    const read = await client().responses.create({
      model: 'reader',
      input: [
        { role: 'user', content: [{ type: 'input_text', text: story(600) }] },
        { role: 'assistant', content: 'I have it.' },
        { role: 'user', content: 'What is the password?' },
      ],
    });
    expect(read.output_text).toBe('bluebird');
    expect(read.output.map(({ type }) => type)).toEqual(['reasoning', 'message']);
    expect(read.usage!.total_tokens).toBeGreaterThan(8000);
    const stream = client().responses.stream({ model: 'reader', input: long });
    let text = '';
    stream.on('response.output_text.delta', ({ delta }) => {
      text += delta;
    });
    const final = await stream.finalResponse();
    expect(text).toBe('bluebird');
    expect(final).toMatchObject({ status: 'completed', output: [{}, { content: [{ text: 'bluebird' }] }] });
    const cut = await client().responses.create({ model: 'reader', input: long, max_output_tokens: 1 });
    expect(cut).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
    const parsed = await client().responses.create({
      model: 'reader',
      input: long,
      text: {
        format: {
          type: 'json_schema',
          name: 'p',
          schema: { type: 'object', properties: { password: { type: 'string' } }, required: ['password'] },
        },
      },
    });
    expect(JSON.parse(parsed.output_text)).toEqual({ password: 'bluebird' });
    await expect(
      client().responses.create({ model: 'reader', input: 'x', previous_response_id: 'resp_1' }),
    ).rejects.toMatchObject({ status: 400, code: 'unsupported_parameter' });
  });

  it('streams', async () => {
    const stream = await client().chat.completions.create({
      model: 'reader',
      messages: [{ role: 'user', content: long }],
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let usage = 0;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      usage = chunk.usage?.total_tokens ?? usage;
    }
    expect(text).toBe('bluebird');
    expect(usage).toBeGreaterThan(8000);
  });

  it('understands the errors', async () => {
    const none = client().chat.completions.create({
      model: 'none',
      messages: [{ role: 'user', content: 'x' }],
    });
    await expect(none).rejects.toThrow(OpenAI.NotFoundError);
    const stranger = new OpenAI({ baseURL: `${port.url}/v1`, apiKey: 'wrong', maxRetries: 0 });
    await expect(stranger.models.list()).rejects.toThrow(OpenAI.AuthenticationError);
  });
});

describe('the AI SDK', () => {
  const model = () =>
    createOpenAICompatible({
      name: 'memagent',
      baseURL: `${port.url}/v1`,
      apiKey: token,
      includeUsage: true,
      supportsStructuredOutputs: true,
    })('reader');

  it('generates, with the memory as reasoning', async () => {
    const result = await generateText({ model: model(), prompt: long });
    expect(result.text).toBe('bluebird');
    expect(result.reasoningText).toContain('The password is bluebird.');
    expect(result.usage.inputTokens).toBeGreaterThan(8000);
  });

  it('streams, and takes JSON', async () => {
    const result = streamText({ model: model(), prompt: long });
    expect(await result.text).toBe('bluebird');
    expect(await result.reasoningText).toContain('After chunk');
    const { object } = await generateObject({
      model: model(),
      schema: z.object({ password: z.string() }),
      prompt: long,
    });
    expect(object).toEqual({ password: 'bluebird' });
  });
});

describe('the MCP client', () => {
  const connect = async (roots?: string[]) => {
    const client = new Client({ name: 'test', version: '1' }, { capabilities: roots ? { roots: {} } : {} });
    if (roots)
      client.setRequestHandler(ListRootsRequestSchema, () => ({
        roots: roots.map((each) => ({ uri: pathToFileURL(each).href })),
      }));
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${port.url}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      }),
    );
    return client;
  };
  const call = (client: Client, document: string, onprogress?: (progress: Json) => void): Promise<Json> =>
    client.callTool(
      { name: 'read_document', arguments: { document, question: 'What is the password?' } },
      undefined,
      onprogress ? { onprogress } : {},
    );

  it('reads a document and is told of the progress', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(['read_document']);
    const progress: Json[] = [];
    const result = await call(client, 'book.txt', (each) => progress.push(each));
    expect(result.structuredContent).toMatchObject({ answer: 'osprey', answered: true });
    expect(result.content[0].text).toContain('The password is osprey.');
    expect(progress.length).toBeGreaterThan(5);
    expect(progress.at(-1)).toMatchObject({ total: 100 });
    const shares = progress.map((each) => each.progress);
    expect([...shares].sort((a, b) => a - b)).toEqual(shares);
    await client.close();
  });

  it('gets nothing outside the roots: the server’s, and its own', async () => {
    const client = await connect();
    for (const document of [
      '/etc/passwd',
      '../x',
      'file:///etc/passwd',
      'http://169.254.169.254/',
      'ftp://x/y',
    ])
      expect(await call(client, document)).toMatchObject({ isError: true });
    await client.close();
    const narrow = await connect([join(root, 'elsewhere')]);
    expect(await call(narrow, join(root, 'book.txt'))).toMatchObject({ isError: true });
    await narrow.close();
    const same = await connect([root]);
    expect((await call(same, join(root, 'book.txt'))).structuredContent.answer).toBe('osprey');
    await same.close();
  });
});

const hasCurl = (() => {
  try {
    execFileSync('curl', ['--version']);
    return true;
  } catch {
    return false;
  }
})();

describe.runIf(hasCurl)('curl', () => {
  const curl = async (...args: string[]) =>
    (await promisify(execFile)('curl', ['-sS', '-H', `authorization: Bearer ${token}`, ...args])).stdout;

  it('uploads a file, starts a reading and follows it', async () => {
    const document = JSON.parse(
      await curl('--data-binary', `@${join(root, 'book.txt')}`, `${port.url}/v1/documents?name=book.txt`),
    );
    expect(document).toMatchObject({ name: 'book.txt' });
    const reading = JSON.parse(
      await curl(
        '--json',
        JSON.stringify({ document: document.id, question: 'The password?' }),
        `${port.url}/v1/readings`,
      ),
    );
    const events = parseSse(await curl('-N', `${port.url}/v1/readings/${reading.id}/events`));
    expect(events.at(-2)).toMatchObject({ event: 'answer', data: { answer: 'osprey' } });
    const rest = parseSse(
      await curl(
        '-N',
        '-H',
        `last-event-id: ${events[2]!.id}`,
        `${port.url}/v1/readings/${reading.id}/events`,
      ),
    );
    expect(rest).toEqual(events.slice(3));
  });
});
