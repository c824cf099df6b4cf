import type {
  LanguageModelV2,
  LanguageModelV2StreamPart,
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider';
import { MemAgentError } from '../errors.ts';
import type { Tokenizer } from '../tokenizer/tokenizer.ts';
import { fallbackTokenizer } from './choose-tokenizer.ts';
import { type Clock, systemClock } from './clock.ts';
import { CallFailure, networkFailure, retryAfterMs } from './failure.ts';
import { liveText } from './live-text.ts';
import type {
  CompleteOptions,
  Completion,
  Model,
  ModelDefaults,
  Prompt,
  PromptTurn,
  Usage,
} from './model.ts';
import { promptCut } from './prompt-cut.ts';
import { hideReasoning, splitReasoning } from './reasoning.ts';
import { retry } from './retry.ts';
import { garbage } from './sse.ts';
import { defang, promptText } from './untrusted.ts';
import { watchCall } from './watch-call.ts';

export interface FromAiSdkOptions {
  /** The most tokens of prompt and reply together: AI SDK models do not say. */
  readonly window: number;
  /** The model's own tokenizer; o200k as an approximation otherwise. */
  readonly tokenizer?: Tokenizer;
  readonly price?: Model['price'];
  readonly concurrency?: number;
  readonly defaults?: ModelDefaults;
  /** The longest one try may take; 10 minutes unless told otherwise. */
  readonly timeoutMs?: number;
  /** The longest pause within a reply that has begun; 2 minutes unless told otherwise. */
  readonly stallMs?: number;
  /** Tries after the first; 6 unless told otherwise. */
  readonly retries?: number;
  readonly providerOptions?: LanguageModelV3CallOptions['providerOptions'];
  readonly clock?: Clock;
}

/**
 * Makes any AI SDK model (`LanguageModelV3`, or the older V2) one that can read.
 *
 * @example
 * const model = await fromAiSdk(openai('gpt-5-mini'), { window: 128_000 });
 */
export async function fromAiSdk(
  sdk: LanguageModelV3 | LanguageModelV2,
  options: FromAiSdkOptions,
): Promise<Model> {
  const { clock = systemClock, timeoutMs = 600_000, stallMs = 120_000 } = options;
  const exact = options.tokenizer !== undefined;
  const tokenizer = options.tokenizer ?? (await fallbackTokenizer());
  const where = `${sdk.provider}/${sdk.modelId}`;

  async function attempt(prompt: Prompt, completeOptions: CompleteOptions): Promise<Completion> {
    const watch = watchCall(clock, timeoutMs, stallMs, completeOptions.signal);
    const hidden = completeOptions.onText && hideReasoning(completeOptions.onText);
    const text = promptText(prompt);
    let reply: SdkReply;
    try {
      const call = callOptions(prompt, text, completeOptions, options, watch.signal);
      // V2 takes the same options as far as they are used here; what it streams differs only in the last part.
      const { stream } = await (sdk as LanguageModelV3).doStream(call);
      reply = await collect(watch.pieces(partsOf(stream)), (piece) => hidden?.push(piece));
      hidden?.end();
    } catch (error) {
      throw watch.reason() ?? sdkFailure(error, clock);
    } finally {
      watch.end();
    }
    const sent =
      completeOptions.promptTokens ?? (await tokenizer.encode(`${prompt.system ?? ''}${text}`)).length;
    const cut = promptCut({ sent, read: reply.usage.promptTokens, exact, kind: 'unknown' });
    if (cut) throw cut;
    const split = splitReasoning(reply.text);
    const reasoning = [reply.reasoning, split.reasoning].filter(Boolean).join('\n');
    const { promptTokens, completionTokens, ...rest } = reply.usage;
    return {
      text: split.text,
      finish: reply.finish,
      usage: {
        ...rest,
        promptTokens: promptTokens || sent,
        completionTokens: completionTokens ?? (await tokenizer.encode(reply.text + reply.reasoning)).length,
      },
      ...(reasoning === '' ? {} : { reasoning }),
    };
  }

  return {
    name: sdk.modelId,
    id: `ai-sdk:${where}`,
    window: options.window,
    tokenizer,
    canChat: true,
    ...(options.price ? { price: options.price } : {}),
    ...(options.concurrency ? { concurrency: options.concurrency } : {}),
    ...(options.defaults ? { defaults: options.defaults } : {}),
    async complete(prompt, completeOptions) {
      if (prompt.form === 'raw') {
        throw new MemAgentError('bad-input', `${where} takes messages; it cannot read a raw prompt.`, {
          hint: 'Use a chat profile such as section-first.',
        });
      }
      const live = liveText(completeOptions.onText);
      const { retries } = options;
      const { signal } = completeOptions;
      return retry(() => attempt(prompt, { ...completeOptions, onText: live?.() }), where, {
        retries,
        signal,
        clock,
      });
    },
  };
}

function sdkTurn({ role, text }: PromptTurn): LanguageModelV3CallOptions['prompt'][number] {
  if (role === 'system') return { role, content: defang(text) };
  return { role, content: [{ type: 'text', text: defang(text) }] };
}

function callOptions(
  prompt: Prompt,
  text: string,
  options: CompleteOptions,
  { providerOptions }: FromAiSdkOptions,
  abortSignal: AbortSignal,
): LanguageModelV3CallOptions {
  const { maxTokens, temperature = 0, topP, seed, stop, schema } = options;
  return {
    prompt: prompt.turns?.map(sdkTurn) ?? [
      ...(prompt.system ? [{ role: 'system' as const, content: prompt.system }] : []),
      { role: 'user', content: [{ type: 'text', text }] },
    ],
    maxOutputTokens: maxTokens,
    temperature,
    abortSignal,
    ...(topP === undefined ? {} : { topP }),
    ...(seed === undefined ? {} : { seed }),
    ...(stop ? { stopSequences: [...stop] } : {}),
    ...(schema ? { responseFormat: { type: 'json', schema, name: 'answer' } } : {}),
    ...(providerOptions ? { providerOptions } : {}),
  };
}

type Part = LanguageModelV3StreamPart | LanguageModelV2StreamPart;

interface SdkReply {
  text: string;
  reasoning: string;
  finish: 'stop' | 'length';
  usage: Partial<Usage>;
}

async function* partsOf(stream: ReadableStream<Part>): AsyncGenerator<Part, undefined> {
  const reader = stream.getReader();
  let whole = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    whole = true;
  } finally {
    if (!whole) reader.cancel().catch(() => {});
  }
  return undefined;
}

