import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testTokenizer } from '../test-tokenizer.ts';

/** What goes wrong with one request. */
export type Fault =
  | { type: 'status'; status: number; body?: string; headers?: Record<string, string> }
  /** The connection is reset in the middle of the headers. */
  | { type: 'reset' }
  /** The connection is cut after so many characters of the reply, in the middle of an event. */
  | { type: 'cut'; after: number }
  /** The stream ends politely after so many characters, with neither finish reason nor [DONE]. */
  | { type: 'end-early'; after: number }
  /** An event that is not JSON, or a line that is no field, after so many characters. */
  | { type: 'garbage'; after: number; line?: string }
  /** Not a byte ever comes. */
  | { type: 'silent' }
  /** Nothing comes any more after so many characters. */
  | { type: 'stall'; after: number }
  /** A proxy's page, with status 200. */
  | { type: 'html' }
  /** The server reports an error in the stream. */
  | { type: 'error-event'; after: number; message: string }
  /** The prompt is cut to so many tokens, and only the usage tells. */
  | { type: 'truncate'; tokens: number };

/** What the served model replies to a prompt. */
export type FaultReply =
  | string
  | { content: string; reasoning?: string; reasoningField?: string; finish?: string };

export interface FaultServerOptions {
  readonly reply?: (prompt: string, body: Record<string, unknown>) => FaultReply;
  /** The faults of the first calls in order (undefined: none), or a function of the call's number from 0. */
  readonly faults?: readonly (Fault | undefined)[] | ((call: number) => Fault | undefined);
  /** Which server it passes for. */
  readonly kind?: 'llama-server' | 'vllm' | 'ollama' | 'plain';
  readonly models?: readonly string[];
  readonly window?: number;
  /** Fields that it answers with a 400. */
  readonly rejects?: readonly string[];
  readonly apiKey?: string;
  /** False: no usage, as from old servers. */
  readonly usage?: boolean;
  /** False: it ignores `stream` and answers in one piece. */
  readonly streams?: boolean;
  readonly specials?: readonly string[];
}

export interface FaultServer {
  /** Without `/v1`. */
  readonly url: string;
  /** The completions that it was asked for. */
  readonly calls: readonly {
    path: string;
    body: Record<string, unknown>;
    headers: IncomingMessage['headers'];
  }[];
  /** Every path that was asked for. */
  readonly paths: readonly string[];
  /** Completions under way, and the most there were at once. */
  readonly active: number;
  readonly peak: number;
  /** Cuts all connections and refuses new ones. */
  kill(): Promise<void>;
  /** Listens again at the same port. */
  revive(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A real HTTP server on loopback that serves a scripted model over the OpenAI protocol and goes wrong as told: for
 * tests of anything that talks to one.
 *
 * @example
 * const server = await faultServer({ faults: [{ type: 'status', status: 429 }, { type: 'cut', after: 3 }] });
 */
export async function faultServer(options: FaultServerOptions = {}): Promise<FaultServer> {
  const { kind = 'plain', models = ['test-model'], window = 8192 } = options;
  const tokenizer = testTokenizer(options.specials);
  const encode = (text: string) => tokenizer.encode(text) as Uint32Array;
  const calls: { path: string; body: Record<string, unknown>; headers: IncomingMessage['headers'] }[] = [];
  const paths: string[] = [];
  let active = 0;
  let peak = 0;
  let port = 0;

  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    paths.push(path);
    let text = '';
    for await (const piece of request) text += piece;
    if (options.apiKey && request.headers.authorization !== `Bearer ${options.apiKey}`) {
      return sendJson(response, 401, { error: { message: 'Incorrect API key provided.' } });
    }
    const body = text === '' ? {} : JSON.parse(text);
    if (!/completions?$/.test(path)) return discovery(path, body, response);
    const fault =
      typeof options.faults === 'function' ? options.faults(calls.length) : options.faults?.[calls.length];
    calls.push({ path, body, headers: request.headers });
    peak = Math.max(peak, ++active);
    response.once('close', () => active--);
    completion(path, body, response, fault);
  });

