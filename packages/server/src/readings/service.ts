import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { FileJournal } from '@memagent/core/node';
import type { Logger } from 'pino';
import type { DocumentStore } from '../documents/store.ts';
import { ApiError, toApiError } from '../http/api-error.ts';
import type { ModelRegistry } from '../models/registry.ts';
import { placeOf } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Tracing } from '../observe/tracing.ts';
import { EventLog, type LoggedEvent, readEvents } from './event-log.ts';
import { Queue } from './queue.ts';
import { isOver, type Reading } from './reading.ts';
import { runReading } from './run-reading.ts';
import type { ReadingStore } from './store.ts';
import { Wakeups } from './wakeups.ts';

export interface ReadingServiceOptions {
  readonly store: ReadingStore;
  readonly documents: DocumentStore;
  readonly models: ModelRegistry;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly log: Logger;
  /** Where the journals lie, in a folder for each owner. */
  readonly journals: string;
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
  readonly ended: Promise<void>;
  cancelled: boolean;
}

/** Starts, follows, stops and resumes readings, and goes on with those that an earlier process left. */
export class ReadingService {
  readonly #options: ReadingServiceOptions;
  readonly #queue: Queue<Reading>;
  readonly #runs = new Map<string, Run>();
  readonly #wakeups = new Wakeups();
  readonly #saying = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();

