import { hasSignal } from './advantages.ts';
import type { Group } from './types.ts';

/** What became of a task: its group, or undefined when its trajectories could not be had. */
export type Rolled = Group | undefined;

export interface FillOptions {
  /** How many groups a batch has. */
  readonly groups: number;
  /** Replace groups without a signal. */
  readonly dynamic: boolean;
  /** The most groups that are rolled out for a batch. */
  readonly most: number;
  /** How many are begun at once; as many as a batch has unless told. With more, a batch may have more. */
  readonly first?: number;
}

/** A batch and what it took. */
export interface Filled {
  readonly groups: readonly Group[];
  /** All that were rolled out, those without a signal too: what rewards are reported of. */
  readonly rolled: readonly Group[];
  /** Tasks that were used up, from the first. */
  readonly used: number;
  readonly withoutSignal: number;
  readonly dropped: number;
}

/** What became of the groups of a step. */
export interface Signals {
  /** Groups with a signal. */
  readonly groups: number;
  readonly groupsWithoutSignal: number;
}

// As many as tell the share well and are of about the same policy.
const remembered = 8;

/**
 * How many groups to begin at once so that those with a signal are enough, from the last steps: as many as have
 * `groups` by the share that had one, and a standard deviation more. Every refill is a whole rollout after the first,
 * with the engine nearly idle; a few groups too many are only a larger batch.
 */
export function begunBySignals(groups: number, past: readonly Signals[]): number {
  const late = past.slice(-remembered);
  const signals = late.reduce((sum, step) => sum + step.groups, 0);
  const all = late.reduce((sum, step) => sum + step.groups + step.groupsWithoutSignal, 0);
  if (signals === 0) return groups;
  const share = signals / all;
  return Math.ceil((groups + Math.sqrt(groups * (1 - share))) / share);
}

/**
 * Fills a batch. `roll(n)` starts the n-th task (from 0, never twice); a group that failed is replaced by the next
 * task, and so, with dynamic sampling, is one without a signal, up to `most`. Which tasks are used depends on the
 * groups alone and not on the order in which they come, so that a run can be repeated: the next begins only when those
 * that have begun cannot be enough.
 */
export async function fillBatch(roll: (n: number) => Promise<Rolled>, options: FillOptions): Promise<Filled> {
  const made: (Rolled | 'pending')[] = [];
  let withoutSignal = 0;
  let dropped = 0;
  const start = async (): Promise<void> => {
    const n = made.length;
    made.push('pending');
    const group = await roll(n);
    made[n] = group;
    const flat = group !== undefined && !hasSignal(group.trajectories.map(({ reward }) => reward));
    if (group === undefined) dropped++;
    if (flat) withoutSignal++;
    const lost = dropped + (options.dynamic ? withoutSignal : 0);
    if (made.length - lost < options.groups && made.length < options.most) await start();
  };
  const first = Math.min(Math.max(options.first ?? 0, options.groups), options.most);
  await Promise.all(Array.from({ length: first }, start));
  const groups = made.filter((group): group is Group => group !== undefined && group !== 'pending');
  const kept = options.dynamic
    ? groups.filter(({ trajectories }) => hasSignal(trajectories.map(({ reward }) => reward)))
    : groups;
  return { groups: kept, rolled: groups, used: made.length, withoutSignal, dropped };
}
