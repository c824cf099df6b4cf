import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { accuracyByDepth, linearFit, mean, pairedDifference, wilson } from './statistics.ts';

describe('wilson', () => {
  it.each([
    // Worked by hand from the closed form; 81/263 is the example of Newcombe 1998.
    [8, 10, 0.4902, 0.9433],
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
    [81, 263, 0.2553, 0.3662],
    [1, 2, 0.0945, 0.9055],
  ])('%i of %i', (successes, n, low, high) => {
    const found = wilson(successes, n);
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
  });
  it('says nothing about nothing', () => expect(wilson(0, 0)).toEqual({ low: 0, high: 1 }));
  it('holds the share, within 0 and 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.float({ min: 0, max: 1, noNaN: true }), (n, share) => {
        const { low, high } = wilson(share * n, n);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low - 1e-9).toBeLessThanOrEqual(share);
        expect(high + 1e-9).toBeGreaterThanOrEqual(share);
      }),
    );
  });
});

describe('wilson, found another way', () => {
  it('has for its ends the shares that a score test just does not reject', () => {
    // |p̂ − p| = z √(p (1 − p) / n), solved by halving instead of by the closed form.
    const z = 1.959963984540054;
    const solve = (share: number, n: number, from: number, to: number) => {
      let [inside, outside] = [from, to];
      for (let i = 0; i < 200; i++) {
        const p = (inside + outside) / 2;
        if (Math.abs(share - p) <= z * Math.sqrt((p * (1 - p)) / n)) inside = p;
        else outside = p;
      }
      return inside;
    };
    for (const [successes, n] of [
      [3, 7],
      [19, 20],
      [64, 128],
      [1, 500],
    ] as const) {
      const { low, high } = wilson(successes, n);
      expect(low).toBeCloseTo(solve(successes / n, n, successes / n, 0), 9);
      expect(high).toBeCloseTo(solve(successes / n, n, successes / n, 1), 9);
    }
  });
});

/** Every way to draw n of n with return, and every way to flip n signs: what bootstrap and sign flips sample from. */
function enumerated(differences: readonly number[]) {
  const n = differences.length;
  const means = Array.from({ length: n ** n }, (_, code) => {
    let [sum, rest] = [0, code];
    for (let i = 0; i < n; i++) {
      sum += differences[rest % n]!;
      rest = Math.floor(rest / n);
    }
    return sum / n;
  }).sort((a, b) => a - b);
  const observed = Math.abs(differences.reduce((a, b) => a + b, 0));
  let extreme = 0;
  for (let signs = 0; signs < 2 ** n; signs++) {
    const flipped = differences.reduce((sum, d, i) => sum + ((signs >> i) & 1 ? d : -d), 0);
    if (Math.abs(flipped) >= observed - 1e-9) extreme += 1;
  }
  const at = (share: number) => means[Math.round(share * (means.length - 1))]!;
  return { low: at(0.025), high: at(0.975), p: extreme / 2 ** n };
}

