/** Something that waits for its turn. */
export interface Waiting {
  readonly id: string;
  readonly model: string;
  readonly priority: number;
}

/** What waits for each model: the highest priority first, then in the order in which they came. */
export class WaitingList<T extends Waiting> {
  readonly #lanes = new Map<string, T[]>();

  add(item: T): void {
    const lane = this.#lanes.get(item.model) ?? [];
    this.#lanes.set(item.model, lane);
    // Found by halving: thousands may wait.
    let low = 0;
    let high = lane.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lane[middle]!.priority >= item.priority) low = middle + 1;
      else high = middle;
    }
    lane.splice(low, 0, item);
  }

  take(model: string): T | undefined {
    return this.#lanes.get(model)?.shift();
  }

  /** Takes one out of its turn; false where it does not wait. */
  remove({ id, model }: Pick<Waiting, 'id' | 'model'>): boolean {
    const lane = this.#lanes.get(model) ?? [];
    const at = lane.findIndex((item) => item.id === id);
    if (at >= 0) lane.splice(at, 1);
    return at >= 0;
  }
}
