import { MemAgentError } from '../errors.ts';
import { abortedError } from './clock.ts';
import { CallFailure, networkFailure, serverMessage, statusFailure } from './failure.ts';
import { type RetryOptions, retry } from './retry.ts';

/** The servers that are told apart; `unknown` is any other one that speaks the OpenAI protocol. */
export type ServerKind = 'llama-server' | 'vllm' | 'sglang' | 'ollama' | 'lmstudio' | 'unknown';

/** A server and what it says of itself. */
export interface ServerInfo {
  readonly kind: ServerKind;
  /** Without `/v1`: where a server keeps what is its own. */
  readonly root: string;
  /** With `/v1`: where it speaks the OpenAI protocol. */
  readonly api: string;
  readonly models: readonly ServerModel[];
  /** How many calls it serves at once, where it says so. */
  readonly concurrency?: number;
}

export interface ServerModel {
  readonly name: string;
  readonly window?: number;
}

export interface AskServer {
  readonly baseUrl: string;
  readonly headers: Record<string, string>;
  readonly fetch: typeof fetch;
  readonly signal?: AbortSignal;
  /** For each request; 10 s unless told otherwise. */
  readonly timeoutMs?: number;
  /** How patiently the list of models is asked for: a server that has just been started says 503 for a while. */
  readonly retry?: RetryOptions;
}

type Json = Record<string, unknown>;

/** Asks a server what it is and which models it has. A server that keeps no list has no models. */
export async function serverInfo(ask: AskServer): Promise<ServerInfo> {
  const { root, apis } = addressesOf(ask.baseUrl);
  let api = apis[0]!;
  let list: Json[] = [];
  for (const candidate of apis) {
    const answer = await listModels(ask, candidate);
    if (answer.status === 401 || answer.status === 403) {
      throw new MemAgentError('model-unavailable', `${candidate} answered ${answer.status}: ${answer.said}`, {
        hint: 'Give the right API key (apiKey, or OPENAI_API_KEY on the command line).',
      });
    }
    const data = answer.json?.data;
    if (!Array.isArray(data)) continue;
    api = candidate;
    list = data.filter((model) => typeof model?.id === 'string');
    break;
  }
  const kind = kindByOwner(list) ?? (root.startsWith('http:') ? await kindByProbe(ask, root) : 'unknown');
  const models = list.map((model): ServerModel => ({ name: String(model.id), window: listedWindow(model) }));
  const info: ServerInfo = { kind, root, api, models };
  if (kind === 'llama-server') return { ...info, ...(await llamaProps(ask, info)) };
  if (kind === 'lmstudio') return { ...info, models: await lmStudioModels(ask, info) };
  return info;
}

function listModels(ask: AskServer, api: string): Promise<Answer> {
  const options = ask.retry ?? { retries: 0 };
  return retry(
    async () => {
      const answer = await getJson(ask, `${api}/models`).catch((error: unknown) => {
        // Nothing listens there: a person waits for this, and is better told at once.
        if (!(error instanceof CallFailure && error.message.includes('ECONNREFUSED'))) throw error;
        throw new CallFailure(error.message, { retryable: false, hint: error.hint, cause: error });
      });
      if (answer.status < 500 && answer.status !== 429) return answer;
      throw statusFailure(answer.status, answer.said, answer.headers, Date.now());
    },
    api,
    { ...options, signal: ask.signal },
  );
}

/** The window of an Ollama model as it is served: not what the model could do, but what `num_ctx` says. */
export async function ollamaWindow(ask: AskServer, root: string, model: string): Promise<number> {
  const running = (await tryJson(ask, `${root}/api/ps`))?.models;
  if (Array.isArray(running)) {
    const loaded = running.find((entry) => entry?.name === model || entry?.model === model);
    if (positive(loaded?.context_length)) return loaded.context_length;
  }
  const shown = await tryJson(ask, `${root}/api/show`, { model });
  const set = /^\s*num_ctx\s+(\d+)/m.exec(String(shown?.parameters ?? ''));
  if (set) return Number(set[1]);
  const able = Object.entries((shown?.model_info ?? {}) as Json).find(([key]) =>
    key.endsWith('.context_length'),
  );
  // Without num_ctx Ollama serves 4096 tokens (more on large GPUs), whatever the model was trained for.
  return Math.min(ollamaDefaultWindow, positive(able?.[1]) ? able[1] : ollamaDefaultWindow);
}

const ollamaDefaultWindow = 4096;

