import { describe, expect, it } from 'vitest';
import { WordCache } from './word-cache.ts';

function tokensOf(cache: WordCache, entry: number): number[] {
  return Array.from(cache.ids.subarray(cache.first[entry], cache.first[entry + 1]));
}

describe('the cache of words', () => {
  it('finds what was added by its characters, wherever they stand', () => {
    const cache = new WordCache();
    expect(cache.find('the river', 3, 9)).toBe(-1);
    cache.add('the river', 3, 9, [7, 8], [3, 6], 2);
    const entry = cache.find('one river more', 3, 9);
    expect(tokensOf(cache, entry)).toEqual([7, 8]);
    expect(cache.find('the rivet', 3, 9)).toBe(-1);
  });

  it('stays right and bounded under more words than it holds', () => {
    const cache = new WordCache();
    const words = 400_000;
    for (let i = 0; i < words; i++) {
      const word = `w${i}`;
      if (cache.find(word, 0, word.length) < 0)
        cache.add(word, 0, word.length, [i, i + 1], [1, word.length], 2);
    }
    let found = 0;
    for (let i = 0; i < words; i++) {
      const word = `w${i}`;
      const entry = cache.find(word, 0, word.length);
      if (entry < 0) continue;
      found++;
      if (cache.ids[cache.first[entry]!] !== i) throw new Error(`${word} has the tokens of another`);
    }
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThanOrEqual(1 << 17);
  });

  it('does not keep long words', () => {
    const cache = new WordCache();
    const word = 'x'.repeat(65);
    cache.find(word, 0, 65);
    cache.add(word, 0, 65, [1], [65], 1);
    expect(cache.find(word, 0, 65)).toBe(-1);
  });
});
