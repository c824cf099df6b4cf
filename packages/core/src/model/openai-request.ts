import { MemAgentError } from '../errors.ts';
import type { Tokenizer } from '../tokenizer/tokenizer.ts';
import type { CallFailure } from './failure.ts';
import type { CompleteOptions, Prompt } from './model.ts';
import type { ServerKind } from './server-info.ts';
import { defang, promptText } from './untrusted.ts';

/** What a server has turned out not to take; found on its first refusal and remembered. */
export type Refusals = Set<string>;

/** What is sent, and where. */
export interface WireRequest {
  /** Under the API (`/chat/completions`), or under the server's root for llama-server's own `/completion`. */
  readonly path: '/chat/completions' | '/completions' | '/completion';
  readonly body: Record<string, unknown>;
  /** What the server is to read: the text of a chat, or the ids of a raw prompt. */
  readonly sent: string | readonly number[];
}

export interface RequestContext {
  readonly kind: ServerKind;
  readonly model: string;
  readonly tokenizer: Tokenizer;
  /** The tokenizer is the model's own. */
  readonly exact: boolean;
  readonly refused: Refusals;
  /** Fields of the user's for every request. */
  readonly extra?: Record<string, unknown>;
}

/** The request for a prompt: a chat with one user message, or the prompt's own tokens. */
export async function buildRequest(
  prompt: Prompt,
  options: CompleteOptions,
  context: RequestContext,
): Promise<WireRequest> {
  if (prompt.form === 'raw') return rawRequest(prompt, options, context);
  const text = promptText(prompt);
  const system = prompt.system ? [{ role: 'system', content: prompt.system }] : [];
  const messages = prompt.turns
    ? prompt.turns.map((turn) => ({ role: turn.role, content: defang(turn.text) }))
    : [...system, { role: 'user', content: text }];
  const body: Record<string, unknown> = {
    model: context.model,
    messages,
    ...common(options, context),
    ...(options.logprobs ? { logprobs: true, top_logprobs: 1 } : {}),
  };
  return {
    path: '/chat/completions',
    body: withoutRefused(body, context),
    sent: prompt.system ? `${prompt.system}\n${text}` : text,
  };
}

async function rawRequest(
  prompt: Prompt,
  options: CompleteOptions,
  context: RequestContext,
): Promise<WireRequest> {
  if (context.kind === 'ollama') {
    throw new MemAgentError(
      'bad-input',
      'Ollama puts every prompt into a chat template; a raw prompt needs none.',
      {
        hint: 'Use a chat profile such as section-first, or serve the model with llama-server or vLLM.',
      },
    );
  }
  const ids = context.exact ? await rawIds(prompt, context.tokenizer) : undefined;
  const sent = ids ?? promptText(prompt);
  if (context.kind === 'llama-server') {
    const { maxTokens, temperature = 0, topP, seed, stop, schema, logprobs } = options;
    const body = {
      prompt: sent,
      n_predict: maxTokens,
      temperature,
      stream: true,
      cache_prompt: true,
      return_tokens: true,
      ...(topP === undefined ? {} : { top_p: topP }),
      ...(seed === undefined ? {} : { seed }),
      ...(stop ? { stop } : {}),
      ...(schema ? { json_schema: schema } : {}),
      ...(logprobs ? { n_probs: 1 } : {}),
      ...context.extra,
    };
    return { path: '/completion', body, sent };
  }
  const body: Record<string, unknown> = {
    model: context.model,
    prompt: sent,
    ...common(options, context),
    ...(options.logprobs ? { logprobs: 1 } : {}),
    // vLLM and SGLang leave special tokens out of the text unless told otherwise.
    ...(context.kind === 'vllm' || context.kind === 'sglang' ? { skip_special_tokens: false } : {}),
  };
  return { path: '/completions', body: withoutRefused(body, context), sent };
}

/** Trusted segments with their special tokens, untrusted ones as plain text. */
export async function rawIds(prompt: Prompt, tokenizer: Tokenizer): Promise<number[]> {
  const ids: number[] = [];
  const plain = async (text: string) => {
    if (text !== '') for (const id of await tokenizer.encode(text)) ids.push(id);
  };
  for (const segment of prompt.segments) {
    if (!segment.trusted) {
      await plain(segment.text);
      continue;
    }
    let from = 0;
    for (const match of segment.text.matchAll(/<\|?[^\s<>]{1,80}>|\[[^\s[\]]{1,80}\]/g)) {
      const id = tokenizer.special(match[0]);
      if (id === undefined) {
        if (!match[0].startsWith('<|')) continue;
        throw new MemAgentError('bad-input', `The tokenizer does not know the special token ${match[0]}.`, {
          hint: 'Name it in `specials`, give the model’s own tokenizer, or use a profile made for this model.',
        });
      }
      await plain(segment.text.slice(from, match.index));
      ids.push(id);
      from = match.index + match[0].length;
    }
    await plain(segment.text.slice(from));
  }
  return ids;
}

function common(options: CompleteOptions, { kind, refused, extra }: RequestContext): Record<string, unknown> {
  const { maxTokens, temperature = 0, topP, seed, stop, schema, logprobs } = options;
  return {
    [refused.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    temperature,
    stream: true,
    stream_options: { include_usage: true },
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(seed === undefined ? {} : { seed }),
    ...(stop && stop.length > 0 ? { stop } : {}),
    // Not `strict`: hosted servers refuse most schemas then, and the answer is checked against it anyway.
    ...(schema ? { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } } : {}),
    ...(logprobs && kind === 'vllm' ? { return_token_ids: true } : {}),
    ...extra,
  };
}

// What a reading can do without; anything else that is refused is an error.
const optional = [
  'stream_options',
  'return_token_ids',
  'top_logprobs',
  'logprobs',
  'response_format',
  'temperature',
  'top_p',
  'seed',
  'skip_special_tokens',
];

function withoutRefused(body: Record<string, unknown>, { refused }: RequestContext): Record<string, unknown> {
  for (const field of optional) if (refused.has(field)) delete body[field];
  return body;
}

const refusal =
  /unsupported|not supported|unknown|unrecogni[sz]ed|unexpected|not permitted|not allowed|extra (inputs|fields)|additional propert|does not support|not available|invalid (field|parameter|argument)/i;

/**
 * Learns from a 400 or 422 which field the server does not take. True when the call is worth making again without
 * it.
 */
export function learnRefusal(
  failure: CallFailure,
  body: Record<string, unknown>,
  refused: Refusals,
): boolean {
  if (failure.status !== 400 && failure.status !== 422) return false;
  const said = failure.message;
  if ('max_tokens' in body && said.includes('max_completion_tokens')) {
    refused.add('max_tokens');
    return true;
  }
  if (!refusal.test(said)) return false;
  const field = optional.find((name) => name in body && new RegExp(`\\b${name}\\b`).test(said));
  if (field === undefined) return false;
  refused.add(field);
  return true;
}
