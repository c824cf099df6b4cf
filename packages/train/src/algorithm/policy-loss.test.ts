import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { klAdvantage, klEstimate } from './kl.ts';
import {
  clippedLoss,
  fitsServerLoss,
  importance,
  type PolicyLossOptions,
  policyLoss,
  serverAdvantages,
} from './policy-loss.ts';

const clip = { clipLow: 0.2, clipHigh: 0.28 };
const logprob = fc.double({ min: -6, max: -0.01, noNaN: true });
const advantage = fc.double({ min: -2, max: 2, noNaN: true });

/** The derivative by differences. */
const slopeOf = (value: (lp: number) => number, lp: number, h = 1e-6) =>
  (value(lp + h) - value(lp - h)) / (2 * h);

describe('the clipped loss', () => {
  it.each([
    // ratio, advantage, loss, slope
    [1, 1, -1, -1],
    [1.5, 1, -1.28, 0],
    [0.5, 1, -0.5, -0.5],
    [1.5, -1, 1.5, 1.5],
    [0.5, -1, 0.8, 0],
    [1.25, 1, -1.25, -1.25],
  ])('at a ratio of %d and an advantage of %d', (ratio, given, loss, slope) => {
    const made = clippedLoss(-1 + Math.log(ratio), -1, given, clip);
    expect(made.loss).toBeCloseTo(loss, 12);
    expect(made.slope).toBeCloseTo(slope, 12);
  });

  it('is bounded for bad tokens that have become likelier: dual clip', () => {
    expect(clippedLoss(-1 + Math.log(5), -1, -1, { ...clip, dualClip: 3 })).toEqual({
      loss: 3,
      slope: 0,
      clipped: true,
    });
    expect(clippedLoss(-1 + Math.log(2), -1, -1, { ...clip, dualClip: 3 }).loss).toBeCloseTo(2, 12);
    expect(clippedLoss(-1 + Math.log(5), -1, 1, { ...clip, dualClip: 3 }).loss).toBeCloseTo(-1.28, 12);
  });

  it('has the slope that differences show', () => {
    fc.assert(
      fc.property(
        logprob,
        logprob,
        advantage,
        fc.option(fc.constant(3), { nil: undefined }),
        (lp, old, a, dualClip) => {
          const options = { ...clip, dualClip };
          const ratio = Math.exp(lp - old);
          fc.pre([0.8, 1.28, 3].every((edge) => Math.abs(ratio - edge) > 1e-3) && ratio < 50);
          const { slope } = clippedLoss(lp, old, a, options);
          expect(slope).toBeCloseTo(
            slopeOf((x) => clippedLoss(x, old, a, options).loss, lp),
            3,
          );
        },
      ),
    );
  });
});

describe('divergence from a reference', () => {
  it('is what the estimators say', () => {
    expect(klEstimate('k1', -1, -1.5)).toEqual({ value: 0.5, slope: 1 });
    expect(klEstimate('k2', -1, -1.5)).toEqual({ value: 0.125, slope: 0.5 });
    expect(klEstimate('k3', -1, -1.5).value).toBeCloseTo(Math.exp(-0.5) + 0.5 - 1, 12);
    expect(klAdvantage(1, 0.1, -1, -1.5)).toBeCloseTo(0.95, 12);
    expect(klEstimate('k3', -9, 0)).toEqual({ value: 10, slope: 0 });
  });

  it('is nothing where the two agree, never negative for k2 and k3, and has the slope that differences show', () => {
    fc.assert(
      fc.property(logprob, logprob, fc.constantFrom('k1', 'k2', 'k3'), (lp, ref, estimator) => {
        expect(klEstimate(estimator, lp, lp).value).toBe(0);
        const { value, slope } = klEstimate(estimator, lp, ref);
        if (estimator !== 'k1') expect(value).toBeGreaterThanOrEqual(-1e-12);
        fc.pre(Math.abs(value - 10) > 1e-2);
        expect(Math.abs(slope - slopeOf((x) => klEstimate(estimator, x, ref).value, lp))).toBeLessThan(1e-3);
      }),
    );
  });

  it('in the mean over the policy, k1 and k3 are the true divergence', () => {
    const p = [0.5, 0.3, 0.2];
    const q = [0.2, 0.5, 0.3];
    const truth = p.reduce((sum, x, i) => sum + x * Math.log(x / q[i]!), 0);
    for (const estimator of ['k1', 'k3'] as const) {
      const mean = p.reduce(
        (sum, x, i) => sum + x * klEstimate(estimator, Math.log(x), Math.log(q[i]!)).value,
        0,
      );
      expect(mean).toBeCloseTo(truth, 12);
    }
  });
});

