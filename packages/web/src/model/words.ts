/** The words of a text, lower-cased: what two texts are compared by. */
export function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** The share of the first text's words that the second has, from 0 to 1. */
export function shareOfWords(words: ReadonlySet<string>, among: ReadonlySet<string>): number {
  if (words.size === 0) return 0;
  let found = 0;
  for (const word of words) if (among.has(word)) found++;
  return found / words.size;
}
