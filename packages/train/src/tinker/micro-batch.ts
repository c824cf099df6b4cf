export interface MicroBatchOptions {
  /** The most calls in a batch; one that is full goes at once. */
  readonly most: number;
  /** How long a batch may wait for more calls while others are under way. */
  readonly waitMs: number;
  /** So many calls under way are few: those who come back from them are not waited for. 0 unless told. */
  readonly few?: number;
  /**
   * Instead of by time, a batch goes after so many turns of the event loop without a further call. Callers that go on
   * together then come together again, on a machine under load too, and a batch has the same calls in every run.
   */
  readonly quietTurns?: number;
  /**
   * With `quietTurns`: how many callers there are, each with one call at a time. Batches then go when all of them wait,
   * and as long as one does not only after `patienceMs` without a further call: no thread that is late tears them apart.
   */
  readonly callers?: () => number;
}

// Long for what lies between two calls of a reading, short for a tool that takes its time.
const patienceMs = 50;

interface Open<T> {
  readonly items: T[];
  readonly cancel: () => void;
}

/**
 * Gathers calls that are made at about the same time. Where nothing is under way, or little, a batch goes at the end of the
 * turn of the event loop, so that a lone caller waits for nobody; otherwise it waits a little, since the callers whom the
 * last batch answered come back one by one.
 */
export class MicroBatch<T> {
  readonly #send: (key: string, items: readonly T[]) => Promise<void>;
  readonly #options: MicroBatchOptions;
  readonly #open = new Map<string, Open<T>>();
  /** Calls of batches that are not done. */
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
    if (this.#underWay <= (this.#options.few ?? 0)) {
      const turn = setImmediate(() => this.#flush(key));
      return () => clearImmediate(turn);
    }
    const timer = setTimeout(() => this.#flush(key), this.#options.waitMs);
    return () => clearTimeout(timer);
  }

  #whenQuiet(key: string, turns: number): () => void {
    let [seen, quiet, since] = [0, 0, performance.now()];
    const { callers } = this.#options;
    const late = () => callers === undefined || callers() === 0 || performance.now() - since >= patienceMs;
    const turn = () => {
      const { length } = this.#open.get(key)!.items;
      quiet = length === seen ? quiet + 1 : 0;
      if (quiet === 0) since = performance.now();
      seen = length;
      if (this.#allWait()) for (const each of [...this.#open.keys()].sort()) this.#flush(each);
      else if (quiet >= turns && late()) this.#flush(key);
      else next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    return () => clearImmediate(next);
  }

  /** Whether it is known who may call, and all of them wait. */
  #allWait(): boolean {
    const callers = this.#options.callers?.() ?? 0;
    let waiting = this.#underWay;
    for (const { items } of this.#open.values()) waiting += items.length;
    return callers > 0 && waiting >= callers;
  }

  #flush(key: string): void {
    const open = this.#open.get(key);
    if (open === undefined) return;
    open.cancel();
    this.#open.delete(key);
    const { length } = open.items;
    this.#underWay += length;
    void this.#send(key, open.items).finally(() => {
      this.#underWay -= length;
    });
  }
}
