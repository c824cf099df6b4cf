import type { Numbers } from '../tinker/types.ts';
import { type KlEstimator, klAdvantage, klEstimate } from './kl.ts';

/** The numbers of the loss. */
export interface PolicyLossOptions {
  /** The ratio is held between 1 − clipLow and 1 + clipHigh; clip-higher is a larger clipHigh. */
  readonly clipLow: number;
  readonly clipHigh: number;
  /** Dual clip: with a negative advantage the loss is at most −A · dualClip. Off unless told. */
  readonly dualClip?: number;
  readonly kl?: { readonly estimator: KlEstimator; readonly coefficient: number };
  /** Truncated importance sampling: old over sampled, at most this, weighs each token. Off unless told. */
  readonly truncatedImportance?: number;
}

/** One sequence, its lists as long as each other. */
export interface LossRow {
  readonly advantage: number;
  readonly mask: Numbers;
  /** Log-probabilities that the ratio is taken against. */
  readonly old: Numbers;
  /** Those of the sampler, where they are not the same. */
  readonly sampled?: Numbers;
  readonly reference?: Numbers;
}

/** What is worth looking at, over all tokens that count. */
export interface PolicyStats {
  readonly tokens: number;
  readonly clipFraction: number;
  readonly ratioMean: number;
  readonly ratioMin: number;
  readonly ratioMax: number;
  /** Mean of −log-probability: the entropy, as the sampled tokens show it. */
  readonly entropy: number;
  /** Mean k3 to the reference; undefined without one. */
  readonly kl?: number;
  /** Mean k3 of the old policy from the present one. */
  readonly oldKl: number;
  /** Tokens whose importance was cut. */
  readonly truncatedFraction: number;
}

/** A token's clipped surrogate and its derivative by the log-probability. */
export function clippedLoss(
  lp: number,
  old: number,
  advantage: number,
  { clipLow, clipHigh, dualClip }: PolicyLossOptions,
): { loss: number; slope: number; clipped: boolean } {
  const ratio = Math.exp(lp - old);
  const bounded = Math.min(Math.max(ratio, 1 - clipLow), 1 + clipHigh);
  const free = -advantage * ratio;
  const held = -advantage * bounded;
  const loss = Math.max(free, held);
  const clipped = held > free;
  if (dualClip !== undefined && advantage < 0 && -advantage * dualClip < loss)
    return { loss: -advantage * dualClip, slope: 0, clipped: true };
  return { loss, slope: clipped ? 0 : free, clipped };
}

/** How much a token weighs that the sampler and the trainer think differently likely: min(old/sampled, cap). */
export const importance = (old: number, sampled: number, cap: number): number =>
  Math.min(Math.exp(old - sampled), cap);

/**
 * The loss over a batch, divided by `tokens` (the number that count in the whole batch: the token mean), with its
 * derivative by every log-probability.
 */
export function policyLoss(
  rows: readonly LossRow[],
  logprobs: readonly Numbers[],
  tokens: number,
  options: PolicyLossOptions,
): { loss: number; gradient: Float64Array[]; stats: PolicyStats } {
  const { kl, truncatedImportance: cap } = options;
  let loss = 0;
  let [count, clips, truncated, ratios, entropy, reference, old] = [0, 0, 0, 0, 0, 0, 0];
  let [ratioMin, ratioMax] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let compared = false;
  const gradient = rows.map((row, i) => {
    const slopes = new Float64Array(row.mask.length);
    for (let t = 0; t < row.mask.length; t++) {
      if (!row.mask[t]) continue;
      const lp = logprobs[i]![t]!;
      const before = row.old[t]!;
      const ref = row.reference?.[t];
      const weight = cap === undefined ? 1 : importance(before, row.sampled?.[t] ?? before, cap);
      const advantage = weight * tokenAdvantage(row, t, options);
      const one = clippedLoss(lp, before, advantage, options);
      let slope = one.slope;
      loss += one.loss / tokens;
      if (ref !== undefined) {
        compared = true;
        reference += klEstimate('k3', lp, ref).value;
        if (kl && kl.estimator !== 'k1') {
          const penalty = klEstimate(kl.estimator, lp, ref);
          loss += (kl.coefficient * penalty.value) / tokens;
          slope += kl.coefficient * penalty.slope;
        }
      }
      slopes[t] = slope / tokens;
      const ratio = Math.exp(lp - before);
      count++;
      ratios += ratio;
      ratioMin = Math.min(ratioMin, ratio);
      ratioMax = Math.max(ratioMax, ratio);
      entropy -= lp;
      old += klEstimate('k3', lp, before).value;
      if (one.clipped) clips++;
      if (cap !== undefined && weight >= cap) truncated++;
    }
    return slopes;
  });
  const per = Math.max(1, count);
  return {
    loss,
    gradient,
    stats: {
      tokens: count,
      clipFraction: clips / per,
      ratioMean: count ? ratios / per : 1,
      ratioMin: count ? ratioMin : 1,
      ratioMax: count ? ratioMax : 1,
      entropy: entropy / per,
      ...(compared ? { kl: reference / per } : {}),
      oldKl: old / per,
      truncatedFraction: truncated / per,
    },
  };
}

/** A token's advantage: the row's, less k1's penalty, which takes no gradient of its own. */
export function tokenAdvantage(row: LossRow, t: number, { kl }: PolicyLossOptions): number {
  const ref = row.reference?.[t];
  return kl?.estimator === 'k1' && ref !== undefined
    ? klAdvantage(row.advantage, kl.coefficient, row.old[t]!, ref)
    : row.advantage;
}

/** Whether a server's own `ppo` computes the same: it knows neither dual clip nor a divergence in the loss. */
export const fitsServerLoss = ({ dualClip, kl }: PolicyLossOptions): boolean =>
  dualClip === undefined && (kl === undefined || kl.estimator === 'k1');

/** The advantages that make a server's `ppo`, summed over tokens, this loss: weighed and divided by `tokens`. */
export function serverAdvantages(row: LossRow, tokens: number, options: PolicyLossOptions): Float64Array {
  const cap = options.truncatedImportance;
  const advantages = new Float64Array(row.mask.length);
  for (let t = 0; t < advantages.length; t++) {
    if (!row.mask[t]) continue;
    const weight = cap === undefined ? 1 : importance(row.old[t]!, row.sampled?.[t] ?? row.old[t]!, cap);
    advantages[t] = (weight * tokenAdvantage(row, t, options)) / tokens;
  }
  return advantages;
}
