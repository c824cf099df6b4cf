/** Estimators of the divergence from a reference, from one sampled token: Schulman's k1, k2 and k3. */
export type KlEstimator = 'k1' | 'k2' | 'k3';

// The reference clamps k3 here: one token whose probability has collapsed must not be the whole loss.
const clamp = 10;

/**
 * The estimate of KL(policy ‖ reference) from a token's two log-probabilities, and its derivative by the policy's.
 * k1 = lp − ref; k2 = (lp − ref)²/2; k3 = e^(ref − lp) − (ref − lp) − 1. As a loss k1 has a gradient of mean zero, so
 * it is taken off the advantage instead (`klAdvantage`).
 */
export function klEstimate(
  estimator: KlEstimator,
  lp: number,
  ref: number,
): { value: number; slope: number } {
  const difference = lp - ref;
  if (estimator === 'k1') return { value: difference, slope: 1 };
  if (estimator === 'k2') return { value: 0.5 * difference * difference, slope: difference };
  const ratio = Math.exp(-difference);
  const value = ratio + difference - 1;
  return value > clamp ? { value: clamp, slope: 0 } : { value, slope: 1 - ratio };
}

/** An advantage less the penalty on a token that has become likelier than the reference has it. */
export const klAdvantage = (advantage: number, coefficient: number, lp: number, ref: number): number =>
  advantage - coefficient * klEstimate('k1', lp, ref).value;
