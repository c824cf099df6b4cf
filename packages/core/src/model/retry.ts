import { MemAgentError } from '../errors.ts';
import { abortedError, type Clock, sleep, systemClock } from './clock.ts';
import { CallFailure, failureError, networkFailure } from './failure.ts';

/** How often and how patiently a failed call is made again. */
export interface RetryOptions {
  /** Tries after the first one; 6 unless told otherwise. */
  readonly retries?: number;
  /** The first wait is up to this long and each further one up to twice as long; 500 ms unless told otherwise. */
  readonly baseMs?: number;
  /** No wait of our own is longer; 30 s unless told otherwise. */
  readonly capMs?: number;
  /** A server that asks to wait longer than this is not waited for; 2 minutes unless told otherwise. */
  readonly maxRetryAfterMs?: number;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** Told before each wait. */
  readonly onRetry?: (failure: CallFailure, waitMs: number) => void;
}

/**
 * Makes a call, again and again while it fails in ways that may pass (408, 409, 429, 5xx, a reset connection, a cut
 * stream, garbage, a timeout), waiting with full jitter, and at least as long as the server asked. What does not
 * pass (400, 401, 403, 404, 422, a prompt too long) fails at once.
 *
 * @param where what the errors call the place: the base URL.
 * @example
 * const reply = await retry(() => fetchReply(), 'http://127.0.0.1:8080', { retries: 4, signal });
 */
export async function retry<T>(
  call: (attempt: number) => Promise<T>,
  where: string,
  options: RetryOptions = {},
): Promise<T> {
  const { retries = 6, signal, clock = systemClock, maxRetryAfterMs = 120_000 } = options;
  for (let attempt = 0; ; attempt++) {
    if (signal?.aborted) throw abortedError(signal);
    let failure: CallFailure;
    try {
      return await call(attempt);
    } catch (error) {
      if (signal?.aborted) throw abortedError(signal);
      if (MemAgentError.isInstance(error)) throw error;
      failure = error instanceof CallFailure ? error : networkFailure(error, 'The call failed');
    }
    const tooLong = (failure.retryAfterMs ?? 0) > maxRetryAfterMs;
    if (!failure.retryable || attempt >= retries || tooLong) {
      throw failureError(tooLong ? patienceFailure(failure) : failure, where, attempt + 1);
    }
    const waitMs = backoffMs(attempt, failure.retryAfterMs, clock, options);
    options.onRetry?.(failure, waitMs);
    await sleep(clock, waitMs, signal);
  }
}

/**
 * Full jitter: anything up to base · 2^attempt. When the server named a time, the jitter comes on top of it, so that
 * many clients who were told the same do not come back at the same moment.
 */
export function backoffMs(
  attempt: number,
  retryAfterMs: number | undefined,
  clock: Clock,
  { baseMs = 500, capMs = 30_000 }: Pick<RetryOptions, 'baseMs' | 'capMs'> = {},
): number {
  if (retryAfterMs !== undefined) return retryAfterMs + clock.random() * baseMs;
  return clock.random() * Math.min(capMs, baseMs * 2 ** attempt);
}

function patienceFailure(failure: CallFailure): CallFailure {
  const seconds = Math.ceil((failure.retryAfterMs ?? 0) / 1000);
  return new CallFailure(failure.message, {
    retryable: false,
    status: failure.status,
    retryAfterMs: failure.retryAfterMs,
    code: failure.code,
    hint: `The server asks to wait ${seconds} s: run the same command again then; what was read so far is kept.`,
    cause: failure,
  });
}
