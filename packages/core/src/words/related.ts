import { stems } from '../text/words.ts';
import { relatedList } from './related-list.ts';

let table: Map<number, Set<number>> | undefined;

/** By the stem of a question's word, the stems of what a text may say instead: the others of its line, too. */
function known(): Map<number, Set<number>> {
  if (table) return table;
  table = new Map();
  for (const line of relatedList.trim().split('\n')) {
    const [asked = '', instead = ''] = line.split(': ');
    const found = stems(instead);
    const names = stems(asked);
    for (const stem of names) table.set(stem, new Set([...(table.get(stem) ?? []), ...names, ...found]));
  }
  return table;
}

/** For stems that a text may have instead of some that are wanted: the places of those in their order. */
export function insteadOf(wanted: readonly number[]): Map<number, number[]> {
  const places = new Map<number, number[]>();
  wanted.forEach((stem, place) => {
    for (const other of known().get(stem) ?? [])
      if (!wanted.includes(other)) places.set(other, [...(places.get(other) ?? []), place]);
  });
  return places;
}
