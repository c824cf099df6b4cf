import type { EngineBusy, TinkerClient } from '../tinker/client.ts';

/** A moment between two phases, and how long the engine had been at work by then. */
export interface PhaseMark {
  readonly at: number;
  readonly busy?: EngineBusy;
}

/** The time of a phase, and how much of it the engine was at work for it; the rest is the client's and the way between. */
export interface PhaseTime {
  readonly seconds: number;
  readonly engine?: number;
}

/**
 * Marks this moment; the engine is asked where it says how long it was at work. Nobody needs to wait for what it says
 * before going on.
 */
export function markPhase(client: Pick<TinkerClient, 'busy'>, signal?: AbortSignal): Promise<PhaseMark> {
  const at = performance.now();
  const mark = client.busy(signal).then((busy) => ({ at, ...(busy ? { busy } : {}) }));
  // Whoever wants it is told; a run that ends before has no use for it.
  mark.catch(() => {});
  return mark;
}

/** What lies between two moments, with the engine's work of one kind: another phase may overlap. */
export function phaseTime(from: PhaseMark, to: PhaseMark, kind: 'sampling' | 'training'): PhaseTime {
  return {
    seconds: (to.at - from.at) / 1000,
    ...(from.busy && to.busy ? { engine: to.busy[kind] - from.busy[kind] } : {}),
  };
}

/** Which share of the prompts' tokens, between two moments, the engine did not have to compute again. */
export function sharedPrompts(from: PhaseMark, to: PhaseMark): { sharedPromptShare?: number } {
  if (!from.busy || !to.busy) return {};
  const tokens = to.busy.promptTokens - from.busy.promptTokens;
  const shared = to.busy.sharedTokens - from.busy.sharedTokens;
  return tokens > 0 ? { sharedPromptShare: shared / tokens } : {};
}

/** Times by phase as metrics have them: `seconds`, and `engineSeconds` where the engine says them. */
export function timeMetrics(phases: Readonly<Record<string, PhaseTime>>): {
  seconds: Record<string, number>;
  engineSeconds?: Record<string, number>;
} {
  const entries = Object.entries(phases);
  const engine = entries.flatMap(([name, time]) => (time.engine === undefined ? [] : [[name, time.engine]]));
  return {
    seconds: Object.fromEntries(entries.map(([name, { seconds }]) => [name, seconds])),
    ...(engine.length > 0 ? { engineSeconds: Object.fromEntries(engine) } : {}),
  };
}
