import { randomUUID } from 'node:crypto';
import {
  CallFailure,
  type Clock,
  MemAgentError,
  onAbort,
  type RetryOptions,
  retry,
  retryAfterMs,
  systemClock,
} from '@memagent/core';

export interface TransportOptions {
  /** Where the server is, without `/api/v1`. */
  readonly url: string;
  readonly apiKey?: string;
  readonly fetch?: typeof fetch;
  readonly clock?: Clock;
  readonly retry?: Pick<RetryOptions, 'retries' | 'baseMs' | 'capMs' | 'maxRetryAfterMs'>;
  /**
   * Whether the server recognises a request that it has had before by its sequence id (SkyRL since its 2026
   * snapshots, hosted Tinker, ours). Where it does not, a training request whose reply was lost is an error: made
   * again it might count twice. Unless told, servers that take protobuf are believed to: both came at once.
   */
  readonly idempotent?: boolean;
  /** How long one poll for a result may hang. */
  readonly pollMs?: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The request changes weights or gradients, so it must not be made twice. */
  readonly changes?: boolean;
  /** Statuses that are answers rather than failures. */
  readonly accept?: readonly number[];
  /** Statuses that are failures at once: another form of the request is tried instead. */
  readonly final?: readonly number[];
  readonly timeoutMs?: number;
  /** What a binary body is; protobuf unless told. */
  readonly type?: string;
  /** A pass as JSON, to a server that has refused protobuf. */
  readonly plain?: boolean;
  /** Much hangs on it: it is tried for minutes. */
  readonly patient?: boolean;
  /** How often it is tried, over everything else. */
  readonly tries?: number;
  /** What to show instead of what other requests show. */
  readonly credential?: string;
  /** Takes the body of a good answer as it comes, from the start at every try; the answer then has no bytes. */
  readonly read?: (body: AsyncIterable<Uint8Array>) => Promise<void>;
}

/** An answer: JSON, or the bytes of a protobuf message. */
export interface Answer {
  readonly status: number;
  readonly json?: Record<string, unknown>;
  readonly bytes?: Uint8Array;
}

export const protobufType = 'application/x-protobuf';

// With waits of up to 30 s: about five minutes, as the SDK waits.
const patientRetries = 24;

/** Requests to a Tinker server, made again while they fail in ways that may pass. */
export class Transport {
  readonly url: string;
  readonly clock: Clock;
  readonly pollMs: number;
  /** How passes are sent: found out at the first one. */
  readonly wire: { form: 'protobuf' | 'json' | undefined } = { form: undefined };
  readonly #options: TransportOptions;
  #credential: () => Promise<string | undefined>;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.url = options.url.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
    this.clock = options.clock ?? systemClock;
    this.pollMs = options.pollMs ?? 45_000;
    this.#credential = async () => options.apiKey;
  }

  /** Whether a request made twice counts once. */
  get idempotent(): boolean {
    return this.#options.idempotent ?? this.wire.form !== 'json';
  }

  #countsTwice({ changes = false, plain = false }: CallOptions): boolean {
    return changes && !(this.#options.idempotent ?? (this.idempotent && !plain));
  }

  /** From now on requests carry what this gives instead of the key. */
  authenticate(credential: () => Promise<string | undefined>): void {
    this.#credential = credential;
  }

  get(path: string, options: CallOptions = {}): Promise<Answer> {
    return this.#call('GET', path, undefined, options);
  }

  post(path: string, body: object | Uint8Array<ArrayBuffer>, options: CallOptions = {}): Promise<Answer> {
    return this.#call('POST', path, body, options);
  }

  delete(path: string, options: CallOptions = {}): Promise<Answer> {
    return this.#call('DELETE', path, undefined, options);
  }

  #call(
    method: string,
    path: string,
    body: object | Uint8Array<ArrayBuffer> | undefined,
    options: CallOptions,
  ) {
    const binary = body instanceof Uint8Array;
    const headers: Record<string, string> = {
      accept: `${protobufType}, application/json`,
      ...(body === undefined
        ? {}
        : {
            'content-type': binary ? (options.type ?? protobufType) : 'application/json',
            // The same for every try: it is one request.
            'x-idempotency-key': randomUUID(),
          }),
    };
    const payload = body === undefined || binary ? body : JSON.stringify(body);
    return retry(() => this.#once(method, path, payload, headers, options), `${this.url}${path}`, {
      ...(options.patient ? { retries: patientRetries } : {}),
      ...this.#options.retry,
      ...(options.tries === undefined ? {} : { retries: options.tries - 1 }),
      clock: this.clock,
      signal: options.signal,
    });
  }

  async #once(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    headers: Record<string, string>,
    options: CallOptions,
  ): Promise<Answer> {
    const key = 'credential' in options ? options.credential : await this.#credential();
    if (key) headers['x-api-key'] = key;
    const timeout = AbortSignal.timeout(options.timeoutMs ?? 300_000);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    let response: Response;
    let raw: Uint8Array;
    try {
      const call = this.#options.fetch ?? fetch;
      response = await call(`${this.url}/api/v1${path}`, { method, headers, body, signal });
      if (options.read && response.ok && response.body) {
        await options.read(response.body);
        return { status: response.status };
      }
      raw = new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      if (options.signal?.aborted || error instanceof MemAgentError) throw error;
      // A poll whose own time ran out: the result is still on its way.
      if (timeout.aborted && options.accept?.includes(408)) return { status: 408, json: {} };
      throw this.#lost(error, options);
    }
    const type = response.headers.get('content-type') ?? '';
    const answer: Answer = /protobuf|octet-stream/.test(type)
      ? { status: response.status, bytes: raw }
      : { status: response.status, json: parseJson(raw) };
    if (response.ok || options.accept?.includes(response.status)) return answer;
    throw this.#refused(response, answer.json, raw, options);
  }

  #refused(
    response: Response,
    json: Record<string, unknown> | undefined,
    raw: Uint8Array,
    options: CallOptions,
  ): CallFailure {
    const failure = statusFailure(response, json, raw, this.clock.now(), options.final);
    // A gateway that gave up says nothing of whether the server behind it has had the request.
    const unknown = failure.status !== undefined && failure.status >= 500 && failure.status !== 503;
    if (!failure.retryable || !unknown || !this.#countsTwice(options)) return failure;
    return new CallFailure(failure.message, { retryable: false, status: failure.status, hint: twiceHint });
  }

  /** A connection that failed: nobody knows whether the server has had the request, unless it refused to connect. */
  #lost(error: unknown, options: CallOptions): CallFailure {
    const text = causeText(error);
    const reached = !/ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.test(text);
    const twice = reached && this.#countsTwice(options);
    return new CallFailure(`The connection failed: ${text}`, {
      retryable: !twice && !/ENOTFOUND|CERT/.test(text),
      hint: twice ? twiceHint : 'Check that the engine runs and that its URL is right.',
      cause: error,
    });
  }
}

