import type { Sample } from '../task/task.ts';

/** How much of the paragraphs of one sample another of the same task and length has too, as shares by task and length. */
export type Overlaps = Record<string, Record<string, number>>;

/**
 * Measures how much of their haystack samples share, for tasks that are made of paragraphs: where a pool is nearly used
 * up, samples are no longer independent texts. Of each task and length the first two samples are compared.
 */
export class OverlapMeter {
  private readonly first = new Map<string, Set<string>>();
  readonly found: Overlaps;

  constructor(known: Overlaps = {}) {
    this.found = structuredClone(known);
  }

  note(task: string, length: number, sample: Sample): void {
    if (sample.meta.documents === undefined || this.found[task]?.[length] !== undefined) return;
    const key = JSON.stringify([task, length]);
    const before = this.first.get(key);
    const own = paragraphsOf(sample);
    if (before === undefined) {
      this.first.set(key, own);
      return;
    }
    let shared = 0;
    for (const paragraph of own) if (before.has(paragraph)) shared += 1;
    this.found[task] ??= {};
    this.found[task][length] = shared / Math.max(1, own.size);
    this.first.set(key, new Set());
  }
}

/** Paragraphs by their beginning and size: enough to tell them apart, little enough to hold 25,600 of. */
function paragraphsOf(sample: Sample): Set<string> {
  const found = new Set<string>();
  for (const piece of sample.pieces()) {
    for (const part of piece.split('\n\n')) {
      const body = part.replace(/^Document \d+:\n/, '');
      if (body !== '') found.add(`${body.length} ${body.slice(0, 60)}`);
    }
  }
  return found;
}
