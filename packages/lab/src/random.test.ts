import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from './random.ts';

describe('Random', () => {
  it('gives the same numbers for the same seed', () => {
    const draw = () => {
      const random = new Random('seed');
      return Array.from({ length: 20 }, () => random.next());
    };
    expect(draw()).toEqual(draw());
    expect(new Random(1).next()).not.toBe(new Random(2).next());
  });

  it('forks by label, whatever was drawn before', () => {
    const a = new Random(5);
    const b = new Random(5);
    b.next();
    expect(a.fork('x').next()).toBe(b.fork('x').next());
    expect(a.fork('x').next()).not.toBe(a.fork('y').next());
  });

  it('spreads evenly', () => {
    const random = new Random(3);
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 100_000; i++) counts[random.int(0, 9)]!++;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  it('merges two lists, each in its own order, every way alike', () => {
    const random = new Random('merge');
    const ways = new Map<string, number>();
    for (let i = 0; i < 600; i++) {
      const way = random.merge(['a', 'b'], ['1', '2']).join('');
      expect(way.replace(/\d/g, '')).toBe('ab');
      expect(way.replace(/\D/g, '')).toBe('12');
      ways.set(way, (ways.get(way) ?? 0) + 1);
    }
    expect(ways.size).toBe(6);
    for (const count of ways.values()) expect(Math.abs(count - 100)).toBeLessThan(40);
    expect(random.merge([], ['1'])).toEqual(['1']);
  });

  it('shuffles, samples and picks within bounds', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.array(fc.integer(), { minLength: 1, maxLength: 50 }),
        fc.nat(60),
        (seed, list, count) => {
          const random = new Random(seed);
          expect([...random.shuffle([...list])].sort()).toEqual([...list].sort());
          const indices = random.sample([...list.keys()], count);
          expect(new Set(indices).size).toBe(Math.min(count, list.length));
          expect(list).toContain(random.pick(list));
        },
      ),
    );
  });
});
