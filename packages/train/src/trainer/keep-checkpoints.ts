import type { TinkerClient } from '../tinker/client.ts';
import type { Checkpoint } from './run-files.ts';

type Saved = Checkpoint['saved'][number];

/**
 * Which saved weights stay: the last few, the best by held-out accuracy (the later of two that are equal), what the run
 * goes on from and what its divergence is taken from.
 */
export function checkpointsKept(
  state: Pick<Checkpoint, 'saved' | 'weights' | 'reference'>,
  keep: number,
  metrics: readonly Readonly<Record<string, unknown>>[],
): Saved[] {
  const accuracy = new Map(metrics.map(({ step, heldOutAccuracy }) => [step, heldOutAccuracy]));
  let best: { readonly weights: string; readonly accuracy: number } | undefined;
  for (const { step, weights } of state.saved) {
    const reached = accuracy.get(step);
    if (typeof reached === 'number' && reached >= (best?.accuracy ?? Number.NEGATIVE_INFINITY))
      best = { weights, accuracy: reached };
  }
  const wanted = new Set([best?.weights, state.weights, state.reference]);
  return state.saved.filter(({ weights }, i) => i >= state.saved.length - keep || wanted.has(weights));
}

/**
 * Deletes the saved weights of a run that need not stay, and gives those that do. Only an engine of ours is asked to:
 * what others keep is their owners' to decide.
 */
export async function pruneCheckpoints(options: {
  readonly client: TinkerClient;
  readonly state: Checkpoint;
  readonly keep: number;
  readonly metrics: readonly Readonly<Record<string, unknown>>[];
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
}): Promise<Saved[]> {
  const { client, state, keep, metrics, warn, signal } = options;
  if (!client.capabilities.ours) return state.saved;
  const kept = checkpointsKept(state, keep, metrics);
  for (const old of state.saved) {
    if (kept.includes(old)) continue;
    try {
      await client.deleteWeights(old.weights, signal);
    } catch (error) {
      signal.throwIfAborted();
      warn(`${old.weights} could not be deleted: ${(error as Error).message}`);
    }
  }
  return kept;
}
