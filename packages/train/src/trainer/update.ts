import type { Random } from '@memagent/lab';
import { expandGroup } from '../algorithm/advantages.ts';
import { type AlignedRow, alignRow, allTokens, minibatches, packByTokens } from '../algorithm/batch.ts';
import { type Distinct, distinct, sumDistinct } from '../algorithm/distinct.ts';
import {
  fitsServerLoss,
  type PolicyLossOptions,
  type PolicyStats,
  policyLoss,
  serverAdvantages,
} from '../algorithm/policy-loss.ts';
import type { Group } from '../algorithm/types.ts';
import { backward, scaledFor } from '../tinker/custom-loss.ts';
import type { TrainingModel } from '../tinker/training-model.ts';
import type { Datum, Numbers } from '../tinker/types.ts';
import type { Algorithm } from './recipe.ts';

export interface UpdateOptions {
  readonly algorithm: Algorithm;
  /** The most tokens of a reply: what overlong shaping is measured by. */
  readonly maxTokens: number;
  readonly learningRate: number;
  /** Tokens in a call, about. */
  readonly callTokens: number;
  /** What the divergence is taken from. */
  readonly reference?: TrainingModel;
  readonly random: Random;
  readonly signal?: AbortSignal;
}

/** What an update did, over all its minibatches. */
export interface UpdateResult extends PolicyStats {
  readonly loss: number;
  readonly gradNorm?: number;
  /** Optimizer steps taken; a minibatch without a gradient takes none. */
  readonly updates: number;
  /** Sequences that were sent: conversations that are the same tokens go once. */
  readonly sequences: number;
  /** Mean |sampler − trainer| of the log-probabilities of what was sampled. */
  readonly rolloutTrainerDiff?: number;
}

interface Part {
  readonly stats: PolicyStats;
  readonly loss: number;
  readonly sequences: number;
  readonly gradNorm?: number;
}

/** Trains on a batch of groups: advantages, expansion, minibatches, and a step of the optimizer for each. */
export async function update(
  model: TrainingModel,
  groups: readonly Group[],
  options: UpdateOptions,
): Promise<UpdateResult> {
  const { algorithm, signal } = options;
  const loss = lossOptions(algorithm);
  let rows = groups.flatMap((group) =>
    expandGroup(group, {
      std: algorithm.std,
      advantage: algorithm.advantage,
      maskCut: algorithm.maskCut,
      credit: algorithm.credit,
      ...(algorithm.overlong
        ? {
            overlong: {
              max: options.maxTokens,
              buffer: Math.round(algorithm.overlong.buffer * options.maxTokens),
              penalty: algorithm.overlong.penalty,
            },
          }
        : {}),
    }).map(alignRow),
  );
  const fresh = algorithm.oldLogprobs === 'trainer';
  if (fresh) {
    const old = await logprobsOf(model, rows, options);
    rows = rows.map((row, i) => ({ ...row, old: old[i]! }));
  }
  if (options.reference) {
    const reference = await logprobsOf(options.reference, rows, options);
    rows = rows.map((row, i) => ({ ...row, reference: reference[i]! }));
  }
  const made: Part[] = [];
  let diff = fresh
    ? difference(
        rows,
        rows.map(({ old }) => old),
      )
    : undefined;
  for (const [index, part] of minibatches(rows, algorithm.minibatches, options.random).entries()) {
    const tokens = part.reduce((sum, { mask }) => sum + total(mask), 0);
    // Rows without a gradient cost a pass and give nothing; they stay in the count.
    const useful = part.filter(({ advantage, mask }) => total(mask) > 0 && (advantage !== 0 || algorithm.kl));
    if (useful.length === 0) continue;
    const known = index === 0 && fresh ? useful.map(({ old }) => old) : undefined;
    const { logprobs, gradient, sequences } = await pass(model, useful, tokens, loss, known, options);
    diff ??= difference(useful, logprobs);
    const metrics = await model.optimStep({ ...algorithm.adam, learningRate: options.learningRate }, signal);
    const gradNorm = Object.entries(metrics).find(([key]) => key.includes('grad_norm'))?.[1];
    made.push({ ...gradient, sequences, ...(gradNorm !== undefined ? { gradNorm } : {}) });
  }
  return { ...combine(made), ...(diff !== undefined ? { rolloutTrainerDiff: diff } : {}) };
}

/**
 * The gradient of one minibatch, by the server's own loss where it can express ours, else by way of ours here. Rows that
 * are the same sequence go there once, with the sum of what they earned.
 */