  constructor(options: ReadingServiceOptions) {
    this.#options = options;
    this.#queue = new Queue({
      limit: async (model) => (await options.models.open(model)).gate.limit,
      run: (reading) => this.#run(reading),
    });
    options.metrics.gauge('memagent_queue', () =>
      [...this.#queue.depths()].map(([model, waiting]) => [{ model }, waiting]),
    );
    options.metrics.gauge('memagent_readings', () => {
      const counts = new Map<string, number>();
      for (const { state } of options.store.all()) counts.set(state, (counts.get(state) ?? 0) + 1);
      return [...counts].map(([state, count]) => [{ state }, count]);
    });
  }

  /** Goes on with whatever has not ended. */
  start(): number {
    const left = [...this.#options.store.all()].filter((reading) => !isOver(reading));
    for (const reading of left) {
      reading.state = 'queued';
      this.#queue.add(reading);
    }
    return left.length;
  }

  async create(wanted: NewReading): Promise<Reading> {
    this.#refuseWhenClosing();
    this.#options.models.check(wanted.model);
    const reading: Reading = {
      version: 1,
      id: `rd_${randomBytes(12).toString('hex')}`,
      state: 'queued',
      created: new Date().toISOString(),
      ...wanted,
    };
    await this.#options.store.add(reading);
    this.#queue.add(reading);
    return reading;
  }

  get(id: string, owner: string): Reading {
    return this.#options.store.get(id, owner);
  }

  /** An owner's readings, newest first, of those before `after`. */
  list(owner: string, options: { limit: number; after?: string; state?: string }): Reading[] {
    const own = [...this.#options.store.all()].filter((reading) => reading.owner === owner).reverse();
    const from = options.after ? own.findIndex(({ id }) => id === options.after) + 1 : 0;
    return own
      .slice(from)
      .filter(({ state }) => options.state === undefined || state === options.state)
      .slice(0, options.limit);
  }

  /** How many of an owner's have not ended. */
  unfinished(owner: string): number {
    let count = 0;
    for (const reading of this.#options.store.all()) if (reading.owner === owner && !isOver(reading)) count++;
    return count;
  }

  /** Whether a document is still needed. */
  uses(document: string): boolean {
    for (const reading of this.#options.store.all())
      if (reading.document.id === document && !isOver(reading)) return true;
    return false;
  }

  /** Ends a reading; with `answer`, one that has begun answers from what it has read. */
  async cancel(id: string, owner: string, options: { answer?: boolean } = {}): Promise<Reading> {
    const reading = this.get(id, owner);
    if (isOver(reading)) return reading;
    const run = this.#runs.get(id);
    if (run) {
      if (options.answer) run.stop.abort();
      else {
        run.cancelled = true;
        run.abort.abort();
      }
      await run.ended;
    } else if (this.#queue.remove(reading)) await this.#end(reading, 'cancelled');
    return reading;
  }

  /** Goes on with a reading that failed or was cancelled, at the chunk where it was. */
  async resume(id: string, owner: string): Promise<Reading> {
    this.#refuseWhenClosing();
    const reading = this.get(id, owner);
    if (reading.state === 'queued' || reading.state === 'running') return reading;
    const partial = reading.answers?.some((answer) => answer.partial && answer.partial !== 'exit');
    if (reading.state === 'done' && !partial)
      throw new ApiError(409, 'reading_done', 'The reading has been read to its end.');
    reading.state = 'queued';
    reading.fresh = undefined;
    reading.error = undefined;
    reading.finished = undefined;
    await this.#options.store.save(reading);
    await this.#say(reading, 'queued');
    this.#queue.add(reading);
    return reading;
  }

  /** Ends a reading and removes all that is kept of it. */
  async remove(id: string, owner: string): Promise<void> {
    const reading = await this.cancel(id, owner);
    await this.#options.store.remove(id);
    this.#wakeups.end(id);
    const shared = new Set(
      [...this.#options.store.all()]
        .filter((other) => other.owner === owner)
        .flatMap((other) => other.journals ?? []),
    );
    const own = (reading.journals ?? []).filter((journal) => !shared.has(journal));
    await this.#journal(owner)
      .forget(own)
      .catch(() => undefined);
  }

  /**
   * The events of a reading after a number, those to come included; it ends with the reading. `null` says that nothing
   * came for a while. What is not taken stays on disk: a slow follower costs nothing.
   */
  async *events(
    id: string,
    owner: string,
    after: number,
    signal: AbortSignal,
    idleMs = 15_000,
  ): AsyncGenerator<{ event: LoggedEvent; line: string } | null> {
    const reading = this.get(id, owner);
    const path = this.#options.store.eventsPath(id);
    const until = AbortSignal.any([signal, this.#closing.signal]);
    let from = 0;
    while (!until.aborted) {
      if (!this.#options.store.has(id)) return;
      const over = isOver(reading) && !this.#runs.has(id);
      if (over) await this.#say(reading, reading.state);
      const version = this.#wakeups.version(id);
      for await (const { event, line, end } of readEvents(path, from)) {
        from = end;
        if (event.id > after) yield { event, line };
        if (until.aborted) return;
      }
      if (over) return;
      await this.#wakeups.changed(id, version, { signal: until, ms: idleMs });
      if (!until.aborted && this.#wakeups.version(id) === version) yield null;
    }
  }

  /** Stops what runs, so that the next process goes on with it. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const { abort } of this.#runs.values()) abort.abort();
    await this.#queue.close();
  }

  #refuseWhenClosing(): void {
    if (this.#closing.signal.aborted)
      throw new ApiError(503, 'shutting_down', 'The server is shutting down.', { retryAfter: 5 });
  }

  #journal(owner: string): FileJournal {
    return new FileJournal(join(this.#options.journals, owner));
  }

  async #run(reading: Reading): Promise<void> {
    const { log } = this.#options;
    let ended = () => {};
    const run: Run = {
      abort: new AbortController(),
      stop: new AbortController(),
      ended: new Promise((resolve) => {
        ended = resolve;
      }),
      cancelled: false,
    };
    this.#runs.set(reading.id, run);
    reading.state = 'running';
    const began = performance.now();
    try {
      await this.#options.tracing.reading(
        reading.model,
        { 'memagent.reading': reading.id, 'gen_ai.conversation.id': reading.id },
        () =>
          runReading(reading, {
            ...this.#options,
            journal: this.#journal(reading.owner),
            abort: run.abort.signal,
            stop: run.stop.signal,
            told: () => this.#wakeups.notify(reading.id),
          }),
      );
      await this.#end(reading, 'done');
    } catch (error) {
      if (this.#closing.signal.aborted && !run.cancelled) reading.state = 'queued';
      else if (run.cancelled) await this.#end(reading, 'cancelled').catch((e) => this.#lost(reading, e));
      else {
        const { code, message, status, cause } = toApiError(error);
        const place = status === 500 ? { cause: placeOf(cause) } : {};
        log.warn({ reading: reading.id, code, ...place }, 'reading failed');
        reading.error = { code, message };
        await this.#end(reading, 'failed').catch((e) => this.#lost(reading, e));
      }
    } finally {
      this.#runs.delete(reading.id);
      this.#wakeups.notify(reading.id);
      const ms = Math.round(performance.now() - began);
      log.info({ reading: reading.id, state: reading.state, chunks: reading.chunks, ms }, 'reading ended');
      ended();
    }
  }

  /** The end on disk: first the record, then the event that tells of it. */
  async #end(reading: Reading, state: 'done' | 'failed' | 'cancelled'): Promise<void> {
    reading.state = state;
    reading.finished = new Date().toISOString();
    await this.#options.store.save(reading);
    await this.#say(reading, state);
    this.#options.metrics.count('memagent_readings_total', { model: reading.model, state });
  }

  /**
   * Puts a state at the end of the log, unless it stands there: whoever follows a reading that has ended asks for it
   * too, since a process may have died after the record and before this event.
   */
  async #say(reading: Reading, state: string): Promise<void> {
    const before = this.#saying.get(reading.id) ?? Promise.resolve();
    const saying = before
      .catch(() => undefined)
      .then(async () => {
        const events = await EventLog.open(this.#options.store.eventsPath(reading.id));
        try {
          if (events.ended === state) return;
          await events.append({
            type: 'state',
            state,
            ...(state === 'failed' && reading.error ? { error: reading.error } : {}),
          });
        } finally {
          await events.close();
        }
      });
    this.#saying.set(reading.id, saying);
    try {
      await saying;
    } finally {
      if (this.#saying.get(reading.id) === saying) this.#saying.delete(reading.id);
      this.#wakeups.notify(reading.id);
    }
  }

  #lost(reading: Reading, error: unknown): void {
    this.#options.log.error(
      { reading: reading.id, cause: placeOf(error) },
      'the end of a reading could not be written',
    );
  }
}
