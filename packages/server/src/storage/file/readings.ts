import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { missing, syncFolder, writeAtomic } from '../../files.ts';
import {
  isOver,
  type Reading,
  type ReadingState,
  readingSchema,
  stateEvent,
  wordsOf,
} from '../../readings/reading.ts';
import { timeOf } from '../../readings/reading-id.ts';
import type {
  Claimed,
  EventLog,
  ReadingListener,
  ReadingPage,
  ReadingStore,
  SentEvent,
  Wish,
} from '../storage.ts';
import { appendState, FileEventLog, followEvents } from './event-log.ts';
import { WaitingList } from './waiting.ts';

/**
 * Readings on disk, for one process: `readings/<owner>/<id>` holds `reading.json` and `events.jsonl`, and an empty file
 * in `unfinished` stands for each that has not ended. Only those are held in memory; ids begin with the time, so that a
 * list is in order by its names.
 */
export class FileReadings implements ReadingStore {
  readonly #folder: string;
  readonly #live = new Map<string, Reading>();
  readonly #waiting = new WaitingList<Reading>();
  readonly #damaged: (id: string) => void;
  #listener: ReadingListener | undefined;

  private constructor(folder: string, damaged: (id: string) => void) {
    this.#folder = folder;
    this.#damaged = damaged;
  }

