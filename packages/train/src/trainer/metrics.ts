import { trainedTokens } from '../algorithm/batch.ts';
import type { Filled } from '../algorithm/dynamic-sampling.ts';
import type { TrainingTask } from '../rollout/agent.ts';

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean rewards by a task's label and by length. */
export type RewardsByTask = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The mean rewards of scored tasks. */
export function rewardsByTask(
  scored: readonly { readonly label: string; readonly length: number; readonly reward: number }[],
): RewardsByTask {
  const byTask: Record<string, Record<string, number[]>> = {};
  for (const { label, length, reward } of scored) {
    byTask[label] ??= {};
    byTask[label][length] ??= [];
    byTask[label][length].push(reward);
  }
  return Object.fromEntries(
    Object.entries(byTask).map(([label, lengths]) => [
      label,
      Object.fromEntries(Object.entries(lengths).map(([length, rewards]) => [length, mean(rewards)])),
    ]),
  );
}

/** What a batch of rollouts shows: rewards by task and length, groups without a signal, lengths, speed. */
export function rolloutMetrics(
  batch: Filled & { readonly seconds: number; readonly retried: number },
  tasks: ReadonlyMap<string, TrainingTask>,
): Record<string, unknown> & { rewardMean: number } {
  const trajectories = batch.rolled.flatMap((group) => group.trajectories);
  const conversations = trajectories.flatMap((trajectory) => trajectory.conversations);
  const steps = conversations.filter(({ kind }) => kind === 'step' || kind === 'kept' || kind === 'unusable');
  const written = steps.filter(({ kind }) => kind === 'step');
  const scored = batch.rolled.flatMap(({ task, trajectories: runs }) => {
    const { label = 'task', length = 0 } = tasks.get(task) ?? {};
    return runs.map(({ reward }) => ({ label, length, reward }));
  });
  const sampled = conversations.reduce((sum, each) => sum + trainedTokens(each), 0);
  const prompts = conversations.reduce((sum, { prompt }) => sum + prompt.length, 0);
  return {
    rewardMean: mean(trajectories.map(({ reward }) => reward)),
    rewardByTask: rewardsByTask(scored),
    groups: batch.groups.length,
    groupsWithoutSignal: batch.withoutSignal,
    groupsDropped: batch.dropped,
    trajectoriesRetried: batch.retried,
    trajectories: trajectories.length,
    conversations: conversations.length,
    stepsPerTrajectory: trajectories.length === 0 ? 0 : steps.length / trajectories.length,
    keptShare: steps.length === 0 ? 0 : steps.filter(({ kind }) => kind === 'kept').length / steps.length,
    unusableShare:
      steps.length === 0 ? 0 : steps.filter(({ kind }) => kind === 'unusable').length / steps.length,
    memoryTokens: mean(written.map(trainedTokens)),
    responseTokens: mean(conversations.map(trainedTokens)),
    cutShare: mean(conversations.map(({ cut }) => (cut ? 1 : 0))),
    sampledTokens: sampled,
    promptTokens: prompts,
    sampledTokensPerSecond: sampled / batch.seconds,
    promptTokensPerSecond: prompts / batch.seconds,
  };
}
