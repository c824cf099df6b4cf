import type { Clock } from './clock.ts';

/**
 * `closed`: calls go through. `open`: it failed too often and is left alone. `half-open`: it has cooled down, and one
 * call at a time tries it.
 */
export type CircuitState = 'closed' | 'open' | 'half-open';

export interface CircuitOptions {
  /** Failures in a row that open it; 3 unless told otherwise. */
  readonly failures?: number;
  /** How long it stays open the first time; twice as long after each failed trial. 1 s unless told otherwise. */
  readonly coolDownMs?: number;
  /** No cool-down is longer; 1 minute unless told otherwise. */
  readonly maxCoolDownMs?: number;
}

/** Keeps calls away from an endpoint that is down, and finds out when it is back. */
export interface Circuit {
  readonly state: CircuitState;
  /** When an open circuit lets a trial through. */
  readonly opensAt: number;
  /** Whether a call may be made now. */
  allows(): boolean;
  /** A call begins: in a half-open circuit it is the trial. */
  begin(): void;
  succeeded(): void;
  /**
   * @param final there is no use in further tries for now (a wrong key, a model that is not there): it opens at once.
   * @param retryAfterMs the endpoint itself asked to be left alone for so long: likewise.
   */
  failed(final: boolean, retryAfterMs?: number): void;
  /** The call was stopped by its caller and says nothing about the endpoint. */
  undecided(): void;
}

export function createCircuit(clock: Clock, options: CircuitOptions = {}): Circuit {
  const { failures: threshold = 3, coolDownMs = 1000, maxCoolDownMs = 60_000 } = options;
  let failures = 0;
  let open = false;
  let opensAt = 0;
  let trials = 0;
  let trying = false;

  const cooled = () => clock.now() >= opensAt;
  return {
    get state() {
      if (!open) return 'closed';
      return cooled() ? 'half-open' : 'open';
    },
    get opensAt() {
      return opensAt;
    },
    allows: () => !open || (cooled() && !trying),
    begin() {
      if (open) trying = true;
    },
    succeeded() {
      failures = 0;
      trials = 0;
      open = false;
      trying = false;
    },
    failed(final, retryAfterMs) {
      failures++;
      // Calls that were under way when it opened add nothing to the cool-down.
      if (open && !trying) return;
      if (open || final || retryAfterMs !== undefined || failures >= threshold) {
        const coolDown = Math.min(maxCoolDownMs, coolDownMs * 2 ** trials);
        // Half of it is chance, so that many clients do not come back at the same moment.
        opensAt = clock.now() + Math.max(retryAfterMs ?? 0, coolDown * (0.5 + clock.random() / 2));
        open = true;
        trying = false;
        trials++;
      }
    },
    undecided() {
      trying = false;
    },
  };
}
