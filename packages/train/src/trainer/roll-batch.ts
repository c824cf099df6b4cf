import { MemAgentError } from '@memagent/core';
import { wilson } from '@memagent/lab';
import { begunBySignals, type Filled, fillBatch, type Signals } from '../algorithm/dynamic-sampling.ts';
import type { TrainingTask } from '../rollout/agent.ts';
import type { TokenSampler } from '../rollout/token-sampler.ts';
import { type RewardsByTask, rewardsByTask } from './metrics.ts';
import { type Algorithm, algorithmOf, type TrainRecipe } from './recipe.ts';
import type { Roller } from './roller.ts';

/** What batches are made with, all through a run. */
export interface RollContext {
  readonly recipe: TrainRecipe;
  readonly roller: Roller;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
}

/** The groups of a step, and what it took to have them. */
export interface Batch extends Filled {
  readonly tasks: ReadonlyMap<string, TrainingTask>;
  readonly retried: number;
  /** The step that the sampling weights are from. */
  readonly version: number;
  readonly seconds: number;
}

const mostBegun = ({ batchTasks, dynamicSampling }: Algorithm): number =>
  Math.ceil(batchTasks * (dynamicSampling?.factor ?? 2));

function begunAtOnce(algorithm: Algorithm, past: readonly Signals[]): number {
  const ahead = algorithm.dynamicSampling?.ahead ?? 1;
  return ahead === 'auto'
    ? begunBySignals(algorithm.batchTasks, past)
    : Math.ceil(algorithm.batchTasks * ahead);
}

/**
 * Has the tasks made that the next step takes, from the task at `position` on, while the engine trains: where others
 * make them also those that it may begin later. What a step does not use is what the one after it begins with.
 */
export function prepareBatch(
  { recipe, roller }: RollContext,
  position: number,
  past: readonly Signals[],
): void {
  const algorithm = algorithmOf(recipe);
  const dynamic = roller.elsewhere && algorithm.dynamicSampling;
  const count = dynamic ? mostBegun(algorithm) : begunAtOnce(algorithm, past);
  for (let n = 0; n < count; n++) roller.prepare?.(position + n);
}

/**
 * Rolls out the groups of a step, from the task at `position` on. How many are begun at once may follow from what became
 * of the steps before.
 */
export async function rollBatch(
  context: RollContext,
  sampler: TokenSampler,
  step: number,
  position: number,
  past: readonly Signals[],
): Promise<Batch> {
  const { recipe, roller, signal } = context;
  const algorithm: Algorithm = algorithmOf(recipe);
  const began = performance.now();
  const tasks = new Map<string, TrainingTask>();
  let retried = 0;
  let last: MemAgentError | undefined;
  const filled = await fillBatch(
    async (n) => {
      const rolled = await roller.group(step, position + n, sampler, signal);
      const key = `${position + n}`;
      tasks.set(key, rolled.task);
      retried += rolled.retried;
      if (rolled.failure) {
        last = rolled.failure;
        context.warn(`The group of ${rolled.task.id} was dropped: ${rolled.failure.message}`);
      }
      return rolled.group && { ...rolled.group, task: key };
    },
    {
      groups: algorithm.batchTasks,
      dynamic: algorithm.dynamicSampling !== null,
      most: mostBegun(algorithm),
      first: begunAtOnce(algorithm, past),
    },
  );
  if (filled.dropped === filled.used)
    throw new MemAgentError(
      last?.code ?? 'model-unavailable',
      `No task of step ${step} could be rolled out: ${last?.message}`,
      {
        hint: last?.hint ?? 'Look at the engine’s log, then go on with --resume.',
        cause: last,
      },
    );
  return {
    ...filled,
    tasks,
    retried,
    version: sampler.version,
    seconds: (performance.now() - began) / 1000,
  };
}

/** How well the held-out tasks are done, with Wilson's interval over the different ones among them. */
export interface HeldOut {
  readonly heldOutAccuracy: number;
  readonly heldOutInterval: readonly [number, number];
  /** The mean by task and length. */
  readonly heldOutByTask: RewardsByTask;
}

/** Scores the held-out tasks. A failure counts as wrong: leaving it out would flatter the model. */
export async function evaluateHeldOut(context: RollContext, sampler: TokenSampler): Promise<HeldOut> {
  const { samples } = context.recipe.evaluation;
  const scored = await Promise.all(
    Array.from({ length: samples }, (_, i) => context.roller.heldOut(i, sampler, context.signal)),
  );
  for (const { failure } of scored) if (failure) context.warn(failure);
  const right = scored.reduce((sum, each) => sum + each.reward, 0);
  // Few tasks of a file are asked again and again: that makes nothing surer.
  const distinct = new Set(scored.map(({ id }) => id)).size;
  // Rewards of one's own may leave the range that an interval of shares is made for.
  const share = Math.min(Math.max(right / samples, 0), 1);
  const { low, high } = wilson(share * distinct, distinct);
  return {
    heldOutAccuracy: right / samples,
    heldOutInterval: [low, high],
    heldOutByTask: rewardsByTask(scored),
  };
}
