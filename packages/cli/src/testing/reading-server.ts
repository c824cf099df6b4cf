import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model server on the loopback whose model reads by rules. */
export interface ReadingServer {
  readonly url: string;
  /** The prompts of its calls. */
  readonly prompts: readonly string[];
  close(): Promise<void>;
}

export interface ReadingServerOptions {
  /** Waited for before each reply, with the call's number from 0: lets a test act in the middle of a reading. */
  readonly before?: (call: number) => Promise<void> | void;
  /** Instead of the rules. */
  readonly reply?: (prompt: string) => string;
}

/**
 * Serves a model that keeps every sentence that holds the word after "keyword:" in the question, and answers with the
 * number in them: enough skill for an end-to-end test, over the real protocol.
 */
export async function startReadingServer({
  before,
  reply = readByRules,
}: ReadingServerOptions = {}): Promise<ReadingServer> {
  const prompts: string[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    if (request.url === '/v1/models')
      return json(response, 200, { data: [{ id: 'rules', owned_by: 'test' }] });
    if (request.url !== '/v1/chat/completions') return json(response, 404, {});
    const body = JSON.parse(text);
    const prompt = body.messages.map((message: { content: string }) => message.content).join('\n');
    prompts.push(prompt);
    await before?.(prompts.length - 1);
    const content = reply(prompt);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`,
    );
    response.end(
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    prompts,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Keeps and answers by the question's keyword. */
export function readByRules(prompt: string): string {
  const part = (name: string) =>
    new RegExp(`<${name}>\\s*([\\s\\S]*?)\\s*</${name}>`).exec(prompt)?.[1] ?? '';
  const word = /keyword: (\w+)/.exec(part('problem'))?.[1] ?? 'nothing';
  const memory = /^Nothing( yet)?\.$/.test(part('memory')) ? '' : part('memory');
  if (!prompt.includes('<section>')) {
    const number = [...memory.matchAll(/\d+/g)].at(-1)?.[0];
    if (/JSON/.test(prompt)) return JSON.stringify({ number: Number(number ?? 0) });
    return number === undefined ? 'not found' : `The answer is ${number}.`;
  }
  const found = part('section')
    .split(/(?<=\.)\s+/)
    .filter((sentence) => sentence.includes(word));
  const lines = [...memory.split('\n'), ...found].filter(Boolean);
  return lines.length === 0 ? 'There is nothing about it so far.' : lines.join('\n');
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** A text of so many sentences, of which some hold what is asked for. */
export function storyOf(sentences: number, facts: Readonly<Record<number, string>> = {}): string {
  const people = ['Ann', 'Bert', 'Cleo', 'Dora', 'Emil'];
  const places = ['the river', 'the mill', 'the market', 'the old harbour'];
  return Array.from(
    { length: sentences },
    (_, i) => facts[i] ?? `${people[i % 5]} walked to ${places[(i * 7) % 4]} in the evening.`,
  ).join(' ');
}

/** A reading server that lets so many calls pass and holds all others until it is released. */
export async function startHoldingServer(calls: number, reply?: ReadingServerOptions['reply']) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let arrived = () => {};
  const waiting = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const server = await startReadingServer({
    ...(reply && { reply }),
    before: async (call) => {
      if (call < calls) return;
      arrived();
      await held;
    },
  });
  return { server, waiting, release };
}
