import { abortedError } from './clock.ts';
import { onAbort } from './on-abort.ts';

interface Waiter {
  enter: () => void;
}

/** Lets a limited number of calls in at once; the others wait in the order in which they came. */
export interface Gate {
  readonly active: number;
  readonly waiting: number;
  run<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** A gate for `limit` calls at once. */
export function createGate(limit: number): Gate {
  let active = 0;
  const queue = new Set<Waiter>();

  function enter(signal?: AbortSignal): Promise<void> | undefined {
    if (active < limit) {
      active++;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        enter() {
          stay();
          resolve();
        },
      };
      const stay = onAbort(signal, () => {
        queue.delete(waiter);
        reject(abortedError(signal));
      });
      queue.add(waiter);
    });
  }

  function exit(): void {
    const [next] = queue;
    // The place goes straight to the next one, so nobody who comes now can take it first.
    if (next) {
      queue.delete(next);
      next.enter();
    } else active--;
  }

  return {
    get active() {
      return active;
    },
    get waiting() {
      return queue.size;
    },
    async run(call, signal) {
      if (signal?.aborted) throw abortedError(signal);
      await enter(signal);
      try {
        return await call();
      } finally {
        exit();
      }
    },
  };
}
