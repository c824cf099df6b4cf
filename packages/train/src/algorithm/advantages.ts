import type { Group, Row, Trajectory } from './types.ts';

/**
 * Advantages of one group: A_i = R_i − mean(R), divided by the unbiased standard deviation + 1e-6 where asked. Of a
 * single trajectory nothing can be said by comparison: its mean counts as 0 and its deviation as 1, as in the
 * reference.
 */
export function groupAdvantages(rewards: readonly number[], { std = false } = {}): number[] {
  const n = rewards.length;
  if (n <= 1) return [...rewards];
  const mean = rewards.reduce((sum, reward) => sum + reward, 0) / n;
  const centred = rewards.map((reward) => reward - mean);
  if (!std) return centred;
  const deviation = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0) / (n - 1));
  return centred.map((value) => value / (deviation + 1e-6));
}

/** Whether a group teaches anything: its rewards differ. */
export const hasSignal = (rewards: readonly number[]): boolean =>
  rewards.some((reward) => Math.abs(reward - rewards[0]!) > 1e-9);

/** How a kind of call shares in its trajectory's advantage. */
export interface Credit {
  /** The share of the trajectory's advantage; 1 unless told. */
  readonly scale?: number;
  /** An advantage of its own instead: for a step that wrote nothing, or whose reply could not be used. */
  readonly advantage?: number;
}

export interface OverlongOptions {
  /** The most response tokens of a conversation. */
  readonly max: number;
  /** Over the last so many the punishment grows from 0 to `penalty`. */
  readonly buffer: number;
  /** 1 unless told. */
  readonly penalty?: number;
}

/**
 * DAPO's soft punishment of long replies (equation 13): 0 up to max − buffer, then linearly down to −penalty at max,
 * and −penalty beyond.
 */
export function overlongPenalty(length: number, { max, buffer, penalty = 1 }: OverlongOptions): number {
  const free = max - buffer;
  if (length <= free) return 0;
  if (length >= max || buffer <= 0) return -penalty;
  return (-penalty * (length - free)) / buffer;
}

/** A trajectory's reward with the punishment of its longest reply. */
export function shapedReward(trajectory: Trajectory, overlong?: OverlongOptions): number {
  if (!overlong) return trajectory.reward;
  const penalties = trajectory.conversations.map(({ mask }) =>
    overlongPenalty(
      mask.reduce<number>((sum, one) => sum + one, 0),
      overlong,
    ),
  );
  return trajectory.reward + Math.min(0, ...penalties);
}

export interface ExpandOptions {
  readonly std?: boolean;
  /**
   * What the mean is taken over: the trajectories of the group, or (an ablation) their conversations, so that a
   * trajectory weighs the more the more of them it has. `trajectory` unless told.
   */
  readonly advantage?: 'trajectory' | 'conversation';
  readonly overlong?: OverlongOptions;
  /** Leave conversations whose reply was cut at the limit out of the loss (DAPO's overlong filtering). */
  readonly maskCut?: boolean;
  /** By kind of call; `step` stands for `kept` and `unusable` too where these are not named. */
  readonly credit?: Readonly<Record<string, Credit>>;
}

/**
 * Multi-Conv: the advantage of a trajectory over its group, then its expansion to every conversation of the
 * trajectory. Advantage first, expansion second: trajectories with more conversations do not weigh more in the mean.
 */
export function expandGroup(group: Group, options: ExpandOptions = {}): Row[] {
  const rewards = group.trajectories.map((trajectory) => shapedReward(trajectory, options.overlong));
  const advantages = trajectoryAdvantages(group, rewards, options);
  return group.trajectories.flatMap((trajectory, i) =>
    trajectory.conversations.map((conversation): Row => {
      const { scale = 1, advantage } = creditOf(conversation.kind, options.credit);
      return {
        conversation,
        advantage: advantage ?? advantages[i]! * scale,
        ...(options.maskCut && conversation.cut ? { masked: true } : {}),
      };
    }),
  );
}

/** The advantage of each trajectory. */
function trajectoryAdvantages(group: Group, rewards: readonly number[], options: ExpandOptions): number[] {
  if (options.advantage !== 'conversation') return groupAdvantages(rewards, options);
  const expanded = group.trajectories.flatMap(({ conversations }, i) => conversations.map(() => i));
  const advantages = groupAdvantages(
    expanded.map((i) => rewards[i]!),
    options,
  );
  const found = rewards.map(() => 0);
  for (const [at, i] of expanded.entries()) found[i] = advantages[at]!;
  return found;
}

const steps = new Set(['step', 'kept', 'unusable']);

const creditOf = (kind: string, credit: ExpandOptions['credit'] = {}): Credit =>
  credit[kind] ?? (steps.has(kind) ? credit.step : undefined) ?? {};
