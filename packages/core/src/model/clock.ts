import { MemAgentError } from '../errors.ts';
import { onAbort } from './on-abort.ts';

/** Time and chance, as everything that waits takes them: tests hand in their own and never sleep. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** From 0 (inclusive) to 1 (exclusive). */
  random(): number;
  /** Calls `wake` after `ms`; the function it gives back calls that off. */
  timer(ms: number, wake: () => void): () => void;
}

/** The real clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  timer(ms, wake) {
    // Timers hold 31 bits of milliseconds; a longer one would fire at once.
    const id = setTimeout(wake, Math.min(ms, 0x7fffffff));
    return () => clearTimeout(id);
  },
};

/** The error of a call that its signal stopped. */
export function abortedError(signal?: AbortSignal): MemAgentError {
  return new MemAgentError('aborted', 'Stopped.', { cause: signal?.reason });
}

/** Waits, unless the signal stops it. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortedError(signal));
    const stay = onAbort(signal, () => {
      cancel();
      reject(abortedError(signal));
    });
    const cancel = clock.timer(ms, () => {
      stay();
      resolve();
    });
  });
}
