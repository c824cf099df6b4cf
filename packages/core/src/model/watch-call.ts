import type { Clock } from './clock.ts';
import { CallFailure } from './failure.ts';
import { onAbort } from './on-abort.ts';

/** Ends a call that takes too long, that pauses too long, or that its caller stops. */
export function watchCall(clock: Clock, timeoutMs: number, stallMs: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  let late: CallFailure | undefined;
  const expire = (what: string, ms: number) => () => {
    late = new CallFailure(`${what} within ${ms / 1000} s.`, {
      retryable: true,
      hint: 'Raise the timeout if the server is slow rather than stuck.',
    });
    controller.abort(late);
  };
  const stop = () => controller.abort(signal?.reason);
  if (signal?.aborted) stop();
  const unwatch = onAbort(signal, stop);
  const endWhole = clock.timer(timeoutMs, expire('The server gave no whole reply', timeoutMs));
  let endStall = () => {};

  return {
    signal: controller.signal,
    reason: () => late,
    async *pieces<T, R>(events: AsyncGenerator<T, R>): AsyncGenerator<T, R> {
      try {
        for (;;) {
          const next = await events.next();
          endStall();
          if (next.done) return next.value;
          yield next.value;
          // Only from the first piece on: before it the server reads the prompt, or lets the call wait in line.
          endStall = clock.timer(
            stallMs,
            expire('The server paused in its reply and did not go on', stallMs),
          );
        }
      } finally {
        await events.return(undefined as R);
      }
    },
    end() {
      endWhole();
      endStall();
      unwatch();
    },
  };
}
