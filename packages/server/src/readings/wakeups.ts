/** Lets those who follow something know that there is more of it, without keeping anything for them. */
export class Wakeups {
  readonly #versions = new Map<string, number>();
  readonly #waiting = new Map<string, Set<() => void>>();

  /** To be asked before looking, so that nothing that comes meanwhile is missed. */
  version(id: string): number {
    return this.#versions.get(id) ?? 0;
  }

  notify(id: string): void {
    this.#versions.set(id, this.version(id) + 1);
    for (const wake of this.#waiting.get(id) ?? []) wake();
    this.#waiting.delete(id);
  }

  /** Tells the followers of what is gone, and forgets it. */
  end(id: string): void {
    this.notify(id);
    this.#versions.delete(id);
  }

  /** Resolves once the version is another, or the signal has aborted, or time is up. */
  changed(id: string, version: number, options: { signal: AbortSignal; ms: number }): Promise<void> {
    const { signal, ms } = options;
    if (signal.aborted || this.version(id) !== version) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(id) ?? new Set();
      this.#waiting.set(id, waiting);
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
      waiting.add(done);
    });
  }
}
