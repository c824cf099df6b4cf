import type { Logger } from 'pino';
import { ApiError, toApiError } from '../http/api-error.ts';
import type { ModelRegistry } from '../models/registry.ts';
import { placeOf } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Tracing } from '../observe/tracing.ts';
import {
  type Claimed,
  LostReading,
  type ReadingPage,
  type SentEvent,
  type Storage,
} from '../storage/storage.ts';
import { Pump } from './pump.ts';
import { isOver, type Reading } from './reading.ts';
import { newReadingId } from './reading-id.ts';
import { runReading } from './run-reading.ts';
import { Wakeups } from './wakeups.ts';

export interface ReadingServiceOptions {
  readonly storage: Storage;
  readonly models: ModelRegistry;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly log: Logger;
}

/** What a new reading is made from. */
export type NewReading = Pick<
  Reading,
  | 'owner'
  | 'priority'
  | 'document'
  | 'questions'
  | 'model'
  | 'method'
  | 'sampling'
  | 'schema'
  | 'fresh'
  | 'metadata'
>;

interface Run {
  readonly abort: AbortController;
  readonly stop: AbortController;
  cancelled: boolean;
  /** Another process may have it by now. */
  lost: boolean;
}

/** What has happened is told at once; this is for what nobody could tell. */
const lookAgainMs = 1000;

/** Starts, follows, stops and resumes readings, and goes on with those that a process left. */
export class ReadingService {
  readonly #options: ReadingServiceOptions;
  readonly #pump: Pump;
  readonly #runs = new Map<string, Run>();
  readonly #wakeups = new Wakeups();
  readonly #closing = new AbortController();

