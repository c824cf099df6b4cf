import { CallFailure, networkFailure, statusFailure } from './failure.ts';
import { type RetryOptions, retry } from './retry.ts';

// Several connections of the pool that fetch keeps may have grown old together.
const maxStale = 3;

/**
 * Makes a call again at once when the server had closed the connection just as it was used: nothing is wrong then,
 * and nothing is waited for.
 */
export async function overStale<T>(call: () => Promise<T>): Promise<T> {
  for (let stale = 0; ; stale++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CallFailure && error.stale) || stale >= maxStale) throw error;
    }
  }
}

/** A fetch that tries again while it fails in ways that may pass. Other answers come back as they are. */
export function retryingFetch(call: typeof fetch, where: string, options: RetryOptions): typeof fetch {
  return (input, init) =>
    retry(
      async () => {
        const response = await overStale(() =>
          call(input, init).catch((error: unknown) => {
            throw networkFailure(error, 'The server cannot be reached', true);
          }),
        );
        if (response.ok) return response;
        const copy = response.clone();
        const failure = statusFailure(response.status, await copy.text(), response.headers, Date.now());
        if (failure.retryable) throw failure;
        return response;
      },
      where,
      { ...options, signal: init?.signal ?? undefined },
    );
}
