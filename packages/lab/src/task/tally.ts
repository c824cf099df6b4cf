/** Counted items of a text, in reading order: where each begins and ends, and what it is. */
export type TallyEvents = () => Iterable<{
  readonly start: number;
  readonly end: number;
  readonly item: string;
}>;

/** How many items a tally written as text names. */
const shown = 12;

/** Counts as short text, the most frequent first, ties in the order of their first occurrence. */
export function renderTally(counts: ReadonlyMap<string, number>, limit = shown): string {
  const rows = [...counts].sort((a, b) => b[1] - a[1]).slice(0, limit);
  return rows.map(([item, count]) => `${item}: ${count}`).join('; ');
}

/** The counts that a text written by `renderTally` states. */
export function parseTally(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of text.split(';')) {
    const match = /^\s*(.*\S)\s*:\s*(\d+)\s*$/.exec(row);
    if (match) counts.set(match[1]!, Number(match[2]));
  }
  return counts;
}

/**
 * The oracle of a counting task. An item counts as read when it ends at or before the offset. Offsets asked in
 * ascending order cost one pass over the events in all; a smaller one starts again.
 */
export function makeTally(
  events: TallyEvents,
  initial: readonly string[] = [],
  limit = shown,
): { tallyAt(offset: number): string; tallyIn(start: number, end: number): Map<string, number> } {
  const reader = () => {
    const iterator = events()[Symbol.iterator]();
    let pending = iterator.next();
    let position = 0;
    return {
      position: () => position,
      /** Takes every event that ends at or before `offset`. */
      upTo(offset: number, take: (item: string) => void) {
        while (!pending.done && pending.value.end <= offset) {
          take(pending.value.item);
          pending = iterator.next();
        }
        position = offset;
      },
    };
  };
  let total = reader();
  let counts = new Map<string, number>(initial.map((item) => [item, 0]));
  let spans = reader();
  return {
    tallyAt(offset) {
      if (offset < total.position()) {
        total = reader();
        counts = new Map(initial.map((item) => [item, 0]));
      }
      total.upTo(offset, (item) => counts.set(item, (counts.get(item) ?? 0) + 1));
      return renderTally(counts, limit);
    },
    tallyIn(start, end) {
      if (start < spans.position()) spans = reader();
      const found = new Map<string, number>();
      spans.upTo(start, () => {});
      spans.upTo(end, (item) => found.set(item, (found.get(item) ?? 0) + 1));
      return found;
    },
  };
}
