import type { StepMetrics } from '@memagent/train';
import { count } from './text.ts';

const bars = '▁▂▃▄▅▆▇█';

/** Shares from 0 to 1 as a line of bars, the latest last. */
export const sparkline = (values: readonly number[], width = 24): string =>
  values
    .slice(-width)
    .map((value) => bars[Math.max(0, Math.min(bars.length - 1, Math.floor(value * bars.length)))])
    .join('');

/** A step in one line. */
export function stepLine(metrics: StepMetrics): string {
  const parts: string[] = [];
  const add = (label: string, value: unknown, digits = 3) => {
    if (typeof value === 'number') parts.push(`${label} ${value.toFixed(digits)}`);
  };
  add('reward', metrics.rewardMean);
  add('held out', metrics.heldOutAccuracy);
  // Without an update there is nothing to say of it.
  if (metrics.updates !== 0) {
    add('entropy', metrics.entropy);
    add('clipped', metrics.clipFraction);
    add('kl', metrics.kl, 4);
  }
  if (typeof metrics.sampledTokensPerSecond === 'number')
    parts.push(`${count(metrics.sampledTokensPerSecond)} tokens/s`);
  return parts.join('  ');
}

/** What the live line of a run shows: where it is, how rewards went, and how long it will go on. */
export class TrainView {
  readonly #steps: number;
  readonly #rewards: number[] = [];
  readonly #began: number[] = [];
  readonly #now: () => number;
  #heldOut: number | undefined;

  constructor(steps: number, now: () => number = () => performance.now()) {
    this.#steps = steps;
    this.#now = now;
  }

  /** Takes a finished step. */
  add(metrics: StepMetrics): void {
    if (metrics.rewardMean !== undefined) this.#rewards.push(metrics.rewardMean);
    this.#heldOut = metrics.heldOutAccuracy ?? this.#heldOut;
    this.#began.push(this.#now());
  }

  /** The line while a phase of a step goes on. */
  line(step: number, phase: string): string {
    const parts = [`step ${step} of ${this.#steps}`, phase];
    if (this.#rewards.length > 0)
      parts.push(`${sparkline(this.#rewards)} reward ${this.#rewards.at(-1)!.toFixed(3)}`);
    if (this.#heldOut !== undefined) parts.push(`held out ${this.#heldOut.toFixed(3)}`);
    const left = this.#minutesLeft(step);
    if (left !== undefined) parts.push(left < 1 ? 'under a minute left' : `${Math.round(left)} min left`);
    return parts.join(' · ');
  }

  /** By the pace of the latest ten steps. */
  #minutesLeft(step: number): number | undefined {
    const recent = this.#began.slice(-11);
    if (recent.length < 3) return undefined;
    const pace = (recent.at(-1)! - recent[0]!) / (recent.length - 1);
    return ((this.#steps - step + 1) * pace) / 60_000;
  }
}
