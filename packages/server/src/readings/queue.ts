/** Something that waits for its turn. */
export interface Queued {
  readonly id: string;
  readonly model: string;
  readonly priority: number;
}

export interface QueueOptions<T extends Queued> {
  /** How many of a model run at once. */
  readonly limit: (model: string) => Promise<number>;
  readonly run: (item: T) => Promise<void>;
}

interface Lane<T> {
  waiting: T[];
  active: number;
  pumping: boolean;
}

/** Runs things, the highest priority first and then in the order in which they came, so many of a model at once. */
export class Queue<T extends Queued> {
  readonly #options: QueueOptions<T>;
  readonly #lanes = new Map<string, Lane<T>>();
  readonly #running = new Set<Promise<void>>();
  #paused = false;

  constructor(options: QueueOptions<T>) {
    this.#options = options;
  }

  add(item: T): void {
    const lane = this.#lane(item.model);
    let low = 0;
    let high = lane.waiting.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lane.waiting[middle]!.priority >= item.priority) low = middle + 1;
      else high = middle;
    }
    lane.waiting.splice(low, 0, item);
    void this.#pump(item.model);
  }

  /** Takes out what has not begun; false where there is no such thing. */
  remove(item: Queued): boolean {
    const lane = this.#lane(item.model);
    const at = lane.waiting.findIndex(({ id }) => id === item.id);
    if (at >= 0) lane.waiting.splice(at, 1);
    return at >= 0;
  }

  *depths(): Generator<[model: string, waiting: number]> {
    for (const [model, { waiting }] of this.#lanes) yield [model, waiting.length];
  }

  /** Begins nothing more; resolves when what runs has ended. */
  async close(): Promise<void> {
    this.#paused = true;
    await Promise.all(this.#running);
  }

  async #pump(model: string): Promise<void> {
    const lane = this.#lane(model);
    if (lane.pumping) return;
    lane.pumping = true;
    // A model that cannot be opened still lets its readings run: each then fails with the reason.
    const limit = await this.#options.limit(model).catch(() => 1);
    lane.pumping = false;
    while (!this.#paused && lane.active < limit && lane.waiting.length > 0) {
      const item = lane.waiting.shift()!;
      lane.active++;
      const run = this.#options.run(item).finally(() => {
        lane.active--;
        this.#running.delete(run);
        void this.#pump(model);
      });
      this.#running.add(run);
    }
  }

  #lane(model: string): Lane<T> {
    const lane = this.#lanes.get(model) ?? { waiting: [], active: 0, pumping: false };
    this.#lanes.set(model, lane);
    return lane;
  }
}
