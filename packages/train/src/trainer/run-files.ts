import { access, appendFile, constants, mkdir, open, readFile, rename, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { MemAgentError } from '@memagent/core';
import { Lock } from '@memagent/core/node';
import { z } from 'zod';

/** What a run goes on from: everything else follows from the recipe and these numbers. */
const checkpoint = z.object({
  version: z.literal(1),
  /** Steps that are done. */
  step: z.number().int(),
  /** Tasks that are used up. */
  position: z.number().int(),
  /** Where the engine keeps weights and optimizer. */
  weights: z.string(),
  /** Weights that the divergence is taken from. */
  reference: z.string().nullable(),
  /** Weights that this run has saved and not deleted, oldest first. */
  saved: z.array(z.object({ step: z.number().int(), weights: z.string() })).default([]),
  recipe: z.string(),
});

export type Checkpoint = z.infer<typeof checkpoint>;

/** The files of a run: `metrics.jsonl`, `samples.jsonl`, `checkpoint.json`, `recipe.json`. */
export class RunFiles {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Keeps other processes out until it is released: their runs would be written between each other's lines. */
  async lock(resume: boolean): Promise<Lock> {
    if (!resume) await this.#makeFolder();
    else if (!(await this.#read())) throw noCheckpoint(this.folder);
    const lock = await Lock.take(this.path('run.lock'));
    if (lock) return lock;
    throw new MemAgentError('bad-input', `Another run is writing to ${this.folder}.`, {
      hint: 'Wait for it or stop it, or give another --out.',
    });
  }

  /** Begins a run, or goes on with one: what was written after the checkpoint is cut off. */
  async begin(recipe: string, resume: boolean): Promise<Checkpoint | undefined> {
    const found = await this.#read();
    if (!found) {
      if (resume) throw noCheckpoint(this.folder);
      await this.#makeFolder();
      for (const name of ['metrics.jsonl', 'samples.jsonl', 'cold-start.jsonl'])
        await rm(this.path(name), { force: true });
      await this.writeWhole('recipe.json', recipe);
      return undefined;
    }
    if (!resume)
      throw new MemAgentError('bad-input', `${this.folder} holds a run already.`, {
        hint: 'Go on with it by --resume, or give another --out.',
      });
    if (found.recipe !== recipe)
      throw new MemAgentError(
        'bad-input',
        `The run in ${this.folder} was started with another recipe; what differs: ${differing(found.recipe, recipe)}.`,
        {
          hint: 'Resume with the recipe that it was started with (recipe.json); steps, engine and concurrency may differ.',
        },
      );
    await this.#cut(found.step);
    return found;
  }

  async #makeFolder(): Promise<void> {
    try {
      await mkdir(this.folder, { recursive: true });
      await access(this.folder, constants.W_OK);
    } catch (cause) {
      throw new MemAgentError(
        'bad-input',
        `The run cannot be kept in ${this.folder}: ${(cause as Error).message}.`,
        { hint: 'Give another --out.', cause },
      );
    }
  }

  async #text(name: string): Promise<string | undefined> {
    try {
      return await readFile(this.path(name), 'utf8');
    } catch {
      return undefined;
    }
  }

  async #read(): Promise<Checkpoint | undefined> {
    const text = await this.#text('checkpoint.json');
    if (text === undefined) return undefined;
    try {
      return checkpoint.parse(JSON.parse(text));
    } catch (cause) {
      throw new MemAgentError('journal', `The checkpoint in ${this.folder} cannot be read.`, { cause });
    }
  }

  /** Keeps lines up to a step; a line torn by a crash goes too. */
  async #cut(step: number): Promise<void> {
    for (const name of ['metrics.jsonl', 'samples.jsonl']) {
      const text = await this.#text(name);
      if (text === undefined) continue;
      let kept = 0;
      for (const row of text.split(/(?<=\n)/)) {
        if (!row.endsWith('\n') || JSON.parse(row).step > step) break;
        kept += Buffer.byteLength(row);
      }
      await truncate(this.path(name), kept);
    }
  }

  append(name: string, value: object): Promise<void> {
    return appendFile(this.path(name), `${JSON.stringify(value)}\n`);
  }

  save(state: Checkpoint): Promise<void> {
    return this.writeWhole('checkpoint.json', `${JSON.stringify(state, null, 2)}\n`);
  }

  /** Whole or not at all: written aside, synced, and put in place. */
  async writeWhole(name: string, text: string): Promise<void> {
    const aside = this.path(`${name}.part`);
    const file = await open(aside, 'w');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, this.path(name));
  }

  /** The lines of `metrics.jsonl`. */
  async metrics(): Promise<Record<string, unknown>[]> {
    const text = (await this.#text('metrics.jsonl')) ?? '';
    return text
      .split('\n')
      .filter(Boolean)
      .map((row) => JSON.parse(row));
  }
}

/** The keys by which two recipes, kept as text, are not the same. */
function differing(one: string, other: string): string {
  const [a, b] = [one, other].map((text) => JSON.parse(text) as Record<string, unknown>);
  return Object.keys({ ...a, ...b })
    .filter((key) => JSON.stringify(a![key]) !== JSON.stringify(b![key]))
    .join(', ');
}

const noCheckpoint = (folder: string) =>
  new MemAgentError('bad-input', `There is no checkpoint in ${folder}.`, {
    hint: 'Start the run without --resume.',
  });