async function pass(
  model: TrainingModel,
  rows: readonly AlignedRow[],
  tokens: number,
  loss: PolicyLossOptions,
  known: readonly Numbers[] | undefined,
  options: UpdateOptions,
) {
  if (fitsServerLoss(loss)) {
    const same = distinct(rows, (row) => clippedAlike(row, loss));
    const advantages = sumDistinct(
      same,
      rows.map((row) => serverAdvantages(row, tokens, loss)),
    );
    const config = { clip_low_threshold: 1 - loss.clipLow, clip_high_threshold: 1 + loss.clipHigh };
    const sent: Numbers[] = new Array(same.firsts.length);
    await inCalls(rows, same, options, async (pack) => {
      const data = pack.map((place): Datum => {
        const { datum, old } = rows[same.firsts[place]!]!;
        return { ...datum, inputs: { ...datum.inputs, logprobs: old, advantages: advantages[place]! } };
      });
      const scaled = scaledFor(model.reduction, data, same.firsts.length);
      const { outputs } = await model.forwardBackward(scaled, 'ppo', config, options.signal);
      for (const [at, place] of pack.entries()) sent[place] = outputs[at]!.logprobs;
    });
    const logprobs = rows.map((_, i) => sent[same.of[i]!]!);
    return { logprobs, gradient: policyLoss(rows, logprobs, tokens, loss), sequences: same.firsts.length };
  }
  const current = known ?? (await logprobsOf(model, rows, options));
  const gradient = policyLoss(rows, current, tokens, loss);
  const same = distinct(rows);
  const slopes = sumDistinct(same, gradient.gradient);
  await inCalls(rows, same, options, (pack) =>
    backward(
      model,
      pack.map((place) => rows[same.firsts[place]!]!.datum),
      pack.map((place) => current[same.firsts[place]!]!),
      pack.map((place) => slopes[place]!),
      same.firsts.length,
      options.signal,
    ),
  );
  return { logprobs: current, gradient, sequences: same.firsts.length };
}

/**
 * What rows of the same tokens must have in common to be clipped in the same way: gains and losses are apart, and so are
 * other old log-probabilities, beyond what two passes differ by. A divergence may turn a gain into a loss.
 */
const clippedAlike = ({ advantage, old, mask }: AlignedRow, { kl }: PolicyLossOptions): string => {
  let key = kl ? `${advantage}` : advantage > 0 ? '+' : '-';
  for (let t = 0; t < mask.length; t++) if (mask[t]) key += ` ${Math.round(old[t]! * 20)}`;
  return key;
};

async function logprobsOf(
  model: TrainingModel,
  rows: readonly AlignedRow[],
  options: UpdateOptions,
): Promise<Float64Array[]> {
  const same = distinct(rows);
  const found: Float64Array[] = new Array(same.firsts.length);
  await inCalls(rows, same, options, async (pack) => {
    const data = pack.map((place) => rows[same.firsts[place]!]!.datum);
    const { outputs } = await model.forward(data, 'cross_entropy', options.signal);
    for (const [at, place] of pack.entries()) found[place] = outputs[at]!.logprobs;
  });
  return rows.map((_, i) => found[same.of[i]!]!);
}

/** Calls of about `callTokens` tokens, all at once; each gets the places of its sequences. */
async function inCalls(
  rows: readonly AlignedRow[],
  same: Distinct,
  { callTokens }: UpdateOptions,
  call: (places: readonly number[]) => Promise<unknown>,
): Promise<void> {
  const lengths = same.firsts.map((first) => length(rows[first]!));
  await Promise.all(packByTokens(lengths, callTokens).map(call));
}

export const lossOptions = (algorithm: Algorithm): PolicyLossOptions => ({
  clipLow: algorithm.clipLow,
  clipHigh: algorithm.clipHigh,
  ...(algorithm.dualClip !== null ? { dualClip: algorithm.dualClip } : {}),
  ...(algorithm.kl !== null ? { kl: algorithm.kl } : {}),
  ...(algorithm.truncatedImportance !== null ? { truncatedImportance: algorithm.truncatedImportance } : {}),
});

const length = ({ row }: AlignedRow) => allTokens(row.conversation);

function total(mask: Numbers): number {
  let sum = 0;
  for (let i = 0; i < mask.length; i++) sum += mask[i]!;
  return sum;
}

function difference(rows: readonly AlignedRow[], logprobs: readonly Numbers[]): number {
  let [sum, count] = [0, 0];
  for (const [i, { mask, sampled }] of rows.entries())
    for (let t = 0; t < mask.length; t++)
      if (mask[t]) {
        sum += Math.abs(logprobs[i]![t]! - sampled![t]!);
        count++;
      }
  return sum / Math.max(1, count);
}

function combine(parts: readonly Part[]): UpdateResult {
  const tokens = parts.reduce((sum, { stats }) => sum + stats.tokens, 0);
  const mean = (of: (stats: PolicyStats) => number) =>
    parts.reduce((sum, { stats }) => sum + of(stats) * stats.tokens, 0) / Math.max(1, tokens);
  const norms = parts.flatMap(({ gradNorm }) => (gradNorm === undefined ? [] : [gradNorm]));
  return {
    tokens,
    updates: parts.length,
    sequences: parts.reduce((sum, { sequences }) => sum + sequences, 0),
    loss: parts.reduce((sum, { loss }) => sum + loss, 0) / Math.max(1, parts.length),
    clipFraction: mean((stats) => stats.clipFraction),
    ratioMean: parts.length === 0 ? 1 : mean((stats) => stats.ratioMean),
    ratioMin: Math.min(1, ...parts.map(({ stats }) => stats.ratioMin)),
    ratioMax: Math.max(1, ...parts.map(({ stats }) => stats.ratioMax)),
    entropy: mean((stats) => stats.entropy),
    oldKl: mean((stats) => stats.oldKl),
    truncatedFraction: mean((stats) => stats.truncatedFraction),
    ...(parts.some(({ stats }) => stats.kl !== undefined) ? { kl: mean((stats) => stats.kl ?? 0) } : {}),
    ...(norms.length > 0 ? { gradNorm: norms.reduce((sum, norm) => sum + norm, 0) / norms.length } : {}),
  };
}
