import { systemKey } from '../systems/system.ts';
import type { Job } from './jobs.ts';
import type { Length } from './length.ts';

/** Texts of their own length count alike. */
const sizeOf = ({ tokens }: Length) => tokens || 10_000;

/** How long a run still takes: seconds per token of text, system by system, from the samples so far. */
export class TimeLeft {
  private readonly waiting = new Map<string, number>();
  private readonly seen = new Map<string, { tokens: number; seconds: number }>();
  private readonly concurrency: number;

  constructor(jobs: readonly Job[], concurrency: number) {
    this.concurrency = concurrency;
    for (const job of jobs) this.add(this.waiting, job, 1);
  }

  private add(map: Map<string, number>, { system, length }: Job, sign: number): void {
    const key = systemKey(system);
    map.set(key, (map.get(key) ?? 0) + sign * sizeOf(length));
  }

  /** A job is done. */
  finish(job: Job, seconds: number): void {
    this.add(this.waiting, job, -1);
    const key = systemKey(job.system);
    const before = this.seen.get(key) ?? { tokens: 0, seconds: 0 };
    this.seen.set(key, { tokens: before.tokens + sizeOf(job.length), seconds: before.seconds + seconds });
  }

  /** Seconds left; undefined before anything is known. A system not seen yet is taken to be as slow as the slowest. */
  get left(): number | undefined {
    if (this.seen.size === 0) return undefined;
    const pace = new Map([...this.seen].map(([key, { tokens, seconds }]) => [key, seconds / tokens]));
    const slowest = Math.max(...pace.values());
    let seconds = 0;
    for (const [key, tokens] of this.waiting) seconds += tokens * (pace.get(key) ?? slowest);
    return seconds / this.concurrency;
  }
}
