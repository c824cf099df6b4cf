import { MemAgentError } from '@memagent/core';
import type { NativeSampler } from '../native/addon.ts';
import type { Slot } from './slot.ts';

/** One completion, in tokens; or, with `scored`, a text whose last tokens are to be judged. */
export interface JobRequest {
  readonly prompt: Uint32Array;
  /** At least 1. */
  readonly maxTokens: number;
  /** How many of the prompt's last tokens go to `onToken` with their log-probabilities, instead of tokens sampled. */
  readonly scored?: number;
  /** Its own: it holds the state of its random numbers. The scheduler disposes of it. */
  readonly sampler: NativeSampler;
  readonly logprobs: boolean;
  readonly signal?: AbortSignal;
  /** Takes each token as it is sampled, with its log-probability where asked for; `true` ends the completion. */
  onToken(token: number, logprob: number | undefined): boolean;
}

/** How many tokens of the prompt were there already. */
export interface JobResult {
  readonly cachedTokens: number;
}

/** A request on its way through the scheduler. */
export class Job {
  readonly request: JobRequest;
  readonly result: Promise<JobResult>;
  slot: Slot | undefined;
  cached = 0;
  /** The token to evaluate next, once the prompt is through. */
  next: number | undefined;
  #sampled = 0;
  #settled = false;
  #resolve!: (result: JobResult) => void;
  #reject!: (error: unknown) => void;
  readonly #onAbort = () => this.fail(abortError(this.request.signal));

  constructor(request: JobRequest) {
    this.request = request;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    if (request.signal?.aborted) this.#onAbort();
    else request.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Over: finished, failed or aborted. Whoever waits for the result knows at once; the slot follows. */
  get settled(): boolean {
    return this.#settled;
  }

  /** The tokens of the prompt before the first that is wanted of it: the last of them has the first logits to look at. */
  get given(): number {
    const { prompt, scored } = this.request;
    return prompt.length - (scored ?? 0);
  }

  /** What is to be evaluated next, at most `most` tokens: the rest of the prompt or the token sampled last. */
  pending(most: number): Uint32Array {
    if (this.next !== undefined) return Uint32Array.of(this.next);
    const { prompt, scored } = this.request;
    const done = this.slot?.length ?? 0;
    // Of a scored text nobody asks what comes after its last token.
    return prompt.subarray(done, Math.min(done + most, prompt.length - (scored === undefined ? 0 : 1)));
  }

  /** Of the next `count` tokens to be evaluated, those whose logits are looked at. */
  logitsOf(count: number): Uint32Array {
    if (this.next !== undefined) return Uint32Array.of(count - 1);
    const first = Math.max(0, this.given - 1 - (this.slot?.length ?? 0));
    return Uint32Array.from({ length: Math.max(0, count - first) }, (_, i) => first + i);
  }

  /** Takes a sampled token and settles the job if that was the last. */
  take(token: number, logprob: number | undefined): void {
    if (this.#settled) return;
    this.next = token;
    try {
      const over = this.request.onToken(token, logprob);
      if (over || ++this.#sampled >= this.request.maxTokens) this.#settle(() => this.#resolve(this));
    } catch (error) {
      this.fail(error);
    }
  }

  /** The token that is scored next. */
  get wanted(): number {
    return this.request.prompt[this.given + this.#sampled]!;
  }

  /** Takes the log-probability of the token that is scored next, and settles the job if that was the last. */
  judge(logprob: number): void {
    if (this.#settled) return;
    this.request.onToken(this.wanted, logprob);
    if (++this.#sampled >= this.request.scored!) this.#settle(() => this.#resolve(this));
  }

  get cachedTokens(): number {
    return this.cached;
  }

  fail(error: unknown): void {
    this.#settle(() => this.#reject(error));
  }

  #settle(settle: () => void): void {
    if (this.#settled) return;
    this.#settled = true;
    this.request.signal?.removeEventListener('abort', this.#onAbort);
    settle();
  }
}

/** The error for a call that was stopped by its signal. */
export function abortError(signal: AbortSignal | undefined): MemAgentError {
  return new MemAgentError('aborted', 'Stopped.', { cause: signal?.reason });
}
