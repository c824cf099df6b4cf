import type { Tokenizer } from '../tokenizer/tokenizer.ts';
import { CallFailure } from './failure.ts';
import type { Usage } from './model.ts';
import { garbage } from './sse.ts';

/** What the events of one reply add up to. */
export interface Reply {
  readonly content: string;
  /** From the server's own field for it; thinking inside the content is not split off yet. */
  readonly reasoning: string;
  readonly finish: 'stop' | 'length';
  readonly usage: Partial<Usage>;
  readonly ids?: number[];
  readonly logprobs?: number[];
  /** The last of the ids is the one that ended the reply, and stands for no text. */
  readonly endsInId: boolean;
}

/* The parts of the protocol that are read; any of them may be missing. */
interface Event {
  error?: unknown;
  choices?: Choice[];
  usage?: WireUsage | null;
  // llama-server's own /completion
  content?: string;
  tokens?: number[];
  stop?: boolean;
  stop_type?: string;
  tokens_evaluated?: number;
  tokens_predicted?: number;
  truncated?: boolean;
  timings?: { cache_n?: number };
  completion_probabilities?: Logprob[];
}
interface Choice {
  delta?: Message;
  message?: Message;
  text?: string;
  finish_reason?: string | null;
  token_ids?: number[] | null;
  logprobs?: { content?: Logprob[] | null; token_logprobs?: (number | null)[] | null } | null;
}
interface Message {
  content?: string | Part[] | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
}
interface Part {
  type?: string;
  text?: string;
  thinking?: Part[];
}
interface Logprob {
  id?: number;
  logprob?: number;
}
interface WireUsage {
  prompt_tokens?: number;
  completion_tokens?: number;
  prompt_tokens_details?: { cached_tokens?: number } | null;
  completion_tokens_details?: { reasoning_tokens?: number } | null;
}

/** Adds up the events of a reply, and fails where they do not make a whole one. */
export async function collectReply(
  events: AsyncGenerator<unknown, 'done' | 'ended'>,
  onContent: (text: string) => void,
): Promise<Reply> {
  let content = '';
  let reasoning = '';
  let reason: string | undefined;
  let seen = false;
  let endId = false;
  const usage: Partial<Record<keyof Usage, number>> = {};
  const ids: number[] = [];
  const logprobs: number[] = [];

  const add = (text: string | undefined | null) => {
    if (!text) return;
    content += text;
    onContent(text);
  };

  function take(event: Event): void {
    if (event.error !== undefined && event.error !== null) throw streamError(event.error);
    if (event.usage) readUsage(event.usage, usage);
    if (typeof event.stop === 'boolean') takeOwn(event);
    else if (event.choices?.[0]) takeChoice(event.choices[0]);
  }

  function takeChoice(choice: Choice): void {
    seen = true;
    const message = choice.delta ?? choice.message;
    reasoning += message?.reasoning_content || message?.reasoning || '';
    if (Array.isArray(message?.content)) {
      for (const part of message.content) {
        if (part.thinking) for (const thought of part.thinking) reasoning += thought.text ?? '';
        else add(part.text);
      }
    } else add(message?.content ?? choice.text);
    if (choice.token_ids) ids.push(...choice.token_ids);
    takeLogprobs(choice.logprobs?.content, choice.token_ids != null);
    for (const logprob of choice.logprobs?.token_logprobs ?? []) logprobs.push(logprob ?? Number.NaN);
    if (choice.finish_reason) reason = choice.finish_reason;
  }

  function takeLogprobs(entries: Logprob[] | undefined | null, haveIds: boolean): void {
    for (const entry of entries ?? []) {
      if (typeof entry.logprob === 'number') logprobs.push(entry.logprob);
      if (!haveIds && typeof entry.id === 'number') ids.push(entry.id);
    }
  }

  function takeOwn(event: Event): void {
    seen = true;
    add(event.content);
    // The last event of a stream repeats no ids; that of an answer in one piece holds them all.
    if (event.tokens) ids.push(...event.tokens);
    takeLogprobs(event.completion_probabilities, true);
    if (!event.stop) return;
    reason = event.stop_type === 'limit' ? 'length' : 'stop';
    if (event.tokens_evaluated !== undefined) usage.promptTokens = event.tokens_evaluated;
    if (event.tokens_predicted !== undefined) usage.completionTokens = event.tokens_predicted;
    endId = event.stop_type === 'eos' && ids.length === event.tokens_predicted;
    if (event.timings?.cache_n !== undefined) usage.cachedTokens = event.timings.cache_n;
  }

  let ending: 'done' | 'ended' = 'ended';
  try {
    for (;;) {
      const next = await events.next();
      if (next.done) {
        ending = next.value;
        break;
      }
      if (typeof next.value !== 'object' || next.value === null)
        throw garbage('The stream holds an event that is no object.');
      take(next.value as Event);
    }
  } catch (error) {
    // Once the reply has its finish reason, only its usage can be lost.
    if (reason === undefined) throw error;
  } finally {
    await events.return('ended');
  }
  if (!seen) throw garbage('The server sent a reply without content.');
  if (reason === undefined && ending === 'ended') {
    throw garbage(`The stream ended in the middle of the reply, after ${content.length} characters.`);
  }
  return {
    content,
    reasoning,
    finish: finishOf(reason),
    usage,
    endsInId: endId,
    ...wholeTokens(ids, logprobs, usage.completionTokens),
  };
}