describe('pairedDifference', () => {
  it.each([
    [[1, 0.25, 0.5, 0, 0.75, 1, 0.4]],
    [[1, 1, 0, -1, 1, 1, 0]],
    [[0.1, 0.35, -0.2, 0.6, 0.45, 0.05]],
  ])('agrees with all resamples and all sign flips of %j', (differences) => {
    const exact = enumerated(differences);
    const found = pairedDifference(
      differences,
      differences.map(() => 0),
    );
    // 10,000 rounds: the share below a percentile has a standard error of 0.0016, the p-value at most 0.005.
    const spread = (Math.max(...differences) - Math.min(...differences)) / differences.length;
    expect(Math.abs(found.low - exact.low)).toBeLessThanOrEqual(spread);
    expect(Math.abs(found.high - exact.high)).toBeLessThanOrEqual(spread);
    expect(Math.abs(found.p - exact.p)).toBeLessThan(0.02);
  });
  it('covers the truth about as often as it says', () => {
    const random = new Random('coverage');
    const rounds = 200;
    let covered = 0;
    for (let i = 0; i < rounds; i++) {
      // The first is right in 70 %, the second in 50 %, of the same 60 questions, and not independently.
      const hard = Array.from({ length: 60 }, () => random.float());
      const first = hard.map((h) => (h < 0.6 ? 1 : random.chance(0.25) ? 1 : 0));
      const second = hard.map((h) => (h < 0.4 ? 1 : random.chance(1 / 6) ? 1 : 0));
      const { low, high } = pairedDifference(first, second, { rounds: 400, seed: i });
      if (low <= 0.2 && high >= 0.2) covered += 1;
    }
    expect(covered / rounds).toBeGreaterThan(0.89);
    expect(covered / rounds).toBeLessThan(0.99);
  });
  it('takes one question at several lengths for one, not for several', () => {
    // Each of 12 questions four times, each time with the same outcome: no more is known than from once.
    const once = [1, 1, 0, -1, 1, 0, 1, 1, 0, 0, 1, -1];
    const none = (list: readonly number[]) => list.map(() => 0);
    const four = once.flatMap((value) => [value, value, value, value]);
    const about = once.flatMap((_, i) => [i, i, i, i].map(String));
    const single = pairedDifference(once, none(once));
    const together = pairedDifference(four, none(four), { about });
    expect(together).toEqual({ ...single, n: 48, wins: 4 * single.wins, losses: 4 * single.losses });
    const apart = pairedDifference(four, none(four));
    expect(apart.high - apart.low).toBeLessThan(0.6 * (together.high - together.low));
  });
  it('is not certain where every pair differs by the same', () => {
    const found = pairedDifference([1, 1, 1, 1], [0.5, 0.5, 0.5, 0.5]);
    expect(found).toMatchObject({ n: 4, difference: 0.5, wins: 4, losses: 0 });
    // Of the 16 ways to flip four signs, two reach ±0.5.
    expect(found.p).toBeCloseTo(2 / 16, 1);
    // Eighteen ties: a share of 18.5 % of other pairs would go unseen in 18 trials once in forty times.
    const ties = pairedDifference(new Array(18).fill(1) as number[], new Array(18).fill(1) as number[]);
    const share = 0.1853;
    expect((1 - share) ** 18).toBeCloseTo(0.025, 3);
    expect(ties).toMatchObject({ difference: 0, wins: 0, losses: 0, p: 1 });
    expect([ties.low, ties.high].map((value) => value.toFixed(3))).toEqual(['-0.185', '0.185']);
  });
  it('has the width of the closed form for many pairs', () => {
    // 60 wins, 40 ties of 100: deviation sqrt(0.6 · 0.4), so ±1.96 · 0.049.
    const first = Array.from({ length: 100 }, (_, i) => (i < 60 ? 1 : 0));
    const { difference, low, high, p } = pairedDifference(first, new Array(100).fill(0) as number[]);
    expect(difference).toBeCloseTo(0.6, 10);
    expect(low).toBeCloseTo(0.6 - 1.96 * 0.049, 1);
    expect(high).toBeCloseTo(0.6 + 1.96 * 0.049, 1);
    expect(p).toBeLessThan(0.001);
  });
  it('is the same each time and mirrors', () => {
    const a = [1, 0, 1, 1, 0, 1, 0, 1];
    const b = [0, 0, 1, 0, 1, 1, 0, 0];
    const ab = pairedDifference(a, b);
    expect(pairedDifference(a, b)).toEqual(ab);
    const ba = pairedDifference(b, a);
    expect(ba.difference).toBeCloseTo(-ab.difference, 12);
    expect(ba.low).toBeCloseTo(-ab.high, 1);
    expect([ba.wins, ba.losses]).toEqual([ab.losses, ab.wins]);
  });
  it('is nothing for no pairs', () => expect(pairedDifference([], []).n).toBe(0));
});

describe('linearFit', () => {
  it('finds a line', () => {
    const fit = linearFit([1, 2, 3, 10], [5, 7, 9, 23])!;
    expect(fit.slope).toBeCloseTo(2, 12);
    expect(fit.intercept).toBeCloseTo(3, 12);
    expect(fit.r2).toBeCloseTo(1, 12);
  });
  it('has the textbook values with noise', () => {
    // x̄ = 2, ȳ = 7/3, Sxx = 2, Sxy = 3, Syy = 14/3.
    const fit = linearFit([1, 2, 3], [1, 2, 4])!;
    expect(fit.slope).toBeCloseTo(1.5, 12);
    expect(fit.intercept).toBeCloseTo(7 / 3 - 3, 12);
    expect(fit.r2).toBeCloseTo(9 / (2 * (14 / 3)), 12);
  });
  it('is undefined for one length', () => expect(linearFit([4, 4], [1, 2])).toBeUndefined());
});

describe('accuracyByDepth', () => {
  it('counts each needle with the score of its sample', () => {
    const bands = accuracyByDepth(
      [
        { depths: [0, 0.99], score: 1 },
        { depths: [0.05, 1], score: 0 },
        { depths: [0.5], score: 1 },
      ],
      4,
    );
    expect(bands.map(({ n }) => n)).toEqual([2, 0, 1, 2]);
    expect(bands.map(({ accuracy }) => accuracy)).toEqual([0.5, 0, 1, 0.5]);
    expect(bands[2]).toMatchObject({ from: 0.5, to: 0.75, ...wilson(1, 1) });
  });
  it('means over nothing are 0', () => expect(mean([])).toBe(0));
});

it('is not certain where all questions have the same mean', () => {
  const one = pairedDifference([1, 0], [0, 0], { about: ['a', 'a'] });
  expect(one.difference).toBe(0.5);
  expect(one.high - one.low).toBeGreaterThan(1);
  const three = pairedDifference([1, 0, 1, 0, 1, 0], [0, 0, 0, 0, 0, 0], {
    about: ['a', 'a', 'b', 'b', 'c', 'c'],
  });
  expect(three.low).toBeLessThan(0);
  expect(three.high).toBeGreaterThan(0.5);
});
