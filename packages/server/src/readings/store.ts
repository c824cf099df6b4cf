import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { missing, syncFolder, writeAtomic } from '../files.ts';
import { ApiError } from '../http/api-error.ts';
import { type Reading, readingSchema } from './reading.ts';

/** Readings on disk, one folder each: `reading.json` and `events.jsonl`. */
export class ReadingStore {
  readonly #folder: string;
  readonly #readings = new Map<string, Reading>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Takes up what an earlier process left; gives how many could not be understood. */
  async load(): Promise<{ damaged: string[] }> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const damaged: string[] = [];
    const found: Reading[] = [];
    for (const id of await readdir(this.#folder)) {
      const text = await readFile(join(this.#folder, id, 'reading.json'), 'utf8').catch(missing);
      // A folder without a record: the process died before anybody was told of the reading.
      if (text === undefined) {
        await rm(join(this.#folder, id), { recursive: true, force: true });
        continue;
      }
      const parsed = readingSchema.safeParse(parse(text));
      if (parsed.success) found.push(parsed.data);
      else damaged.push(id);
    }
    found.sort((a, b) => a.created.localeCompare(b.created) || a.id.localeCompare(b.id));
    for (const reading of found) this.#readings.set(reading.id, reading);
    return { damaged };
  }

  all(): IterableIterator<Reading> {
    return this.#readings.values();
  }

  has(id: string): boolean {
    return this.#readings.has(id);
  }

  get(id: string, owner: string): Reading {
    const reading = this.#readings.get(id);
    if (reading?.owner === owner) return reading;
    throw new ApiError(404, 'reading_not_found', 'There is no such reading.');
  }

  /** On disk when it returns. */
  async add(reading: Reading): Promise<void> {
    await mkdir(join(this.#folder, reading.id), { mode: 0o700 });
    await this.save(reading, true);
    await syncFolder(this.#folder);
    this.#readings.set(reading.id, reading);
  }

  /** A change that a power failure takes back is made again: the reading then counts as waiting, and has its journal. */
  async save(reading: Reading, settled = false): Promise<void> {
    const { progress: _, chunks: __, ...kept } = reading;
    await writeAtomic(
      join(this.#folder, reading.id, 'reading.json'),
      // While it runs it counts as waiting: whoever starts next goes on with it.
      JSON.stringify(kept.state === 'running' ? { ...kept, state: 'queued' } : kept),
      { settled },
    );
  }

  async remove(id: string): Promise<void> {
    this.#readings.delete(id);
    // The record first: without it the rest is nothing.
    await rm(join(this.#folder, id, 'reading.json'), { force: true });
    await rm(join(this.#folder, id), { recursive: true, force: true });
  }

  eventsPath(id: string): string {
    return join(this.#folder, id, 'events.jsonl');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
