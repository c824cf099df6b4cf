import type { Tokenizer } from '../tokenizer/tokenizer.ts';
import { chooseModel } from './choose-model.ts';
import { chooseTokenizer } from './choose-tokenizer.ts';
import { type Clock, systemClock } from './clock.ts';
import { CallFailure, networkFailure, statusFailure } from './failure.ts';
import { createGate } from './gate.ts';
import { liveText } from './live-text.ts';
import type { CompleteOptions, Completion, Model, ModelDefaults, Prompt } from './model.ts';
import { collectReply, type Reply, rawText } from './openai-reply.ts';
import { buildRequest, learnRefusal, type RequestContext, type WireRequest } from './openai-request.ts';
import { promptCut } from './prompt-cut.ts';
import { hideReasoning, splitReasoning } from './reasoning.ts';
import { type RetryOptions, retry } from './retry.ts';
import { overStale } from './retrying-fetch.ts';
import { ollamaWindow, type ServerKind, serverInfo } from './server-info.ts';

import { jsonEvents } from './sse.ts';
import { watchCall } from './watch-call.ts';

/** Where a model is served and how to call it. */
export interface OpenAiModelOptions {
  /** With or without `/v1`. */
  readonly baseUrl: string;
  /** Its name on the server; needed only where the server has several. */
  readonly model?: string;
  readonly apiKey?: string;
  /** The most tokens of prompt and reply. Asked of the server where it says so; else 8192. */
  readonly window?: number;
  /** The model's own tokenizer. Otherwise the server's `/tokenize`, or o200k as an approximation. */
  readonly tokenizer?: Tokenizer;
  /** Names of special tokens that raw prompts use, for servers to look up. */
  readonly specials?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields added to every request, such as `{ chat_template_kwargs: { enable_thinking: false } }`. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The longest one try may take; 10 minutes unless told otherwise. */
  readonly timeoutMs?: number;
  /** The longest pause within a reply that has begun; 2 minutes unless told otherwise. */
  readonly stallMs?: number;
  /** Tries after the first; 6 unless told otherwise. */
  readonly retries?: number;
  /** The most calls at once; further ones wait their turn. */
  readonly concurrency?: number;
  readonly price?: Model['price'];
  readonly canChat?: boolean;
  readonly defaults?: ModelDefaults;
  readonly fetch?: typeof fetch;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  /** Told of each failure that is tried again. */
  readonly onRetry?: RetryOptions['onRetry'];
}

/** A model behind an OpenAI-compatible server, and what kind of server that is. */
export interface OpenAiModel extends Model {
  readonly kind: ServerKind;
  readonly baseUrl: string;
  /** The tokenizer is the model's own; counts are exact. */
  readonly exactTokens: boolean;
}

/** The window where neither the server nor the user says one. */
export const defaultWindow = 8192;

const defaultConcurrency: Record<ServerKind, number> = {
  'llama-server': 1,
  ollama: 1,
  lmstudio: 1,
  vllm: 32,
  sglang: 32,
  unknown: 8,
};

/**
 * A model on any OpenAI-compatible server: vLLM, SGLang, llama-server, Ollama, LM Studio, hosted ones. Asks the
 * server for the model's name, window and tokenizer. Text from untrusted segments that reads like a special token
 * of a chat template is sent with a space in it (see `defang`).
 *
 * @example
 * const model = await openaiModel({ baseUrl: 'http://127.0.0.1:8080/v1' });
 */
