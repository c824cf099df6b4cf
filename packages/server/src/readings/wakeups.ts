/** One who waits for news of something. */
export interface Watch {
  /** True once there is news since it was last asked; false when the signal has aborted or time is up. */
  news(options: { signal: AbortSignal; ms: number }): Promise<boolean>;
  close(): void;
}

/** Lets those who watch something know that there is news of it. Only what is watched takes memory. */
export class Wakeups {
  readonly #watches = new Map<string, Set<() => void>>();

  notify(id: string): void {
    for (const tell of this.#watches.get(id) ?? []) tell();
  }

  /** To be called before looking, so that nothing that comes meanwhile is missed. */
  watch(id: string): Watch {
    let fresh = false;
    let wake = () => {};
    const tell = () => {
      fresh = true;
      wake();
    };
    const watching = this.#watches.get(id) ?? new Set();
    this.#watches.set(id, watching);
    watching.add(tell);
    return {
      news: async ({ signal, ms }) => {
        if (!fresh && !signal.aborted) {
          await new Promise<void>((resolve) => {
            const done = () => {
              clearTimeout(timer);
              signal.removeEventListener('abort', done);
              resolve();
            };
            const timer = setTimeout(done, ms);
            signal.addEventListener('abort', done, { once: true });
            wake = done;
          });
        }
        const came = fresh;
        fresh = false;
        return came;
      },
      close: () => {
        watching.delete(tell);
        if (watching.size === 0) this.#watches.delete(id);
      },
    };
  }
}
