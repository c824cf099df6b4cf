import { MemAgentError } from '@memagent/core';
import type { NativeContext } from '../native/addon.ts';
import { Job, type JobRequest, type JobResult } from './job.ts';
import { commonPrefix, Slot } from './slot.ts';

/** Prefixes shorter than this are computed again rather than waited for or copied. */
const worthSharing = 64;
/** A batch should not take much longer than this: between batches, jobs join, leave and are stopped. */
const batchMs = 500;
const smallestBatch = 64;

/** What the scheduler needs of its surroundings. */
export interface SchedulerOptions {
  readonly context: NativeContext;
  readonly sequences: number;
  /** Tokens that one sequence holds. */
  readonly window: number;
  readonly batchSize: number;
  /** How many threads the next batch should have. */
  readonly threads: () => number;
}

/**
 * Runs completions over the sequences of one context, all of them in one batch at a time. Each sequence keeps what
 * it read last. A new prompt goes where most of it has been read already, copies that from a busy sequence, or
 * waits for the one that is just reading it: a shared prefix is computed once, however many ask for it.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #slots: readonly Slot[];
  #queue: Job[] = [];
  #running: Job[] = [];
  #active: Promise<void> | undefined;
  #clock = 0;
  #tokensPerMs = Number.POSITIVE_INFINITY;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.sequences }, (_, id) => new Slot(id, options.window));
  }

  /** Runs a completion; others may run at the same time. */
  run(request: JobRequest): Promise<JobResult> {
    const job = new Job(request);
    this.#queue.push(job);
    this.#active ??= this.#work();
    return job.result;
  }

  /** Stops everything and waits until the context is not in use any more. */
  async close(): Promise<void> {
    for (const job of [...this.#queue, ...this.#running]) {
      job.fail(new MemAgentError('aborted', 'The model was closed while it was reading.'));
    }
    await this.#active;
  }

  async #work(): Promise<void> {
    // Calls made in the same turn of the event loop begin together.
    await new Promise((resolve) => setImmediate(resolve));
    for (;;) {
      this.#release();
      await this.#admit();
      if (this.#running.length === 0 && this.#queue.length === 0) break;
      if (this.#running.length === 0) continue;
      try {
        await this.#step();
      } catch (error) {
        this.#abandon(error);
      }
    }
    this.#active = undefined;
  }

  /** Between batches nothing native is under way: what is over can be freed. */
  #release(): void {
    for (const job of [...this.#queue, ...this.#running]) {
      if (!job.settled) continue;
      job.request.sampler.dispose();
      if (job.slot !== undefined) job.slot.busy = false;
    }
    this.#queue = this.#queue.filter((job) => !job.settled);
    this.#running = this.#running.filter((job) => !job.settled);
  }

  /** Gives free slots to waiting jobs. */
  async #admit(): Promise<void> {
    for (const job of this.#queue) {
      const free = this.#slots.filter((slot) => !slot.busy);
      if (free.length === 0) break;
      const { prompt } = job.request;
      const source = mostCommon(this.#slots, prompt)!;
      const there = source.common(prompt);
      if (this.#beingRead(prompt) - there >= worthSharing) continue;
      let slot = source;
      if (source.busy) {
        slot = mostCommon(free, prompt)!;
        if (there - slot.common(prompt) >= worthSharing) {
          slot = free.reduce((oldest, other) => (other.lastUsed < oldest.lastUsed ? other : oldest));
          await slot.copyFrom(this.#options.context, source);
        }
      }
      // The last given token is always evaluated: its logits are what comes next.
      job.cached = slot.trim(this.#options.context, Math.min(slot.common(prompt), job.given - 1));
      job.slot = slot;
      slot.busy = true;
      slot.lastUsed = ++this.#clock;
      this.#running.push(job);
    }
    this.#queue = this.#queue.filter((job) => job.slot === undefined);
  }

  /** How much of a prompt some running job is about to have read. */
  #beingRead(prompt: Uint32Array): number {
    return this.#running.reduce(
      (most, job) =>
        job.next === undefined ? Math.max(most, commonPrefix(job.request.prompt, prompt)) : most,
      0,
    );
  }

  /**
   * One batch: prompts first, one by one, then a token of each job that generates. llama.cpp cuts a batch of
   * sequences of unequal lengths into small pieces, so that mixing the two costs more than it saves.
   */
  async #step(): Promise<void> {
    const { context, threads } = this.#options;
    const reading = this.#running.find((job) => job.next === undefined);
    const parts = (reading ? [reading] : this.#running).map((job) => ({
      job,
      tokens: job.pending(this.#batchTokens()),
    }));
    const size = parts.reduce((sum, part) => sum + part.tokens.length, 0);
    context.initBatch(size);
    const logitsOf = parts.map(({ job, tokens }) => {
      const { sequence, length } = job.slot!;
      return context.addToBatch(sequence, length, tokens, job.logitsOf(tokens.length));
    });
    context.setThreads(threads());
    const begin = performance.now();
    await context.decodeBatch();
    if (size >= smallestBatch) this.#tokensPerMs = size / (performance.now() - begin);
    for (const { job, tokens } of parts) job.slot!.append(tokens);
    await Promise.all(
      parts.map(async ({ job }, i) => {
        for (const batchIndex of logitsOf[i]!) if (!job.settled) await this.#look(job, batchIndex);
      }),
    );
  }

  /** What the logits of one token say: what comes next, or how likely is what does. */
  #look(job: Job, batchIndex: number): Promise<void> {
    return job.request.scored === undefined ? this.#sample(job, batchIndex) : this.#score(job, batchIndex);
  }

  async #sample(job: Job, batchIndex: number): Promise<void> {
    const { context } = this.#options;
    const { sampler, logprobs } = job.request;
    if (logprobs) {
      const [token, , probability] = await context.sampleToken(batchIndex, sampler, false, true);
      job.take(token, Math.log(probability));
    } else {
      job.take(await context.sampleToken(batchIndex, sampler), undefined);
    }
  }

  async #score(job: Job, batchIndex: number): Promise<void> {
    const { context } = this.#options;
    const wanted = job.wanted;
    const [, , , logits, weight] = await context.sampleToken(
      batchIndex,
      job.request.sampler,
      false,
      false,
      [[wanted], false, false, false, 1],
      true,
    );
    // Pairs of a token and its logit: the likeliest first, then the one that was asked for.
    job.judge(logits.at(-1)! - logits[1]! - Math.log(weight));
  }

  #batchTokens(): number {
    const quick = Math.floor((this.#tokensPerMs * batchMs) / smallestBatch) * smallestBatch;
    return Math.min(this.#options.batchSize, Math.max(smallestBatch, quick));
  }

  /** After a failed batch nobody knows what the sequences hold. */
  #abandon(error: unknown): void {
    for (const job of this.#running) {
      job.fail(
        new MemAgentError(
          'internal',
          `llama.cpp could not evaluate the prompt: ${(error as Error).message}`,
          {
            cause: error,
          },
        ),
      );
    }
    for (const slot of this.#slots) slot.clear(this.#options.context);
  }
}

/** The slot that holds most of a prompt; of several, the one that was used least recently. */
function mostCommon(slots: readonly Slot[], prompt: Uint32Array): Slot | undefined {
  let best: Slot | undefined;
  for (const slot of slots) {
    const gain = best === undefined ? 1 : slot.common(prompt) - best.common(prompt);
    if (gain > 0 || (gain === 0 && !slot.busy && (best!.busy || slot.lastUsed < best!.lastUsed))) best = slot;
  }
  return best;
}