const twiceHint =
  'This server cannot tell a request made twice from two: resume the run from its last checkpoint.';

function parseJson(raw: Uint8Array): Record<string, unknown> {
  try {
    const value = JSON.parse(new TextDecoder().decode(raw));
    return typeof value === 'object' && value !== null ? value : { value };
  } catch {
    return {};
  }
}

function statusFailure(
  response: Response,
  json: Record<string, unknown> | undefined,
  raw: Uint8Array,
  now: number,
  final: readonly number[] = [],
): CallFailure {
  const { status, headers } = response;
  const detail = json?.detail ?? json?.error ?? json?.message;
  const said = detail === undefined ? new TextDecoder().decode(raw.subarray(0, 300)) : JSON.stringify(detail);
  const advice = headers.get('x-should-retry');
  const may = status === 408 || status === 429 || status >= 500;
  return new CallFailure(`The server answered ${status}: ${said}`, {
    // 409 says that a sequence id or a name is taken by something else: it will be so the next time too.
    retryable: !final.includes(status) && (advice === 'true' || (advice !== 'false' && may)),
    status,
    retryAfterMs: retryAfterMs(headers, now),
    code: status === 400 || status === 422 || status === 413 ? 'bad-input' : 'model-unavailable',
    hint: statusHints[status],
  });
}

const keyHint = 'Give the key of the engine (engine.apiKey, or TINKER_API_KEY).';
const statusHints: Readonly<Record<number, string>> = {
  401: keyHint,
  402: 'The service wants to be paid: settle that, and resume the run.',
  403: keyHint,
};

function causeText(error: unknown): string {
  const parts: string[] = [];
  for (let at = error, depth = 0; at instanceof Error && depth < 5; depth++) {
    const { code } = at as { code?: unknown };
    parts.push(typeof code === 'string' ? `${at.message} (${code})` : at.message);
    at = at.cause;
  }
  return parts.filter(Boolean).join(': ') || String(error);
}

/** The HTTP status behind an error, where there is one. */
export function statusOf(error: unknown): number | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  if (error instanceof CallFailure) return error.status;
  return cause instanceof CallFailure ? cause.status : undefined;
}

/** Waits by the clock, unless the signal stops it. */
export function wait(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopped = () => new MemAgentError('aborted', 'Stopped.', { cause: signal?.reason });
    if (signal?.aborted) return reject(stopped());
    const stay = onAbort(signal, () => {
      cancel();
      reject(stopped());
    });
    const cancel = clock.timer(ms, () => {
      stay();
      resolve();
    });
  });
}
