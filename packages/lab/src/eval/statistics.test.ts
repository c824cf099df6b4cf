import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

describe('pairedDifference', () => {
  it('has no width where every pair differs by the same', () => {
    const found = pairedDifference([1, 1, 1, 1], [0.5, 0.5, 0.5, 0.5]);
    expect(found).toMatchObject({ n: 4, difference: 0.5, low: 0.5, high: 0.5, wins: 4, losses: 0 });
    // Of the 16 ways to flip four signs, two reach ±0.5.
    expect(found.p).toBeCloseTo(2 / 16, 1);
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