  function discovery(path: string, body: Record<string, unknown>, response: ServerResponse): void {
    const owner = { 'llama-server': 'llamacpp', vllm: 'vllm', ollama: 'library', plain: 'someone' }[kind];
    const serves = (served: string, wanted: typeof kind) => path === served && kind === wanted;
    if (path === '/v1/models') {
      const extra = kind === 'vllm' ? { max_model_len: window } : {};
      sendJson(response, 200, { data: models.map((id) => ({ id, owned_by: owner, ...extra })) });
    } else if (serves('/props', 'llama-server')) {
      sendJson(response, 200, { default_generation_settings: { n_ctx: window }, total_slots: 2 });
    } else if (path === '/tokenize' && (kind === 'llama-server' || kind === 'vllm')) {
      const ids = [...encode(String(body.content ?? body.prompt))];
      const pieces = ids.map((id) => ({ id, piece: tokenizer.decode([id]) }));
      const strings = pieces.map(({ piece }) => piece);
      sendJson(response, 200, {
        tokens: body.with_pieces ? pieces : ids,
        ...(kind === 'vllm' ? { count: ids.length, max_model_len: window, token_strs: strings } : {}),
      });
    } else if (path === '/detokenize' && (kind === 'llama-server' || kind === 'vllm')) {
      const decoded = tokenizer.decode((body.tokens as number[]) ?? []);
      sendJson(response, 200, { content: decoded, prompt: decoded });
    } else if (serves('/api/ps', 'ollama')) sendJson(response, 200, { models: [] });
    else if (serves('/api/tags', 'ollama'))
      sendJson(response, 200, { models: models.map((name) => ({ name })) });
    else if (serves('/api/show', 'ollama')) {
      const parameters = options.window ? `stop "x"\nnum_ctx                        ${window}` : '';
      sendJson(response, 200, { parameters, model_info: { 'qwen.context_length': 40960 } });
    } else sendJson(response, 404, { error: { message: `no such route: ${path}` } });
  }

  function completion(
    path: string,
    body: Record<string, unknown>,
    response: ServerResponse,
    fault?: Fault,
  ): void {
    const refused = options.rejects?.find((field) => field in body);
    if (refused) {
      sendJson(response, 400, { error: { message: `Unrecognized request argument supplied: ${refused}` } });
      return;
    }
    if (fault?.type === 'status') {
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
      response.end(fault.body ?? JSON.stringify({ error: { message: `injected ${fault.status}` } }));
      return;
    }
    if (fault?.type === 'silent') return;
    if (fault?.type === 'reset') {
      response.socket?.write('HTTP/1.1 200 OK\r\ncontent-ty', () => response.socket?.resetAndDestroy());
      return;
    }
    if (fault?.type === 'html') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><html><body><h1>Bad gateway</h1>Try again.</body></html>');
      return;
    }
    const prompt = promptOf(body);
    const made = options.reply?.(prompt, body) ?? 'a reply';
    const reply = typeof made === 'string' ? { content: made } : made;
    const limit = Number(body.max_tokens ?? body.max_completion_tokens ?? body.n_predict ?? 1e9);
    // In a reply, unlike in a prompt, the name of a special token stands for the token.
    const special = tokenizer.special(reply.content);
    const ids = special === undefined ? [...encode(reply.content)] : [special];
    const cut = ids.slice(0, limit);
    const read = encode(prompt).length;
    const wire = {
      own: path.endsWith('/completion'),
      chat: path.endsWith('/chat/completions'),
      pieces: cut.map((id) => ({ id, text: tokenizer.decode([id]) as string })),
      finish: reply.finish ?? (cut.length < ids.length ? 'length' : 'stop'),
      prompt_tokens: fault?.type === 'truncate' ? Math.min(fault.tokens, read) : read,
      logprobs: Boolean(body.logprobs ?? body.n_probs),
      usage: options.usage !== false && (body.stream_options !== undefined || options.streams === false),
      reply,
    };
    if (options.streams === false) sendJson(response, 200, whole(wire));
    else streamOut(response, wire, fault);
  }

  function promptOf(body: Record<string, unknown>): string {
    if (Array.isArray(body.messages)) return body.messages.map((message) => message.content).join('\n');
    return Array.isArray(body.prompt) ? (tokenizer.decode(body.prompt) as string) : String(body.prompt);
  }

  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as AddressInfo).port;
        resolve();
      });
    });
  const kill = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen();
  return {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    calls,
    paths,
    get active() {
      return active;
    },
    get peak() {
      return peak;
    },
    kill,
    revive: listen,
    close: () => (server.listening ? kill() : Promise.resolve()),
  };
}