export async function openaiModel(options: OpenAiModelOptions): Promise<OpenAiModel> {
  const { clock = systemClock, timeoutMs = 600_000, stallMs = 120_000, signal } = options;
  const call = options.fetch ?? globalThis.fetch;
  const headers = requestHeaders(options);
  const patience = { retries: options.retries, clock };
  const ask = { baseUrl: options.baseUrl, headers, fetch: call, signal, retry: patience };
  const info = await serverInfo(ask);
  const name = chooseModel(info, options.model);
  const listed = info.models.find((model) => model.name === name)?.window;
  const window =
    options.window ??
    listed ??
    (info.kind === 'ollama' ? await ollamaWindow(ask, info.root, name) : defaultWindow);
  const { tokenizer, exact } = await chooseTokenizer(info, name, {
    ...options,
    headers,
    fetch: call,
    retry: patience,
  });
  const context: RequestContext = {
    kind: info.kind,
    model: name,
    tokenizer,
    exact,
    refused: new Set(),
    extra: options.body,
  };
  const concurrency = options.concurrency ?? info.concurrency ?? defaultConcurrency[info.kind];
  const gate = createGate(concurrency);
  // Set once the model has closed a thought that its chat template began.
  let templateThinks = false;

  async function complete(prompt: Prompt, completeOptions: CompleteOptions): Promise<Completion> {
    const live = liveText(completeOptions.onText);
    return gate.run(
      () =>
        retry(() => attempt(prompt, { ...completeOptions, onText: live?.() }), info.api, {
          retries: options.retries,
          signal: completeOptions.signal,
          clock,
          onRetry: options.onRetry,
        }),
      completeOptions.signal,
    );
  }

  async function attempt(prompt: Prompt, completeOptions: CompleteOptions): Promise<Completion> {
    for (;;) {
      const request = await buildRequest(prompt, completeOptions, context);
      try {
        return await overStale(() => send(prompt, request, completeOptions));
      } catch (error) {
        // A server that does not know a field says so at once: worth another call, not a wait.
        if (error instanceof CallFailure && learnRefusal(error, request.body, context.refused)) continue;
        throw error;
      }
    }
  }

  async function send(
    prompt: Prompt,
    request: WireRequest,
    completeOptions: CompleteOptions,
  ): Promise<Completion> {
    const watch = watchCall(clock, timeoutMs, stallMs, completeOptions.signal);
    const hidden = completeOptions.onText && hideReasoning(completeOptions.onText, templateThinks);
    let counting: Promise<number | undefined>;
    let reply: Reply;
    try {
      const url = (request.path === '/completion' ? info.root : info.api) + request.path;
      const replying = call(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(request.body),
        signal: watch.signal,
      }).catch((error: unknown) => {
        throw networkFailure(error, 'The server cannot be reached', true);
      });
      // Counted while the server works.
      counting = countSent(request, completeOptions.promptTokens);
      const response = await replying;
      if (!response.ok) {
        throw unsupported(
          request,
          statusFailure(response.status, await response.text(), response.headers, clock.now()),
        );
      }
      reply = await collectReply(watch.pieces(jsonEvents(response)), (text) => hidden?.push(text));
      hidden?.end();
    } catch (error) {
      throw watch.reason() ?? error;
    } finally {
      watch.end();
    }
    const sent = await counting;
    const cut =
      sent === undefined
        ? undefined
        : promptCut({ sent, read: reply.usage.promptTokens, exact, kind: info.kind });
    if (cut) throw cut;
    return toCompletion(prompt, reply, sent ?? 0);
  }

  async function countSent(request: WireRequest, known: number | undefined): Promise<number | undefined> {
    if (typeof request.sent !== 'string') return request.sent.length;
    if (known !== undefined) return known;
    try {
      return (await tokenizer.encode(request.sent)).length;
    } catch {
      return undefined; // Only a check: a tokenizer that fails must not fail the call.
    }
  }

  async function toCompletion(prompt: Prompt, reply: Reply, sent: number): Promise<Completion> {
    const { ids, logprobs, finish } = reply;
    const { promptTokens, completionTokens, cachedTokens, reasoningTokens } = reply.usage;
    const whole =
      prompt.form === 'raw' && info.kind === 'llama-server' ? await rawText(reply, tokenizer) : reply.content;
    const begun = templateThinks && finish === 'length' && reply.reasoning === '';
    const split = splitReasoning(whole, begun);
    if (split.bare && !split.open) templateThinks = true;
    const reasoning = [reply.reasoning, split.reasoning].filter(Boolean).join('\n');
    return {
      text: split.text,
      finish,
      usage: {
        promptTokens: promptTokens || sent,
        completionTokens:
          completionTokens ?? ids?.length ?? (await tokenizer.encode(whole + reply.reasoning)).length,
        ...(cachedTokens === undefined ? {} : { cachedTokens }),
        ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
      },
      ...(reasoning === '' ? {} : { reasoning }),
      ...(ids ? { ids } : {}),
      ...(logprobs ? { logprobs } : {}),
    };
  }

  return {
    name,
    id: `openai:${info.api}#${name}`,
    window,
    tokenizer,
    canChat: options.canChat ?? true,
    concurrency,
    kind: info.kind,
    baseUrl: info.api,
    exactTokens: exact,
    ...(options.defaults ? { defaults: options.defaults } : {}),
    ...(options.price ? { price: options.price } : {}),
    complete,
  };
}

function requestHeaders(options: OpenAiModelOptions): Record<string, string> {
  const inUrl = /^[a-z]+:\/\/([^/@]*)@/i.exec(options.baseUrl)?.[1];
  return {
    ...(inUrl ? { authorization: `Basic ${btoa(decodeURIComponent(inUrl))}` } : {}),
    ...(options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {}),
    ...options.headers,
  };
}

function unsupported(request: WireRequest, failure: CallFailure): CallFailure {
  if (request.path === '/chat/completions' || (failure.status !== 404 && failure.status !== 405))
    return failure;
  return new CallFailure(`The server has no ${request.path}, which a raw prompt needs (${failure.message})`, {
    retryable: false,
    status: failure.status,
    code: 'bad-input',
    hint: 'Use a chat profile such as section-first, or serve the model with llama-server or vLLM.',
  });
}