/** A base URL with and without `/v1`, whichever way it was given. */
export function addressesOf(baseUrl: string): { root: string; apis: string[] } {
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(baseUrl) ? baseUrl : `http://${baseUrl}`);
  } catch {
    throw new MemAgentError('bad-input', `${JSON.stringify(baseUrl)} is not a URL.`, {
      hint: 'Give the base URL of the server, for example http://127.0.0.1:8080/v1.',
    });
  }
  const given = `${url.origin}${url.pathname}`.replace(/\/+(chat\/completions)?\/*$/, '');
  if (/\/v\d+[a-z0-9]*$/.test(given)) return { root: given.replace(/\/v\d+[a-z0-9]*$/, ''), apis: [given] };
  const bare = given === url.origin;
  return { root: given, apis: bare ? [`${given}/v1`] : [given, `${given}/v1`] };
}

function kindByOwner(models: readonly Json[]): ServerKind | undefined {
  switch (models[0]?.owned_by) {
    case 'llamacpp':
      return 'llama-server';
    case 'vllm':
      return 'vllm';
    case 'sglang':
      return 'sglang';
    case 'library':
      return 'ollama';
    default:
      return undefined;
  }
}

async function kindByProbe(ask: AskServer, root: string): Promise<ServerKind> {
  const probe = async (kind: ServerKind, path: string, fits: (json: Json) => boolean) => {
    const json = await tryJson({ ...ask, timeoutMs: Math.min(ask.timeoutMs ?? 2000, 2000) }, root + path);
    return json && fits(json) ? kind : undefined;
  };
  const found = await Promise.all([
    probe('llama-server', '/props', (json) => 'default_generation_settings' in json),
    probe('lmstudio', '/api/v0/models', (json) => Array.isArray(json.data)),
    probe('ollama', '/api/tags', (json) => Array.isArray(json.models)),
    probe('sglang', '/get_model_info', (json) => 'model_path' in json),
  ]);
  return found.find((kind) => kind !== undefined) ?? 'unknown';
}

async function llamaProps(
  ask: AskServer,
  info: ServerInfo,
): Promise<Pick<ServerInfo, 'models' | 'concurrency'>> {
  const json = await tryJson(ask, `${info.root}/props`);
  const window = (json?.default_generation_settings as Json | undefined)?.n_ctx;
  const slots = json?.total_slots;
  return {
    models: positive(window) ? info.models.map((model) => ({ ...model, window })) : info.models,
    ...(positive(slots) ? { concurrency: slots } : {}),
  };
}

async function lmStudioModels(ask: AskServer, info: ServerInfo): Promise<readonly ServerModel[]> {
  const json = await tryJson(ask, `${info.root}/api/v0/models`);
  if (!Array.isArray(json?.data)) return info.models;
  return json.data
    .filter((model: Json) => typeof model?.id === 'string' && model.type !== 'embeddings')
    .map((model: Json): ServerModel => {
      const window = model.loaded_context_length;
      return { name: String(model.id), ...(positive(window) ? { window } : {}) };
    });
}

// vLLM and SGLang, llama-server, OpenRouter and Together, Groq, Mistral: each has its own word for it.
function listedWindow(model: Json): number | undefined {
  const meta = model.meta as Json | undefined;
  const named = [model.max_model_len, meta?.n_ctx, model.context_length, model.context_window];
  return [...named, model.max_context_length].find(positive);
}

function positive(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The object in the body of a 2xx. */
  readonly json: Json | undefined;
  readonly said: string;
}

// For what a server need not have: no answer is an answer.
async function tryJson(ask: AskServer, url: string, body?: object): Promise<Json | undefined> {
  try {
    return (await getJson(ask, url, body)).json;
  } catch (error) {
    if (ask.signal?.aborted) throw error;
    return undefined;
  }
}

async function getJson(ask: AskServer, url: string, body?: object): Promise<Answer> {
  const signals = [AbortSignal.timeout(ask.timeoutMs ?? 10_000), ...(ask.signal ? [ask.signal] : [])];
  const init: RequestInit = { headers: ask.headers, signal: AbortSignal.any(signals) };
  if (body) {
    init.method = 'POST';
    init.body = JSON.stringify(body);
    init.headers = { ...ask.headers, 'content-type': 'application/json' };
  }
  let text: string;
  let response: Response;
  try {
    response = await ask.fetch(url, init);
    text = await response.text();
  } catch (error) {
    if (ask.signal?.aborted) throw abortedError(ask.signal);
    throw networkFailure(error, 'The server cannot be reached');
  }
  let json: Json | undefined;
  try {
    const parsed = JSON.parse(text);
    if (response.ok && typeof parsed === 'object' && parsed !== null) json = parsed;
  } catch {
    // Not JSON: the caller sees a status without an object.
  }
  return { status: response.status, headers: response.headers, json, said: serverMessage(text) };
}