async function collect(parts: AsyncGenerator<Part>, onContent: (text: string) => void): Promise<SdkReply> {
  let text = '';
  let reasoning = '';
  let end: (Part & { type: 'finish' }) | undefined;
  for await (const part of parts) {
    if (part.type === 'text-delta') {
      text += part.delta;
      onContent(part.delta);
    } else if (part.type === 'reasoning-delta') reasoning += part.delta;
    else if (part.type === 'error') throw part.error;
    else if (part.type === 'finish') end = part;
  }
  if (!end) throw garbage(`The stream ended in the middle of the reply, after ${text.length} characters.`);
  const reason = typeof end.finishReason === 'string' ? end.finishReason : end.finishReason.unified;
  if (reason === 'error') throw garbage('The model gave up on the reply.');
  if (reason === 'content-filter') {
    throw new CallFailure('The provider’s content filter stopped the reply.', {
      retryable: false,
      code: 'model-reply',
      hint: 'Use a model without such a filter for this text.',
    });
  }
  return { text, reasoning, finish: reason === 'length' ? 'length' : 'stop', usage: usageOf(end.usage) };
}

function usageOf(usage: (Part & { type: 'finish' })['usage']): Partial<Usage> {
  const { inputTokens, outputTokens } = usage;
  const [prompt, cached] =
    typeof inputTokens === 'object'
      ? [inputTokens.total, inputTokens.cacheRead]
      : [inputTokens, 'cachedInputTokens' in usage ? usage.cachedInputTokens : undefined];
  const [completion, reasoned] =
    typeof outputTokens === 'object'
      ? [outputTokens.total, outputTokens.reasoning]
      : [outputTokens, 'reasoningTokens' in usage ? usage.reasoningTokens : undefined];
  return {
    ...(prompt === undefined ? {} : { promptTokens: prompt }),
    ...(completion === undefined ? {} : { completionTokens: completion }),
    ...(cached === undefined ? {} : { cachedTokens: cached }),
    ...(reasoned === undefined ? {} : { reasoningTokens: reasoned }),
  };
}

/** AI SDK providers throw APICallError; recognised by its fields, as copies of the package differ. */
function sdkFailure(error: unknown, clock: Clock): unknown {
  if (error instanceof CallFailure || MemAgentError.isInstance(error)) return error;
  const api = error as {
    isRetryable?: unknown;
    statusCode?: number;
    responseHeaders?: Record<string, string>;
  };
  if (!(error instanceof Error) || typeof api.isRetryable !== 'boolean')
    return networkFailure(error, 'The call failed');
  const status = api.statusCode;
  return new CallFailure(error.message, {
    retryable: api.isRetryable,
    status,
    retryAfterMs: retryAfterMs(new Headers(api.responseHeaders), clock.now()),
    code: status === 400 || status === 422 ? 'bad-input' : 'model-unavailable',
    hint: status === 401 || status === 403 ? 'Give the provider the right API key.' : undefined,
    cause: error,
  });
}
