export interface MicroBatchOptions {
  /** The most calls in a batch; one that is full goes at once. */
  readonly most: number;
  /** How long a batch may wait for more calls while others are under way. */
  readonly waitMs: number;
  /**
   * Instead of by time, a batch goes after so many turns of the event loop without a further call. Callers that go on
   * together then come together again, on a machine under load too, and a batch has the same calls in every run.
   */
  readonly quietTurns?: number;
}

interface Open<T> {
  readonly items: T[];
  readonly cancel: () => void;
}

/**
 * Gathers calls that are made at about the same time. Where nothing is under way a batch goes at the end of the turn of
 * the event loop, so that a lone caller waits for nobody; otherwise it waits a little, since the callers whom the last
 * batch answered come back one by one.
 */
export class MicroBatch<T> {
  readonly #send: (key: string, items: readonly T[]) => Promise<void>;
  readonly #options: MicroBatchOptions;
  readonly #open = new Map<string, Open<T>>();
  #underWay = 0;

  constructor(send: (key: string, items: readonly T[]) => Promise<void>, options: MicroBatchOptions) {
    this.#send = send;
    this.#options = options;
  }

  /** Adds a call; those with the same key go together. */
  add(key: string, item: T): void {
    const open = this.#open.get(key);
    if (open === undefined) this.#open.set(key, { items: [item], cancel: this.#later(key) });
    else open.items.push(item);
    if ((open?.items.length ?? 1) >= this.#options.most) this.#flush(key);
  }

  #later(key: string): () => void {
    if (this.#options.quietTurns !== undefined) return this.#whenQuiet(key, this.#options.quietTurns);
    if (this.#underWay === 0) {
      const turn = setImmediate(() => this.#flush(key));
      return () => clearImmediate(turn);
    }
    const timer = setTimeout(() => this.#flush(key), this.#options.waitMs);
    return () => clearTimeout(timer);
  }

  #whenQuiet(key: string, turns: number): () => void {
    let [seen, quiet] = [0, 0];
    const turn = () => {
      const { length } = this.#open.get(key)!.items;
      quiet = length === seen ? quiet + 1 : 0;
      seen = length;
      if (quiet >= turns) this.#flush(key);
      else next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    return () => clearImmediate(next);
  }

  #flush(key: string): void {
    const open = this.#open.get(key);
    if (open === undefined) return;
    open.cancel();
    this.#open.delete(key);
    this.#underWay++;
    void this.#send(key, open.items).finally(() => this.#underWay--);
  }
}
