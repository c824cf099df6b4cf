import type { Random } from '@memagent/lab';
import { expandGroup } from '../algorithm/advantages.ts';
import {
  type AlignedRow,
  alignRow,
  allTokens,
  callsByTokens,
  minibatches,
  ofResponse,
  overAll,
  rowDatum,
} from '../algorithm/batch.ts';
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
import type { Numbers } from '../tinker/types.ts';
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
  /** Told when the last step of the optimizer is asked for: what is asked for now follows it, and need not wait for it. */
  readonly onAsked?: () => void;
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
  const parts = minibatches(rows, algorithm.minibatches, options.random).flatMap((part, index) => {
    const tokens = part.reduce((sum, { mask }) => sum + total(mask), 0);
    // Rows without a gradient cost a pass and give nothing; they stay in the count.
    const useful = part.filter(({ advantage, mask }) => total(mask) > 0 && (advantage !== 0 || algorithm.kl));
    const known = index === 0 && fresh ? useful.map(({ old }) => old) : undefined;
    return useful.length === 0 ? [] : [{ useful, tokens, known }];
  });
  for (const [index, { useful, tokens, known }] of parts.entries()) {
    const stepped = async () => {
      const step = model.optimStep({ ...algorithm.adam, learningRate: options.learningRate }, signal);
      if (index === parts.length - 1) options.onAsked?.();
      return step;
    };
    const { logprobs, gradient, sequences, metrics } = await pass(
      model,
      useful,
      tokens,
      loss,
      known,
      options,
      stepped,
    );
    diff ??= difference(useful, logprobs);
    const gradNorm = Object.entries(metrics).find(([key]) => key.includes('grad_norm'))?.[1];
    made.push({ ...gradient, sequences, ...(gradNorm !== undefined ? { gradNorm } : {}) });
  }
  return { ...combine(made), ...(diff !== undefined ? { rolloutTrainerDiff: diff } : {}) };
}

/**
 * The gradient of one minibatch, by the server's own loss where it can express ours, else by way of ours here, and the
 * step that takes it. Rows that are the same sequence go there once, with the sum of what they earned.
 */
async function pass(
  model: TrainingModel,
  rows: readonly AlignedRow[],
  tokens: number,
  loss: PolicyLossOptions,
  known: readonly Numbers[] | undefined,
  options: UpdateOptions,
  step: () => Promise<Record<string, number>>,
) {
  if (fitsServerLoss(loss)) {
    const same = distinct(rows, (row) => clippedAlike(row, loss));
    const advantages = sumDistinct(
      same,
      rows.map((row) => serverAdvantages(row, tokens, loss)),
    );
    const config = { clip_low_threshold: 1 - loss.clipLow, clip_high_threshold: 1 + loss.clipHigh };
    const sent: Numbers[] = new Array(same.firsts.length);
    const call = async (pack: readonly number[]) => {
      const data = pack.map((place) => {
        const row = rows[same.firsts[place]!]!;
        return rowDatum(row, { logprobs: row.old, advantages: advantages[place]! });
      });
      const scaled = scaledFor(model.reduction, data, same.firsts.length);
      const { outputs } = await model.forwardBackward(scaled, 'ppo', config, options.signal);
      for (const [at, place] of pack.entries())
        sent[place] = ofResponse(rows[same.firsts[place]!]!.row.conversation, outputs[at]!.logprobs);
    };
    const metrics = await inCalls(model, rows, same, options, call, step);
    const logprobs = rows.map((_, i) => sent[same.of[i]!]!);
    const gradient = policyLoss(rows, logprobs, tokens, loss);
    return { logprobs, gradient, sequences: same.firsts.length, metrics };
  }
  const current = known ?? (await logprobsOf(model, rows, options));
  const gradient = policyLoss(rows, current, tokens, loss);
  const same = distinct(rows);
  const slopes = sumDistinct(same, gradient.gradient);
  const call = (pack: readonly number[]) => {
    const of = pack.map((place) => rows[same.firsts[place]!]!);
    return backward(
      model,
      of.map((row) => rowDatum(row)),
      pack.map((place, i) => overAll(of[i]!.row.conversation, current[same.firsts[place]!]!)),
      pack.map((place, i) => overAll(of[i]!.row.conversation, slopes[place]!)),
      same.firsts.length,
      options.signal,
    );
  };
  const metrics = await inCalls(model, rows, same, options, call, step);
  return { logprobs: current, gradient, sequences: same.firsts.length, metrics };
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
  const call = async (pack: readonly number[]) => {
    const of = pack.map((place) => rows[same.firsts[place]!]!);
    const data = of.map((row) => rowDatum(row));
    const { outputs } = await model.forward(data, 'cross_entropy', options.signal);
    for (const [at, place] of pack.entries())
      found[place] = ofResponse(of[at]!.row.conversation, outputs[at]!.logprobs);
  };
  await inCalls(model, rows, same, options, call, async () => undefined);
  return rows.map((_, i) => found[same.of[i]!]!);
}

/**
 * Calls of about `callTokens` tokens; each gets the places of its sequences. One is made when the one before is with the
 * server, which is at work meanwhile; `then` follows the last and does not wait for their results either.
 */
async function inCalls<T>(
  model: TrainingModel,
  rows: readonly AlignedRow[],
  same: Distinct,
  { callTokens }: UpdateOptions,
  call: (places: readonly number[]) => Promise<unknown>,
  then: () => Promise<T>,
): Promise<T> {
  const lengths = same.firsts.map((first) => length(rows[first]!));
  const calls: Promise<unknown>[] = [];
  let failed = false;
  for (const places of callsByTokens(lengths, callTokens)) {
    const made = call(places);
    made.catch(() => {
      failed = true;
    });
    calls.push(made);
    await model.sent();
    if (failed) await Promise.all(calls);
  }
  const last = then();
  last.catch(() => {});
  await Promise.all(calls);
  return last;
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
