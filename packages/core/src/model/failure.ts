import { type ErrorCode, MemAgentError } from '../errors.ts';

/** Why one call to a model failed, before it is decided whether to try again. */
export class CallFailure extends Error {
  /** Whether the same call may succeed when it is made again. */
  readonly retryable: boolean;
  readonly status: number | undefined;
  /** How long the server asked to wait. */
  readonly retryAfterMs: number | undefined;
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  /** The server closed an idle connection just as it was used again: nothing is wrong with either side. */
  readonly stale: boolean;

  constructor(
    message: string,
    options: {
      retryable: boolean;
      status?: number;
      retryAfterMs?: number;
      code?: ErrorCode;
      hint?: string;
      stale?: boolean;
      cause?: unknown;
    },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CallFailure';
    this.retryable = options.retryable;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
    this.code = options.code ?? 'model-unavailable';
    this.hint = options.hint;
    this.stale = options.stale ?? false;
  }
}

/** Whether another try, or another endpoint, may do better. Failures of unknown kind are worth a try. */
export function isRetryable(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure) return failure.retryable;
  if (!MemAgentError.isInstance(error)) return true;
  return error.code === 'model-unavailable' || error.code === 'model-reply';
}

/** The failure behind an error, where there is one. */
export function failureOf(error: unknown): CallFailure | undefined {
  if (error instanceof CallFailure) return error;
  return error instanceof Error && error.cause instanceof CallFailure ? error.cause : undefined;
}

const statusHints: Record<number, string> = {
  401: 'Give the right API key (apiKey, or OPENAI_API_KEY on the command line).',
  403: 'The API key is not allowed to use this model: use another key or another model.',
  404: 'Check the base URL (it usually ends in /v1) and the name of the model.',
  413: 'The request is larger than the server or a proxy before it accepts: use smaller chunks.',
};

// What servers say when prompt and reply are larger than the window.
const overflow =
  /exceed_context_size|context_length_exceeded|maximum context length|exceeds? the (available|maximum) context|context (size|length|window)[^.]{0,40}exceed|prompt is too long|input (is )?too long/i;

/** The failure that an HTTP answer other than 2xx stands for, with the server's own words. */
export function statusFailure(status: number, body: string, headers: Headers, now: number): CallFailure {
  const said = serverMessage(body);
  const message = `The server answered ${status}${said === '' ? '' : `: ${said}`}`;
  if (status < 500 && overflow.test(body)) {
    return new CallFailure(message, {
      retryable: false,
      status,
      code: 'no-fit',
      hint: 'The prompt is longer than the server’s window: set `window` to what the server runs with, or restart it with a larger one.',
    });
  }
  // 501 is what llama-server says of a feature that it was started without.
  const retryable = status === 408 || status === 409 || status === 429 || (status >= 500 && status !== 501);
  return new CallFailure(message, {
    retryable,
    status,
    retryAfterMs: retryAfterMs(headers, now),
    code: status === 400 || status === 413 || status === 422 ? 'bad-input' : 'model-unavailable',
    hint: statusHints[status],
  });
}

/** How long `retry-after-ms` or `Retry-After` (seconds or a date) asks to wait. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const exact = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (exact >= 0) return exact;
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** FastAPI names the field beside the message, and not in it. */
function validationMessage(detail: { loc?: unknown[]; msg?: string } | undefined): string | undefined {
  if (typeof detail?.msg !== 'string') return undefined;
  const field = detail.loc?.at(-1);
  return field === undefined ? detail.msg : `${field}: ${detail.msg}`;
}

/** What an error body says, in one line: OpenAI's shape, FastAPI's, Ollama's, or the beginning of a page. */
export function serverMessage(body: string): string {
  let said = body;
  try {
    const json = JSON.parse(body);
    const found =
      json?.error?.message ??
      json?.error ??
      json?.message ??
      validationMessage(json?.detail?.[0]) ??
      json?.detail ??
      json;
    said = typeof found === 'string' ? found : JSON.stringify(found);
  } catch {
    if (/^\s*<(!doctype|html|head|body|\?xml)/i.test(body)) {
      said = body.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
    }
  }
  said = said.replace(/\s+/g, ' ').trim();
  return said.length > 300 ? `${said.slice(0, 300)}…` : said;
}

/**
 * A failure of the connection itself: refused, reset, unknown host, cut in the middle.
 *
 * @param beforeReply not a byte of the reply had come.
 */
export function networkFailure(error: unknown, what: string, beforeReply = false): CallFailure {
  const cause = rootCause(error);
  return new CallFailure(`${what}: ${cause.text}`, {
    // A name that does not exist or a certificate that does not hold will not do so in a second either.
    stale: beforeReply && /UND_ERR_SOCKET|ECONNRESET|EPIPE/.test(cause.code),
    retryable: !/ENOTFOUND|CERT|SELF_SIGNED|ERR_INVALID_URL|ERR_TLS/.test(cause.code),
    hint: /ECONNREFUSED|ENOTFOUND/.test(cause.code)
      ? 'Check that the server runs and that the URL is right; `memagent doctor` lists the servers it finds.'
      : undefined,
    cause: error,
  });
}

// fetch says only "fetch failed"; what failed stands in its causes.
function rootCause(error: unknown): { text: string; code: string } {
  let text = String(error);
  let code = '';
  for (let at = error, depth = 0; at instanceof Error && depth < 5; depth++) {
    const next = at as Error & { code?: unknown; errors?: unknown[] };
    if (next.message !== '') text = next.message;
    if (typeof next.code === 'string') code = next.code;
    if (next.message === '' && code !== '') text = code;
    at = next.cause ?? next.errors?.[0];
  }
  return { text, code };
}

/** The error a caller sees: where, what happened, after how many tries, and what to do. */
export function failureError(failure: CallFailure, where: string, tries: number): MemAgentError {
  const after = tries > 1 ? ` (after ${tries} tries)` : '';
  return new MemAgentError(failure.code, `${where}: ${failure.message}${after}`, {
    hint: failure.hint,
    cause: failure,
  });
}
