import { open, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ApiError } from '../http/api-error.ts';

export type RunKind = 'training' | 'evaluation';

/** A folder that a training run or an evaluation writes. */
export interface Run {
  readonly id: string;
  readonly kind: RunKind;
  /** Its path below the folder of runs. */
  readonly name: string;
  readonly updated: string;
}

/** Whole lines of a growing file, from a byte on. */
export interface Lines {
  readonly lines: readonly { readonly at: number; readonly text: string }[];
  /** Where to go on. */
  readonly next: number;
  /** More is there already. */
  readonly more: boolean;
  /** The file was cut since (a resumed run makes steps again): what is known of it is to be forgotten. */
  readonly restarted: boolean;
}

const depth = 3;
const mostFolders = 2000;
const mostBytes = 4 << 20;
const idOf = (name: string) => Buffer.from(name === '' ? '.' : name).toString('base64url');

/** The folder that training runs and evaluations lie in, below it or one itself. */
export class Runs {
  readonly #folder: string | undefined;

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /** All there are, the ones that changed last first. */
  async list(): Promise<Run[]> {
    if (this.#folder === undefined) return [];
    const found: Run[] = [];
    let seen = 0;
    const visit = async (folder: string, level: number): Promise<void> => {
      if (++seen > mostFolders) return;
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const names = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
      const kind = kindOf(names);
      if (kind) {
        const name = relative(this.#folder!, folder).split(sep).join('/');
        const file = kind === 'training' ? 'metrics.jsonl' : 'traces.jsonl';
        const info = await stat(join(folder, names.has(file) ? file : 'summary.json')).catch(() => undefined);
        found.push({
          id: idOf(name),
          kind,
          name: name || '.',
          updated: (info?.mtime ?? new Date(0)).toISOString(),
        });
      }
      if (level === 0) return;
      for (const entry of entries)
        if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
          await visit(join(folder, entry.name), level - 1);
    };
    await visit(this.#folder, depth);
    return found.sort((a, b) => b.updated.localeCompare(a.updated));
  }

  /** The path of a file of a run; what lies outside and what is not there get the same answer. */
  async path(id: string, file: string): Promise<string> {
    const name = Buffer.from(id, 'base64url').toString('utf8');
    const root = this.#folder === undefined ? undefined : await realpath(this.#folder).catch(() => undefined);
    if (root === undefined || name.includes('\0')) throw notThere();
    const real = await realpath(join(root, name, file)).catch(() => undefined);
    if (real === undefined || !(real === root || real.startsWith(root + sep))) throw notThere();
    return real;
  }

  /** The text of a small file, or undefined where there is none. */
  async text(id: string, file: string): Promise<string | undefined> {
    try {
      return await readFile(await this.path(id, file), 'utf8');
    } catch {
      return undefined;
    }
  }

  /** The lines of a file that follow a byte. */
  async lines(id: string, file: string, from: number): Promise<Lines> {
    const path = await this.path(id, file).catch(() => undefined);
    if (path === undefined) return { lines: [], next: 0, more: false, restarted: from > 0 };
    const handle = await open(path, 'r');
    try {
      const { size } = await handle.stat();
      const restarted = from > size || (from > 0 && !(await endsLine(handle, from)));
      const start = restarted ? 0 : from;
      let buffer = Buffer.alloc(Math.min(size - start, mostBytes));
      let { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
      // One line may be longer than all that is given otherwise.
      while (buffer.lastIndexOf(10) < 0 && start + bytesRead < size) {
        buffer = Buffer.alloc(Math.min(size - start, buffer.length * 2));
        ({ bytesRead } = await handle.read(buffer, 0, buffer.length, start));
      }
      const lines: { at: number; text: string }[] = [];
      let at = 0;
      for (let to = buffer.indexOf(10); to >= 0 && to < bytesRead; to = buffer.indexOf(10, at)) {
        if (to > at) lines.push({ at: start + at, text: buffer.toString('utf8', at, to) });
        at = to + 1;
      }
      return { lines, next: start + at, more: start + bytesRead < size, restarted };
    } finally {
      await handle.close();
    }
  }

  /** The line that begins at a byte. */
  async line(id: string, file: string, at: number): Promise<string> {
    const path = await this.path(id, file);
    const handle = await open(path, 'r');
    try {
      const { size } = await handle.stat();
      for (let length = 1 << 16; at < size; length *= 4) {
        const buffer = Buffer.alloc(Math.min(length, size - at));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
        const end = buffer.indexOf(10);
        if (end >= 0) return buffer.toString('utf8', 0, end);
        if (at + bytesRead >= size) break;
      }
      throw notThere();
    } finally {
      await handle.close();
    }
  }
}

function kindOf(names: ReadonlySet<string>): RunKind | undefined {
  if (names.has('metrics.jsonl')) return 'training';
  if (names.has('summary.json') || (names.has('run.json') && names.has('traces.jsonl'))) return 'evaluation';
  return undefined;
}

async function endsLine(handle: Awaited<ReturnType<typeof open>>, at: number): Promise<boolean> {
  const one = Buffer.alloc(1);
  await handle.read(one, 0, 1, at - 1);
  return one[0] === 10;
}

const notThere = () => new ApiError(404, 'run_not_found', 'There is no such run.');