  constructor(options: ReadingServiceOptions) {
    this.#options = options;
    this.#pump = new Pump({
      limit: async (model) => (await options.models.open(model)).gate.limit,
      next: (model) => this.#next(model),
      failed: (error) => options.log.error({ cause: placeOf(error) }, 'the queue could not be asked'),
    });
    options.metrics.gauge('memagent_readings', async () =>
      (await this.#store.counts()).map(({ model, state, count }) => [{ model, state }, count]),
    );
    options.metrics.gauge('memagent_document_bytes', async () => [
      [{}, await options.storage.documents.bytes()],
    ]);
  }

  get #store() {
    return this.#options.storage.readings;
  }

  /** Goes on with whatever has not ended; gives how many that is. */
  start(): Promise<number> {
    return this.#store.start({
      queued: (model) => {
        if (this.#options.models.has(model)) void this.#pump.wake(model);
      },
      changed: (id) => this.#wakeups.notify(id),
      wished: (id, wish) => this.#wished(id, wish),
      lost: () => {
        for (const run of this.#runs.values()) {
          run.lost = true;
          run.abort.abort();
        }
      },
    });
  }

  async create(wanted: NewReading): Promise<Reading> {
    this.#refuseWhenClosing();
    this.#options.models.check(wanted.model);
    const reading: Reading = {
      version: 1,
      id: newReadingId(),
      state: 'queued',
      created: new Date().toISOString(),
      ...wanted,
    };
    const made = { ...reading };
    await this.#store.add(reading);
    return made;
  }

  async get(id: string, owner: string): Promise<Reading> {
    const reading = await this.#store.find(id, owner);
    if (reading) return reading;
    throw new ApiError(404, 'reading_not_found', 'There is no such reading.');
  }

  /** An owner's readings, newest first. */
  list(owner: string, page: ReadingPage): Promise<Reading[]> {
    return this.#store.list(owner, page);
  }

  /** How many of an owner's have not ended. */
  unfinished(owner: string): Promise<number> {
    return this.#store.unfinished(owner);
  }

  /** Whether a document is still needed. */
  uses(document: string): Promise<boolean> {
    return this.#store.uses(document);
  }

  /** Ends a reading; with `answer`, one that has begun answers from what it has read. */
  async cancel(id: string, owner: string, options: { answer?: boolean } = {}): Promise<Reading> {
    const watch = this.#wakeups.watch(id);
    try {
      for (let asked = false; ; ) {
        const reading = await this.get(id, owner);
        if (isOver(reading) || this.#closing.signal.aborted) return reading;
        if (await this.#store.cancelWaiting(id, owner)) {
          this.#count(reading.model, 'cancelled');
          continue;
        }
        if (!asked) await this.#store.wish(id, options.answer ? 'answer' : 'cancel');
        asked = true;
        await watch.news({ signal: this.#closing.signal, ms: lookAgainMs });
      }
    } finally {
      watch.close();
    }
  }

  /** Goes on with a reading that failed or was cancelled, at the chunk where it was. */
  async resume(id: string, owner: string): Promise<Reading> {
    this.#refuseWhenClosing();
    const reading = await this.get(id, owner);
    if (!isOver(reading)) return reading;
    const partial = reading.answers?.some((answer) => answer.partial && answer.partial !== 'exit');
    if (reading.state === 'done' && !partial)
      throw new ApiError(409, 'reading_done', 'The reading has been read to its end.');
    const { fresh: _, error: __, finished: ___, ...kept } = reading;
    const waiting: Reading = { ...kept, state: 'queued' };
    const view = { ...waiting };
    await this.#store.requeue(waiting);
    return view;
  }

  /** Ends a reading and removes all that is kept of it. */
  async remove(id: string, owner: string): Promise<void> {
    await this.#forget(await this.cancel(id, owner));
  }

  /** Removes what ended before a time; gives how many. */
  async expire(before: Date): Promise<number> {
    let count = 0;
    for await (const reading of this.#store.endedBefore(before)) {
      await this.#forget(reading);
      count++;
    }
    return count;
  }

  async #forget({ id, owner, journals = [] }: Reading): Promise<void> {
    await this.#store.remove(id, owner);
    const unused = await this.#store.unusedJournals(journals, owner);
    await this.#options.storage.journal('journals', owner).remove(unused);
  }

  /**
   * The events of a reading after a number, those to come included; it ends with the reading. `null` says that nothing
   * came for a while. What is not taken stays where it is kept: a slow follower costs nothing.
   */
  async *events(
    id: string,
    owner: string,
    after: number,
    signal: AbortSignal,
    idleMs = 15_000,
  ): AsyncGenerator<SentEvent | null> {
    const until = AbortSignal.any([signal, this.#closing.signal]);
    const news = this.#store.follow(id, owner, after);
    const watch = this.#wakeups.watch(id);
    let quietSince = performance.now();
    try {
      while (!until.aborted) {
        const reading = await this.#store.find(id, owner);
        if (!reading) return;
        for await (const next of news()) {
          yield next;
          quietSince = performance.now();
          if (until.aborted) return;
        }
        if (isOver(reading)) return;
        const left = Math.max(0, quietSince + idleMs - performance.now());
        if (await watch.news({ signal: until, ms: Math.min(left, lookAgainMs) })) continue;
        if (until.aborted || performance.now() - quietSince < idleMs) continue;
        yield null;
        quietSince = performance.now();
      }
    } finally {
      watch.close();
    }
  }

  /** Stops what runs, so that the next process goes on with it. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const { abort } of this.#runs.values()) abort.abort();
    await this.#pump.close();
  }

  #refuseWhenClosing(): void {
    if (this.#closing.signal.aborted)
      throw new ApiError(503, 'shutting_down', 'The server is shutting down.', { retryAfter: 5 });
  }

  async #next(model: string): Promise<{ ended: Promise<void> } | undefined> {
    const claimed = await this.#store.claim(model);
    if (!claimed) return undefined;
    // In an object: a promise by itself would be waited for.
    return { ended: this.#run(claimed) };
  }

  #wished(id: string, wish: 'cancel' | 'answer'): void {
    const run = this.#runs.get(id);
    if (!run) return;
    if (wish === 'answer') run.stop.abort();
    else {
      run.cancelled = true;
      run.abort.abort();
    }
  }

  async #run({ reading, wish }: Claimed): Promise<void> {
    const { log, tracing } = this.#options;
    const run: Run = {
      abort: new AbortController(),
      stop: new AbortController(),
      cancelled: false,
      lost: false,
    };
    this.#runs.set(reading.id, run);
    if (wish) this.#wished(reading.id, wish);
    if (this.#closing.signal.aborted) run.abort.abort();
    const began = performance.now();
    try {
      await tracing.reading(
        reading.model,
        { 'memagent.reading': reading.id, 'gen_ai.conversation.id': reading.id },
        () => runReading(reading, { ...this.#options, abort: run.abort.signal, stop: run.stop.signal }),
      );
      await this.#end({ ...reading, state: 'done' });
    } catch (error) {
      await this.#ended(reading, run, error).catch((failure) => {
        if (!(failure instanceof LostReading))
          log.error(
            { reading: reading.id, cause: placeOf(failure) },
            'the end of a reading could not be written',
          );
      });
    } finally {
      if (this.#runs.get(reading.id) === run) this.#runs.delete(reading.id);
      this.#wakeups.notify(reading.id);
      const ms = Math.round(performance.now() - began);
      log.info({ reading: reading.id, chunks: reading.chunks, ms }, 'no longer reading');
    }
  }

  /** What becomes of a reading whose run threw. */
  async #ended(reading: Reading, run: Run, error: unknown): Promise<void> {
    if (run.lost || error instanceof LostReading) return;
    if (run.cancelled) return this.#end({ ...reading, state: 'cancelled' });
    if (this.#closing.signal.aborted) return this.#store.release(reading);
    const { code, message, status, cause } = toApiError(error);
    const place = status === 500 ? { cause: placeOf(cause) } : {};
    this.#options.log.warn({ reading: reading.id, code, ...place }, 'reading failed');
    return this.#end({ ...reading, state: 'failed', error: { code, message } });
  }

  async #end(reading: Reading): Promise<void> {
    await this.#store.finish({ ...reading, finished: new Date().toISOString() });
    this.#count(reading.model, reading.state);
  }

  #count(model: string, state: string): void {
    this.#options.metrics.count('memagent_readings_total', { model, state });
  }
}
