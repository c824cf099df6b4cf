import { Random } from '../random.ts';

/** A share or a difference with its interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

const z95 = 1.959963984540054;

/**
 * Wilson's score interval for a share of n trials (Wilson 1927). Scores between 0 and 1 count with their parts, for
 * which it is on the wide side.
 *
 * @example wilson(8, 10) // { low: 0.490, high: 0.943 }
 */
export function wilson(successes: number, n: number, z = z95): Interval {
  if (n === 0) return { low: 0, high: 1 };
  const p = successes / n;
  const z2 = z * z;
  const middle = p + z2 / (2 * n);
  const spread = z * Math.sqrt((p * (1 - p) + z2 / (4 * n)) / n);
  const scale = 1 + z2 / n;
  return { low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) };
}

/** A paired difference: its mean, its interval, how often each side was ahead. */
export interface PairedDifference extends Interval {
  readonly n: number;
  readonly difference: number;
  /** Pairs in which the first was better, and in which the second was. */
  readonly wins: number;
  readonly losses: number;
  /** Two-sided: how often chance alone, flipping the signs, makes a difference this large. */
  readonly p: number;
}

export interface BootstrapOptions {
  /** What each pair is about: pairs about the same, as one question at several lengths, are drawn and flipped together. */
  readonly about?: readonly string[];
  readonly rounds?: number;
  readonly seed?: number;
}

/**
 * Compares two lists of scores on the same samples: the mean of first − second, its 95 % interval by bootstrap over
 * pairs, or over what they are about (percentiles), and a sign-flip test. Where all pairs differ by the same, resampling them knows no other: the
 * interval is then what a share of other pairs as large as n trials without one allow (exact binomial, 97.5 % a side)
 * could make of it. The same input gives the same output.
 */
export function pairedDifference(
  first: readonly number[],
  second: readonly number[],
  options: BootstrapOptions = {},
): PairedDifference {
  const { rounds = 10_000, seed = 1 } = options;
  const n = Math.min(first.length, second.length);
  const differences = Array.from({ length: n }, (_, i) => first[i]! - second[i]!);
  const wins = differences.filter((d) => d > 0).length;
  const losses = differences.filter((d) => d < 0).length;
  if (n === 0) return { n, difference: 0, low: 0, high: 0, wins, losses, p: 1 };
  const difference = mean(differences);
  const groups = grouped(differences, options.about);
  const count = groups.length;
  const random = new Random(`bootstrap/${seed}`);
  const means = new Float64Array(rounds);
  let extreme = 0;
  for (let round = 0; round < rounds; round++) {
    let drawn = 0;
    let pairs = 0;
    let flipped = 0;
    for (let i = 0; i < count; i++) {
      const bits = random.next();
      const group = groups[Math.floor((bits / 4294967296) * count)]!;
      drawn += group.sum;
      pairs += group.pairs;
      flipped += (bits & 1) === 0 ? groups[i]!.sum : -groups[i]!.sum;
    }
    means[round] = drawn / pairs;
    if (Math.abs(flipped / n) >= Math.abs(difference) - 1e-12) extreme += 1;
  }
  means.sort();
  const same = groups.every((group) => Math.abs(group.sum / group.pairs - difference) < 1e-12);
  const unseen = same ? 1 - 0.025 ** (1 / count) : undefined;
  return {
    n,
    difference,
    low: unseen === undefined ? percentile(means, 0.025) : difference * (1 - unseen) - unseen,
    high: unseen === undefined ? percentile(means, 0.975) : difference * (1 - unseen) + unseen,
    wins,
    losses,
    p: (extreme + 1) / (rounds + 1),
  };
}

/** The differences of the pairs about one thing, added up; each pair alone where nothing is said. */
function grouped(differences: readonly number[], about: readonly string[] | undefined) {
  if (!about) return differences.map((sum) => ({ sum, pairs: 1 }));
  const groups = new Map<string, { sum: number; pairs: number }>();
  differences.forEach((difference, i) => {
    const known = groups.get(about[i]!) ?? { sum: 0, pairs: 0 };
    groups.set(about[i]!, { sum: known.sum + difference, pairs: known.pairs + 1 });
  });
  return [...groups.values()];
}

/** A value at a share of a sorted list, between its neighbours. */
function percentile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  const high = Math.min(sorted.length - 1, low + 1);
  return sorted[low]! + (sorted[high]! - sorted[low]!) * (at - low);
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** A straight line through points by least squares. */
export interface LinearFit {
  readonly slope: number;
  readonly intercept: number;
  /** The share of the variance that the line explains. */
  readonly r2: number;
}

/** Fits y = slope · x + intercept; undefined with fewer than two different x. */
export function linearFit(xs: readonly number[], ys: readonly number[]): LinearFit | undefined {
  const mx = mean(xs);
  const my = mean(ys);
  let sxx = 0;
  let sxy = 0;
  let syy = 0;
  xs.forEach((x, i) => {
    sxx += (x - mx) ** 2;
    sxy += (x - mx) * (ys[i]! - my);
    syy += (ys[i]! - my) ** 2;
  });
  if (sxx === 0) return undefined;
  const slope = sxy / sxx;
  return { slope, intercept: my - slope * mx, r2: syy === 0 ? 1 : (sxy * sxy) / (sxx * syy) };
}

/** The share right among needles of one band of depths. */
export interface DepthBand extends Interval {
  /** From this share of the text on, up to the next band's. */
  readonly from: number;
  readonly to: number;
  readonly n: number;
  readonly accuracy: number;
}

/** Accuracy per depth of the needles: each needle counts with the score of its sample. */
export function accuracyByDepth(
  samples: readonly { readonly depths: readonly number[]; readonly score: number }[],
  bands = 10,
): DepthBand[] {
  const scores = Array.from({ length: bands }, (): number[] => []);
  for (const { depths, score } of samples)
    for (const depth of depths)
      scores[Math.min(bands - 1, Math.max(0, Math.floor(depth * bands)))]!.push(score);
  return scores.map((list, i) => ({
    from: i / bands,
    to: (i + 1) / bands,
    n: list.length,
    accuracy: mean(list),
    ...wilson(
      list.reduce((sum, score) => sum + score, 0),
      list.length,
    ),
  }));
}