interface Wire {
  own: boolean;
  chat: boolean;
  pieces: { id: number; text: string }[];
  finish: string;
  prompt_tokens: number;
  logprobs: boolean;
  usage: boolean;
  reply: Exclude<FaultReply, string>;
}

function streamOut(response: ServerResponse, wire: Wire, fault?: Fault): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (event: unknown) => response.write(`data: ${JSON.stringify(event)}\n\n`);
  const after = fault && 'after' in fault ? fault.after : Number.POSITIVE_INFINITY;
  let sent = 0;
  if (wire.chat)
    send({ choices: [{ index: 0, delta: { role: 'assistant', content: null }, finish_reason: null }] });
  if (wire.reply.reasoning !== undefined) {
    const field = wire.reply.reasoningField ?? 'reasoning_content';
    send({ choices: [{ index: 0, delta: { [field]: wire.reply.reasoning }, finish_reason: null }] });
  }
  for (const piece of wire.pieces) {
    if (sent >= after) break;
    send(eventOf(piece, wire));
    sent += piece.text.length;
  }
  switch (fault?.type) {
    case 'cut':
      response.write('data: {"choices":[{"ind', () => response.socket?.resetAndDestroy());
      return;
    case 'end-early':
      response.end();
      return;
    case 'stall':
      return;
    case 'garbage':
      response.end(`${fault.line ?? 'data: {"choices":[{"delta":{"content":"hal'}\n\n`);
      return;
    case 'error-event':
      send({ error: { message: fault.message, code: 500 } });
      response.end();
      return;
  }
  if (wire.own) {
    const stop_type = wire.finish === 'length' ? 'limit' : 'eos';
    const tokens_predicted = wire.pieces.length;
    // One more than the ids in the stream: the token that ended it.
    const predicted = stop_type === 'eos' ? tokens_predicted + 1 : tokens_predicted;
    send({
      content: '',
      tokens: [],
      stop: true,
      stop_type,
      tokens_evaluated: wire.prompt_tokens,
      tokens_predicted: predicted,
    });
    response.end();
    return;
  }
  send({
    choices: [{ index: 0, ...(wire.chat ? { delta: {} } : { text: '' }), finish_reason: wire.finish }],
  });
  if (wire.usage) send({ choices: [], usage: usageOf(wire) });
  response.end('data: [DONE]\n\n');
}

function eventOf({ id, text }: { id: number; text: string }, wire: Wire): unknown {
  const logprob = { id, token: text, logprob: -0.5 };
  if (wire.own) {
    const special = /^<\|.*\|>$/.test(text);
    const probabilities = wire.logprobs ? { completion_probabilities: [logprob] } : {};
    return { content: special ? '' : text, tokens: [id], stop: false, ...probabilities };
  }
  const logprobs = wire.logprobs ? { logprobs: { content: [logprob] } } : {};
  const content = wire.chat ? { delta: { content: text } } : { text };
  return { choices: [{ index: 0, ...content, finish_reason: null, ...logprobs }] };
}

function usageOf(wire: Wire): object {
  const completion_tokens = wire.pieces.length;
  return {
    prompt_tokens: wire.prompt_tokens,
    completion_tokens,
    total_tokens: wire.prompt_tokens + completion_tokens,
    prompt_tokens_details: { cached_tokens: 0 },
  };
}

function whole(wire: Wire): object {
  const content = wire.pieces.map((piece) => piece.text).join('');
  const message = { role: 'assistant', content, reasoning_content: wire.reply.reasoning };
  const choice = wire.chat ? { message } : { text: content };
  return {
    choices: [{ index: 0, ...choice, finish_reason: wire.finish }],
    ...(wire.usage ? { usage: usageOf(wire) } : {}),
  };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
