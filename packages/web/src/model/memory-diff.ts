import { diffLines, diffWordsWithSpace } from 'diff';

/** A run of the memory: in both steps, new, or gone. */
export interface DiffRun {
  readonly text: string;
  readonly change: 'same' | 'new' | 'gone';
}

/** The words that changed from one memory to the next; lines, where two pages have nothing in common. */
export function memoryDiff(before: string, after: string): DiffRun[] {
  if (before === after) return after === '' ? [] : [{ text: after, change: 'same' }];
  const options = { maxEditLength: 600 };
  const parts = diffWordsWithSpace(before, after, options) ?? diffLines(before, after);
  return parts.map(({ value, added, removed }) => ({
    text: value,
    change: added ? 'new' : removed ? 'gone' : 'same',
  }));
}
