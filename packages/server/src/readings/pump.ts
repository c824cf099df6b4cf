export interface PumpOptions {
  /** How many of a model run at once. */
  readonly limit: (model: string) => Promise<number>;
  /** Takes the next that waits for a model and runs it; gives nothing where none waits. */
  readonly next: (model: string) => Promise<{ readonly ended: Promise<void> } | undefined>;
  /** What went wrong in taking one. */
  readonly failed: (error: unknown) => void;
}

interface Lane {
  active: number;
  pumping: boolean;
  /** Asked again while it was pumping. */
  again: boolean;
}

/** Keeps as many readings of each model running as it takes at once. */
export class Pump {
  readonly #options: PumpOptions;
  readonly #lanes = new Map<string, Lane>();
  readonly #running = new Set<Promise<void>>();
  #paused = false;

  constructor(options: PumpOptions) {
    this.#options = options;
  }

  /** To be called when a reading of this model may wait. */
  async wake(model: string): Promise<void> {
    const lane = this.#lanes.get(model) ?? { active: 0, pumping: false, again: false };
    this.#lanes.set(model, lane);
    lane.again = true;
    if (lane.pumping) return;
    lane.pumping = true;
    try {
      while (lane.again && !this.#paused) {
        lane.again = false;
        await this.#fill(model, lane);
      }
    } catch (error) {
      this.#options.failed(error);
    } finally {
      lane.pumping = false;
    }
  }

  /** Begins nothing more; resolves when what runs has ended. */
  async close(): Promise<void> {
    this.#paused = true;
    while (this.#running.size > 0 || [...this.#lanes.values()].some(({ pumping }) => pumping)) {
      await Promise.all(this.#running);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #fill(model: string, lane: Lane): Promise<void> {
    while (!this.#paused) {
      // One may always begin: it opens the model, which then says how many it takes. A model that cannot be opened
      // still lets its readings run: each then fails with the reason.
      if (lane.active > 0 && lane.active >= (await this.#options.limit(model).catch(() => 1))) return;
      const run = await this.#options.next(model);
      if (!run) return;
      lane.active++;
      const ended = run.ended.finally(() => {
        lane.active--;
        this.#running.delete(ended);
        void this.wake(model);
      });
      this.#running.add(ended);
    }
  }
}
