import type { Clock } from '../clock.ts';

/** A clock for tests: time passes only when told to, and chance is what the test says. */
export interface FakeClock extends Clock {
  /** Lets time pass; timers that are due ring in order. */
  advance(ms: number): void;
  /** How long each timer was set for, in order. */
  readonly waits: readonly number[];
}

/**
 * A fake clock.
 *
 * @param options.eagerBelowMs shorter timers ring by themselves on the next turn of the event loop, and time moves on
 * with them: waits between tries pass at once, while the timeouts of calls do not ring.
 */
export function fakeClock(
  options: { eagerBelowMs?: number; random?: () => number; now?: number } = {},
): FakeClock {
  let now = options.now ?? 1_700_000_000_000;
  const timers = new Set<{ at: number; wake: () => void }>();
  const waits: number[] = [];

  function ringUntil(end: number): void {
    for (;;) {
      const due = [...timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      timers.delete(due);
      now = Math.max(now, due.at);
      due.wake();
    }
    now = Math.max(now, end);
  }

  return {
    waits,
    now: () => now,
    random: options.random ?? (() => 0.5),
    timer(ms, wake) {
      waits.push(ms);
      const timer = { at: now + ms, wake };
      timers.add(timer);
      if (ms < (options.eagerBelowMs ?? 0)) setImmediate(() => timers.has(timer) && ringUntil(timer.at));
      return () => timers.delete(timer);
    },
    advance: (ms) => ringUntil(now + ms),
  };
}
