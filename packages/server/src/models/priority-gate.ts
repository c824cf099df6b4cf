import { MemAgentError } from '@memagent/core';

interface Waiter {
  readonly priority: number;
  readonly order: number;
  readonly enter: () => void;
}

/** Lets a limited number of calls in at once; the others wait, the highest priority first, then in order. */
export class PriorityGate {
  readonly limit: number;
  #active = 0;
  #order = 0;
  #waiting: Waiter[] = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  get active(): number {
    return this.#active;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async run<T>(work: () => Promise<T>, priority = 0, signal?: AbortSignal): Promise<T> {
    await this.#enter(priority, signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(priority: number, signal: AbortSignal | undefined): Promise<void> | undefined {
    if (signal?.aborted) throw aborted(signal);
    if (this.#active < this.limit) {
      this.#active++;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const give = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        reject(aborted(signal!));
      };
      const waiter: Waiter = {
        priority,
        order: this.#order++,
        enter: () => {
          signal?.removeEventListener('abort', give);
          resolve();
        },
      };
      signal?.addEventListener('abort', give, { once: true });
      // Found by halving: thousands may wait.
      let low = 0;
      let high = this.#waiting.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.#waiting[middle]!.priority >= priority) low = middle + 1;
        else high = middle;
      }
      this.#waiting.splice(low, 0, waiter);
    });
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next.enter();
    else this.#active--;
  }
}

const aborted = (signal: AbortSignal) => new MemAgentError('aborted', 'Stopped.', { cause: signal.reason });
