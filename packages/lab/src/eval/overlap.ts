import type { Sample } from '../task/task.ts';

/** How much of the paragraphs of one sample another of the same task and length has too, as shares by task and length. */
export type Overlaps = Record<string, Record<string, number>>;

/**
 * Measures how much of their haystack samples share, for tasks that are made of paragraphs: where a pool is nearly used
 * up, samples are no longer independent texts. Of each task and length the first two samples are compared.
 */
export class OverlapMeter {
  private readonly first = new Map<string, { seed: number; paragraphs: Set<number> }>();
  readonly found: Overlaps;

  constructor(known: Overlaps = {}) {
    this.found = structuredClone(known);
  }

  /** Whether another sample of this task and length is needed. */
  wants(task: string, length: number): boolean {
    return this.found[task]?.[length] === undefined;
  }

  /** Takes a sample's paragraphs; true when that settles the share for this task and length. */
  note(task: string, length: number, seed: number, paragraphs: Uint32Array): boolean {
    if (!this.wants(task, length)) return false;
    const key = JSON.stringify([task, length]);
    const before = this.first.get(key);
    if (before === undefined) {
      this.first.set(key, { seed, paragraphs: new Set(paragraphs) });
      return false;
    }
    if (before.seed === seed) return false;
    let shared = 0;
    for (const paragraph of paragraphs) if (before.paragraphs.has(paragraph)) shared += 1;
    this.found[task] ??= {};
    this.found[task][length] = shared / Math.max(1, paragraphs.length);
    this.first.delete(key);
    return true;
  }
}

/** The paragraphs of a sample as hashes of their texts; undefined for tasks that are not made of paragraphs. */
export function paragraphsOf(sample: Sample): Uint32Array | undefined {
  if (sample.meta.documents === undefined) return undefined;
  const found = new Set<number>();
  for (const piece of sample.pieces()) {
    for (const part of piece.split('\n\n')) {
      const body = part.replace(/^Document \d+:\n/, '');
      if (body !== '') found.add(hash(body));
    }
  }
  return Uint32Array.from(found);
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