/**
 * Ids and log-probabilities, if there is one for each generated token (but perhaps the one that ends the reply).
 * llama-server's chats skip those that end within a character; what has gaps is worse than nothing.
 */
function wholeTokens(ids: number[], logprobs: number[], generated = 0): Pick<Reply, 'ids' | 'logprobs'> {
  const whole = (list: readonly number[]) => list.length > 0 && list.length >= generated - 1;
  if (ids.length > 0 && logprobs.length > 0 && ids.length !== logprobs.length) return {};
  return { ...(whole(ids) ? { ids } : {}), ...(whole(logprobs) ? { logprobs } : {}) };
}

function finishOf(reason: string | undefined): 'stop' | 'length' {
  switch (reason) {
    case 'length':
    case 'max_tokens':
    case 'model_length':
      return 'length';
    case 'abort':
    case 'error':
      throw garbage(`The server gave up on the reply (finish reason “${reason}”).`);
    case 'content_filter':
      throw new CallFailure('The server’s content filter stopped the reply.', {
        retryable: false,
        code: 'model-reply',
        hint: 'Use a model without such a filter for this text.',
      });
    default:
      return 'stop';
  }
}

function readUsage(wire: WireUsage, usage: Partial<Record<keyof Usage, number>>): void {
  usage.promptTokens = wire.prompt_tokens;
  usage.completionTokens = wire.completion_tokens;
  usage.cachedTokens = wire.prompt_tokens_details?.cached_tokens;
  usage.reasoningTokens = wire.completion_tokens_details?.reasoning_tokens;
}

function streamError(error: unknown): CallFailure {
  const { message, code, type } = (typeof error === 'object' ? error : {}) as Record<string, unknown>;
  const said = typeof error === 'string' ? error : String(message ?? JSON.stringify(error));
  const status = Number(code);
  return new CallFailure(`The server broke off the reply: ${said}${type ? ` (${type})` : ''}`, {
    retryable: !(status >= 400 && status < 500 && status !== 408 && status !== 429),
    code: 'model-reply',
  });
}

/**
 * The text of a raw reply with its special tokens by name: llama-server leaves them out of the text, but not out of
 * the ids.
 */
export async function rawText(reply: Reply, tokenizer: Tokenizer): Promise<string> {
  if (!reply.ids) return reply.content;
  const named = await tokenizer.decode(reply.endsInId ? reply.ids.slice(0, -1) : reply.ids);
  // Cut at its limit a reply may end in half a character; the server's own text leaves that out.
  return named.length > reply.content.length && !named.endsWith('\ufffd') ? named : reply.content;
}
