import type { StepEvent } from '@memagent/core';
import { count, duration, plural } from './text.ts';

/** How far a reading is and how fast, from its step events. */
export class Progress {
  private readonly now: () => number;
  private readonly questions: number;
  private readonly began: number;
  private resumed = false;
  private first: { at: number; share: number } | undefined;
  private latest: { at: number; share: number } | undefined;
  private counted = -1;
  private tokens = 0;
  private lines = 0;
  private chunk = 0;

  constructor(questions = 1, now: () => number = () => performance.now() / 1000) {
    this.questions = questions;
    this.now = now;
    this.began = now();
  }

  /** The reading goes on at this chunk. */
  resume(at: number): void {
    this.resumed = true;
    this.chunk = Math.max(this.chunk, at);
  }

  step(event: StepEvent): void {
    if (event.index === 0 || this.questions === 1) this.lines = event.memory.lines.length;
    if (event.chunk <= this.counted) return;
    this.counted = event.chunk;
    this.chunk = event.chunk + 1;
    this.tokens += event.tokens;
    if (event.progress === undefined) return;
    this.latest = { at: this.now(), share: event.progress };
    this.first ??= this.latest;
  }

  /** About how many chunks there are. */
  get total(): number | undefined {
    if (!this.latest || this.latest.share <= 0) return undefined;
    return Math.max(this.chunk, Math.round(this.chunk / this.latest.share));
  }

  get tokensPerSecond(): number {
    return this.tokens / Math.max(0.001, this.now() - this.began);
  }

  /** Seconds left, from the pace so far. */
  get left(): number | undefined {
    const { first, latest } = this;
    if (!first || !latest) return undefined;
    const [from, share] =
      first === latest
        ? [this.began, this.resumed ? 0 : latest.share]
        : [first.at, latest.share - first.share];
    if (share <= 0) return undefined;
    const remaining = ((latest.at - from) / share) * (1 - latest.share);
    return Math.max(0, remaining - (this.now() - latest.at));
  }

  /** `chunk 12 of about 48 · 1,830 tokens/s · 42 s left · memory 3 lines`. */
  line(): string {
    const { total, left } = this;
    const parts = [`chunk ${count(this.chunk)}${total === undefined ? '' : ` of about ${count(total)}`}`];
    if (this.tokens > 0) parts.push(`${count(this.tokensPerSecond)} tokens/s`);
    if (left !== undefined && this.latest!.share < 1) parts.push(`${duration(left)} left`);
    parts.push(
      this.questions > 1 ? `${count(this.questions)} questions` : `memory ${plural(this.lines, 'line')}`,
    );
    return parts.join(' · ');
  }
}
