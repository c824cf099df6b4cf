import type { Random } from '@memagent/lab';
import { expandGroup } from '../algorithm/advantages.ts';
import { type AlignedRow, alignRow, allTokens, minibatches, packByTokens } from '../algorithm/batch.ts';
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
  /** Mean |sampler − trainer| of the log-probabilities of what was sampled. */
  readonly rolloutTrainerDiff?: number;
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
  const made: { stats: PolicyStats; loss: number; gradNorm?: number }[] = [];
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
    const { logprobs, gradient } = await pass(model, useful, tokens, loss, known, options);
    diff ??= difference(useful, logprobs);
    const metrics = await model.optimStep({ ...algorithm.adam, learningRate: options.learningRate }, signal);
    const gradNorm = Object.entries(metrics).find(([key]) => key.includes('grad_norm'))?.[1];
    made.push({ ...gradient, ...(gradNorm !== undefined ? { gradNorm } : {}) });
  }
  return { ...combine(made), ...(diff !== undefined ? { rolloutTrainerDiff: diff } : {}) };
}

/** The gradient of one minibatch, by the server's own loss where it can express ours, else by way of ours here. */
async function pass(
  model: TrainingModel,
  rows: readonly AlignedRow[],
  tokens: number,
  loss: PolicyLossOptions,
  known: readonly Numbers[] | undefined,
  options: UpdateOptions,
) {
  const packs = packByTokens(rows.map(length), options.callTokens);
  const logprobs: Numbers[] = new Array(rows.length);
  if (fitsServerLoss(loss)) {
    const config = { clip_low_threshold: 1 - loss.clipLow, clip_high_threshold: 1 + loss.clipHigh };
    await Promise.all(
      packs.map(async (pack) => {
        const data = pack.map((i): Datum => {
          const row = rows[i]!;
          const { datum } = row;
          const advantages = serverAdvantages(row, tokens, loss);
          return { ...datum, inputs: { ...datum.inputs, logprobs: row.old, advantages } };
        });
        const scaled = scaledFor(model.reduction, data, rows.length);
        const { outputs } = await model.forwardBackward(scaled, 'ppo', config, options.signal);
        for (const [at, i] of pack.entries()) logprobs[i] = outputs[at]!.logprobs;
      }),
    );
    return { logprobs, gradient: policyLoss(rows, logprobs, tokens, loss) };
  }
  const current = known ?? (await logprobsOf(model, rows, options));
  const gradient = policyLoss(rows, current, tokens, loss);
  await Promise.all(
    packs.map((pack) =>
      backward(
        model,
        pack.map((i) => rows[i]!.datum),
        pack.map((i) => current[i]!),
        pack.map((i) => gradient.gradient[i]!),
        rows.length,
        options.signal,
      ),
    ),
  );
  return { logprobs: current, gradient };
}

async function logprobsOf(
  model: TrainingModel,
  rows: readonly AlignedRow[],
  { callTokens, signal }: UpdateOptions,
): Promise<Float64Array[]> {
  const out: Float64Array[] = new Array(rows.length);
  await Promise.all(
    packByTokens(rows.map(length), callTokens).map(async (pack) => {
      const data = pack.map((i) => rows[i]!.datum);
      const { outputs } = await model.forward(data, 'cross_entropy', signal);
      for (const [at, i] of pack.entries()) out[i] = outputs[at]!.logprobs;
    }),
  );
  return out;
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

function combine(parts: readonly { stats: PolicyStats; loss: number; gradNorm?: number }[]): UpdateResult {
  const tokens = parts.reduce((sum, { stats }) => sum + stats.tokens, 0);
  const mean = (of: (stats: PolicyStats) => number) =>
    parts.reduce((sum, { stats }) => sum + of(stats) * stats.tokens, 0) / Math.max(1, tokens);
  const norms = parts.flatMap(({ gradNorm }) => (gradNorm === undefined ? [] : [gradNorm]));
  return {
    tokens,
    updates: parts.length,
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