  /** Takes up what an earlier process left; `damaged` is told of records that cannot be understood. */
  static async open(folder: string, damaged: (id: string) => void): Promise<FileReadings> {
    const store = new FileReadings(folder, damaged);
    await mkdir(store.#at('readings'), { recursive: true, mode: 0o700 });
    await mkdir(store.#at('unfinished'), { recursive: true, mode: 0o700 });
    for (const name of (await readdir(store.#at('unfinished'))).sort(byId)) {
      const [owner, id] = name.split('~') as [string, string];
      const reading = await store.#read(id, owner);
      if (!reading) {
        // The process died before anybody was told of the reading, or after it was removed.
        await rm(store.#at('readings', owner, id), { recursive: true, force: true });
        await rm(store.#at('unfinished', name), { force: true });
      } else if (isOver(reading)) {
        // It died between the record and the event that tells of it.
        await appendState(store.#events(reading), stateEvent(reading));
        await rm(store.#at('unfinished', name), { force: true });
      } else {
        reading.state = 'queued';
        store.#live.set(id, reading);
        store.#waiting.add(reading);
      }
    }
    return store;
  }

  async start(listener: ReadingListener): Promise<number> {
    this.#listener = listener;
    for (const model of new Set([...this.#live.values()].map((reading) => reading.model)))
      listener.queued(model);
    return this.#live.size;
  }

  async add(reading: Reading): Promise<void> {
    await mkdir(this.#at('readings', reading.owner, reading.id), { recursive: true, mode: 0o700 });
    await this.#enter(reading);
    await syncFolder(this.#at('readings', reading.owner));
    this.#wait(reading);
  }

  async find(id: string, owner: string): Promise<Reading | undefined> {
    if (!/^rd_[0-9a-f]{24}$/.test(id)) return undefined;
    const live = this.#live.get(id);
    if (live) return live.owner === owner ? live : undefined;
    return this.#read(id, owner);
  }

  async list(owner: string, { limit, after, state, words = [] }: ReadingPage): Promise<Reading[]> {
    const found: Reading[] = [];
    const names = ((await readdir(this.#at('readings', owner)).catch(missing)) ?? []).sort().reverse();
    for (const id of names) {
      if (after !== undefined && id >= after) continue;
      const reading = this.#live.get(id) ?? (await this.#read(id, owner));
      if (!reading || (state !== undefined && reading.state !== state)) continue;
      const own = wordsOf(reading);
      if (words.every((word) => own.includes(word))) found.push(reading);
      if (found.length >= limit) break;
    }
    return found;
  }

  async unfinished(owner: string): Promise<number> {
    let count = 0;
    for (const reading of this.#live.values()) if (reading.owner === owner) count++;
    return count;
  }

  async counts(): Promise<{ model: string; state: ReadingState; count: number }[]> {
    const counts = new Map<string, { model: string; state: ReadingState; count: number }>();
    for (const { model, state } of this.#live.values()) {
      const entry = counts.get(`${state} ${model}`) ?? { model, state, count: 0 };
      entry.count++;
      counts.set(`${state} ${model}`, entry);
    }
    return [...counts.values()];
  }

  async uses(document: string): Promise<boolean> {
    for (const reading of this.#live.values()) if (reading.document.id === document) return true;
    return false;
  }

  async claim(model: string): Promise<Claimed | undefined> {
    const reading = this.#waiting.take(model);
    if (!reading) return undefined;
    // On disk it counts as waiting: whoever starts next goes on with it.
    reading.state = 'running';
    return { reading };
  }

  async release(reading: Reading): Promise<void> {
    this.#wait(reading);
  }

  async finish(reading: Reading): Promise<void> {
    this.#live.set(reading.id, { ...reading, state: 'running' });
    // First the record, then the event that tells of it, and then those who look. A power failure that takes the record
    // back takes the removal of the mark back too, since file systems keep the order: it is then done again.
    await this.#write(reading, { settled: false });
    await appendState(this.#events(reading), stateEvent(reading));
    this.#live.delete(reading.id);
    await rm(this.#mark(reading), { force: true });
    this.#listener?.changed(reading.id);
  }

  async cancelWaiting(id: string, owner: string): Promise<boolean> {
    const reading = this.#live.get(id);
    if (reading?.owner !== owner || !this.#waiting.remove(reading)) return false;
    await this.finish({ ...reading, state: 'cancelled', finished: new Date().toISOString() });
    return true;
  }

  async wish(id: string, wish: Wish): Promise<void> {
    this.#listener?.wished(id, wish);
  }

  async requeue(reading: Reading): Promise<void> {
    await this.#enter(reading);
    await appendState(this.#events(reading), stateEvent(reading));
    this.#wait(reading);
    this.#listener?.changed(reading.id);
  }

  async remove(id: string, owner: string): Promise<void> {
    this.#live.delete(id);
    // The record first: without it the rest is nothing.
    await rm(this.#at('readings', owner, id, 'reading.json'), { force: true });
    await rm(this.#at('readings', owner, id), { recursive: true, force: true });
    this.#listener?.changed(id);
  }

  async *endedBefore(time: Date): AsyncGenerator<Reading> {
    for (const owner of await readdir(this.#at('readings'))) {
      for (const id of (await readdir(this.#at('readings', owner))).sort()) {
        if (timeOf(id) >= time.getTime()) break;
        const reading = this.#live.has(id) ? undefined : await this.#read(id, owner);
        if (reading?.finished && new Date(reading.finished) < time) yield reading;
      }
    }
  }

  async unusedJournals(ids: readonly string[], owner: string): Promise<string[]> {
    const used = new Set<string>();
    for (const reading of this.#live.values())
      if (reading.owner === owner) for (const id of reading.journals ?? []) used.add(id);
    return ids.filter((id) => !used.has(id));
  }

  openEvents(reading: Reading): Promise<EventLog> {
    return FileEventLog.open(this.#events(reading), () => this.#listener?.changed(reading.id));
  }

  follow(id: string, owner: string, after: number): () => AsyncGenerator<SentEvent> {
    return followEvents(this.#at('readings', owner, id, 'events.jsonl'), after);
  }

  /** Notes that a reading has not ended, before its record says so. */
  async #enter(reading: Reading): Promise<void> {
    await writeFile(this.#mark(reading), '', { mode: 0o600 });
    await syncFolder(this.#at('unfinished'));
    await this.#write(reading);
  }

  #wait(reading: Reading): void {
    reading.state = 'queued';
    this.#live.set(reading.id, reading);
    this.#waiting.add(reading);
    this.#listener?.queued(reading.model);
  }

  async #read(id: string, owner: string): Promise<Reading | undefined> {
    const text = await readFile(this.#at('readings', owner, id, 'reading.json'), 'utf8').catch(missing);
    if (text === undefined) return undefined;
    try {
      return readingSchema.parse(JSON.parse(text));
    } catch {
      this.#damaged(id);
      return undefined;
    }
  }

  async #write(reading: Reading, options?: { settled: boolean }): Promise<void> {
    const path = this.#at('readings', reading.owner, reading.id, 'reading.json');
    await writeAtomic(path, JSON.stringify(reading), options);
  }

  #events({ owner, id }: Reading): string {
    return this.#at('readings', owner, id, 'events.jsonl');
  }

  #mark({ owner, id }: Reading): string {
    return this.#at('unfinished', `${owner}~${id}`);
  }

  #at(...parts: string[]): string {
    return join(this.#folder, ...parts);
  }
}

const byId = (a: string, b: string) => (a.split('~')[1]! < b.split('~')[1]! ? -1 : 1);
