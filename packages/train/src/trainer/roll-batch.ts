import { MemAgentError, type Tokenizer } from '@memagent/core';
import { wilson } from '@memagent/lab';
import { type Filled, fillBatch } from '../algorithm/dynamic-sampling.ts';
import type { Trajectory } from '../algorithm/types.ts';
import type { Agent, Reward, TrainingTask } from '../rollout/agent.ts';
import { promptFormats } from '../rollout/prompt-format.ts';
import { recordingModel } from '../rollout/recording-model.ts';
import { rollGroup, rollTrajectory } from '../rollout/roll-out.ts';
import type { TokenSampler } from '../rollout/token-sampler.ts';
import type { limiter } from '../tinker/limiter.ts';
import { type Algorithm, algorithmOf, type TrainRecipe } from './recipe.ts';
import type { TaskSource } from './task-source.ts';

/** What rollouts are made with, all through a run. */
export interface RollContext {
  readonly recipe: TrainRecipe;
  readonly source: TaskSource;
  readonly agent: Agent;
  readonly reward: Reward;
  readonly tokenizer: Tokenizer;
  /** What the engine calls the model. */
  readonly name: string;
  readonly limit: ReturnType<typeof limiter>;
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

const modelFor =
  ({ recipe, tokenizer, name }: RollContext, sampler: TokenSampler, temperature: number) =>
  (seed: string, signal?: AbortSignal) =>
    recordingModel({
      sampler,
      tokenizer,
      format: promptFormats[recipe.model.format]!,
      window: recipe.model.window,
      temperature,
      seed,
      name,
      ...(signal ? { signal } : {}),
    });

/** Rolls out the groups of a step, from the task at `position` on. */
export async function rollBatch(
  context: RollContext,
  sampler: TokenSampler,
  step: number,
  position: number,
): Promise<Batch> {
  const { recipe, source, agent, reward, limit, signal } = context;
  const algorithm: Algorithm = algorithmOf(recipe);
  const began = performance.now();
  const tasks = new Map<string, TrainingTask>();
  let retried = 0;
  let last: MemAgentError | undefined;
  const most = Math.ceil(algorithm.batchTasks * (algorithm.dynamicSampling?.factor ?? 2));
  const filled = await fillBatch(
    async (n) => {
      const task = await source.train(position + n);
      const key = `${position + n}`;
      tasks.set(key, task);
      const group = await rollGroup(task, {
        agent,
        reward,
        model: modelFor(context, sampler, recipe.temperature),
        groupSize: algorithm.groupSize,
        seed: `${recipe.seed}/${step}/${position + n}`,
        limit,
        retries: recipe.retries,
        signal,
        onRetry: () => void retried++,
        onDropped: (dropped, error) => {
          last = error;
          context.warn(`The group of ${dropped.id} was dropped: ${error.message}`);
        },
      });
      return group && { ...group, task: key };
    },
    { groups: algorithm.batchTasks, dynamic: algorithm.dynamicSampling !== null, most },
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

/** How well the held-out tasks are done, with Wilson's interval. */
export interface HeldOut {
  readonly heldOutAccuracy: number;
  readonly heldOutInterval: readonly [number, number];
}

/** Scores the held-out tasks. A failure counts as wrong: leaving it out would flatter the model. */
export async function evaluateHeldOut(context: RollContext, sampler: TokenSampler): Promise<HeldOut> {
  const { recipe, source, agent, reward, limit, signal } = context;
  const { samples, temperature } = recipe.evaluation;
  const model = modelFor(context, sampler, temperature);
  const made = { agent, reward, model, retries: recipe.retries };
  const rewards = await Promise.all(
    Array.from({ length: samples }, (_, i) =>
      limit(async () => {
        const task = await source.heldOut(i);
        return rollTrajectory(task, `${recipe.seed}/held out/${i}`, made, signal).catch(
          (error): Pick<Trajectory, 'reward'> => {
            signal.throwIfAborted();
            context.warn(`The held-out task ${task.id} failed: ${(error as Error).message}`);
            return { reward: 0 };
          },
        );
      }),
    ),
  );
  const right = rewards.reduce((sum, each) => sum + each.reward, 0);
  // Rewards of one's own may leave the range that an interval of shares is made for.
  const { low, high } = wilson(Math.min(Math.max(right, 0), samples), samples);
  return { heldOutAccuracy: right / samples, heldOutInterval: [low, high] };
}