describe('the loss of a batch', () => {
  const row = (a: number, mask: number[], old: number[], more = {}) => ({ advantage: a, mask, old, ...more });

  it('is the token mean over all conversations', () => {
    const rows = [row(1, [0, 1, 1], [0, -1, -1]), row(-0.5, [1], [-2])];
    const { loss, gradient, stats } = policyLoss(rows, [[-9, -1, -1], [-2]], 3, clip);
    expect(loss).toBeCloseTo((-1 - 1 + 0.5) / 3, 12);
    expect(gradient.map((slopes) => [...slopes])).toEqual([[0, -1 / 3, -1 / 3], [0.5 / 3]]);
    expect(stats).toMatchObject({ tokens: 3, clipFraction: 0, ratioMean: 1, entropy: 4 / 3, oldKl: 0 });
  });

  it('weighs tokens that sampler and trainer think differently likely, up to a cap', () => {
    expect(importance(-1, -2, 2)).toBe(2);
    expect(importance(-2, -1, 2)).toBeCloseTo(Math.exp(-1), 12);
    const rows = [row(1, [1, 1], [-1, -2], { sampled: [-2, -1] })];
    const { loss, stats } = policyLoss(rows, [[-1, -2]], 2, { ...clip, truncatedImportance: 2 });
    expect(loss).toBeCloseTo(-(2 + Math.exp(-1)) / 2, 12);
    expect(stats.truncatedFraction).toBe(0.5);
  });

  it('has the gradient that differences show, under every option', () => {
    const tokens = fc.array(fc.tuple(fc.boolean(), logprob, logprob, logprob, logprob), {
      minLength: 1,
      maxLength: 5,
    });
    const options: fc.Arbitrary<PolicyLossOptions> = fc.record({
      clipLow: fc.constant(0.2),
      clipHigh: fc.constantFrom(0.2, 0.28),
      dualClip: fc.option(fc.constant(3), { nil: undefined }),
      truncatedImportance: fc.option(fc.constant(2), { nil: undefined }),
      kl: fc.option(
        fc.record({ estimator: fc.constantFrom('k1', 'k2', 'k3'), coefficient: fc.constant(0.1) }),
        {
          nil: undefined,
        },
      ),
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(advantage, tokens), { minLength: 1, maxLength: 3 }),
        options,
        (batch, chosen) => {
          const rows = batch.map(([a, all]) => ({
            advantage: a,
            mask: all.map(([counts]) => (counts ? 1 : 0)),
            old: all.map(([, , old]) => old),
            sampled: all.map(([, , , sampled]) => sampled),
            reference: all.map(([, , , , ref]) => ref),
          }));
          const now = batch.map(([, all]) => all.map(([, lp]) => lp));
          for (const [i, all] of now.entries())
            for (const [t, lp] of all.entries()) {
              const ratio = Math.exp(lp - rows[i]!.old[t]!);
              fc.pre([1 - 0.2, 1.2, 1.28, 3].every((edge) => Math.abs(ratio - edge) > 1e-3) && ratio < 30);
              fc.pre(Math.abs(klEstimate('k3', lp, rows[i]!.reference[t]!).value - 10) > 1e-2);
            }
          const { gradient } = policyLoss(rows, now, 7, chosen);
          for (const [i, all] of now.entries())
            for (const t of all.keys()) {
              const at = (x: number) =>
                policyLoss(
                  rows,
                  now.map((each, k) => (k === i ? each.with(t, x) : each)),
                  7,
                  chosen,
                ).loss;
              expect(Math.abs(gradient[i]![t]! - slopeOf(at, all[t]!))).toBeLessThan(1e-3);
            }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is a server’s ppo over advantages that are weighed and divided, where a server can have it', () => {
    expect(fitsServerLoss(clip)).toBe(true);
    expect(fitsServerLoss({ ...clip, dualClip: 3 })).toBe(false);
    expect(fitsServerLoss({ ...clip, kl: { estimator: 'k3', coefficient: 1 } })).toBe(false);
    const options = { ...clip, truncatedImportance: 2, kl: { estimator: 'k1' as const, coefficient: 0.1 } };
    const one = {
      advantage: 1,
      mask: [0, 1, 1],
      old: [0, -1, -2],
      sampled: [0, -2, -2],
      reference: [0, -1, -1],
    };
    const now = [-3, -1.1, -1.5];
    const sum = [...serverAdvantages(one, 5, options)].reduce(
      (total, a, t) => total + (one.mask[t] ? clippedLoss(now[t]!, one.old[t]!, a, clip).loss : 0),
      0,
    );
    expect(sum).toBeCloseTo(policyLoss([one], [now], 5, options).loss, 12);
  });
});
