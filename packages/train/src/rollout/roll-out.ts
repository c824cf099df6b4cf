import { isRetryable, MemAgentError, toMemAgentError } from '@memagent/core';
import type { Group, Trajectory } from '../algorithm/types.ts';
import type { limiter } from '../tinker/limiter.ts';
import type { Agent, Reward, TrainingTask } from './agent.ts';
import type { RecordingModel } from './recording-model.ts';

export interface RollOptions {
  readonly agent: Agent;
  readonly reward: Reward;
  /** A fresh model for one trajectory; the seed names it and its attempt. */
  readonly model: (seed: string, signal?: AbortSignal) => RecordingModel;
  readonly groupSize: number;
  readonly seed: string;
  /** Lets a limited number of trajectories run at once, over all groups. */
  readonly limit: ReturnType<typeof limiter>;
  /** How often a failed trajectory is tried again; 2 unless told. */
  readonly retries?: number;
  readonly signal?: AbortSignal;
  /** Told of every group that had to be dropped. */
  readonly onDropped?: (task: TrainingTask, error: MemAgentError) => void;
  /** Told of every failure that was tried again. */
  readonly onRetry?: (task: TrainingTask, error: MemAgentError) => void;
}

/**
 * Runs an agent `groupSize` times on a task. A trajectory that fails is tried again; one that keeps failing takes its
 * group with it, since an advantage over the rest would be another group's: that is told, and gives undefined.
 */
export async function rollGroup(task: TrainingTask, options: RollOptions): Promise<Group | undefined> {
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const runs = Array.from({ length: options.groupSize }, (_, g) =>
    options.limit(() => rollTrajectory(task, `${options.seed}/${g}`, options, signal)),
  );
  try {
    return { task: task.id, trajectories: await Promise.all(runs) };
  } catch (error) {
    stop.abort();
    await Promise.allSettled(runs);
    options.signal?.throwIfAborted();
    options.onDropped?.(task, toMemAgentError(error));
    return undefined;
  }
}

/** Runs an agent once on a task, and again while it fails in ways that may pass. */
export async function rollTrajectory(
  task: TrainingTask,
  seed: string,
  options: Pick<RollOptions, 'agent' | 'reward' | 'model' | 'retries' | 'onRetry'>,
  signal?: AbortSignal,
): Promise<Trajectory> {
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    const model = options.model(attempt === 0 ? seed : `${seed}/retry-${attempt}`, signal);
    try {
      const answer = await options.agent(task, model, signal);
      const reward = await options.reward(answer, task);
      if (!Number.isFinite(reward))
        throw new MemAgentError('bad-input', `The verifier gave ${reward} for the task ${task.id}.`, {
          hint: 'A reward is a finite number.',
        });
      const conversations = model.recorder.conversations().filter(({ response }) => response.length > 0);
      return { conversations, reward, answer };
    } catch (error) {
      const failure = toMemAgentError(error);
      const lasting = failure.code === 'bad-input' || failure.code === 'no-fit' || !isRetryable(error);
      if (signal?.aborted || lasting || attempt >= (options.retries ?? 2)) throw error;
      options.onRetry?.(task, failure);
    }
  }
}
