import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StemSet } from './stem-set.ts';

describe('a set of stems', () => {
  it('is a set, also after being emptied any number of times (property)', () => {
    const stem = fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.integer({ min: 0, max: 300 }));
    const own = new StemSet();
    fc.assert(
      fc.property(fc.array(stem, { maxLength: 2000 }), (stems) => {
        own.clear();
        const known = new Set<number>();
        for (const each of stems) {
          expect(own.add(each)).toBe(!known.has(each));
          known.add(each);
          expect(own.size).toBe(known.size);
        }
      }),
    );
  });
});
