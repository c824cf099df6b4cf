import type { Stats } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import pLimit from 'p-limit';
import { headBytes, sniff } from '../../document/sniff.ts';
import { fileError, readHead } from './file-source.ts';
import { Gitignore } from './gitignore.ts';
import { naturalOrder } from './natural-order.ts';

/** A file found in a folder. */
export interface FoundFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
}

/** Something in a folder that is not read, and why. */
export interface Skipped {
  /** The file, or a folder with `/` at its end that was left out as a whole. */
  readonly file: string;
  readonly reason: string;
}

export interface WalkOptions {
  /** Obey .gitignore files; true unless given. */
  readonly gitignore?: boolean;
  /** Further patterns to leave out, written as in a .gitignore. */
  readonly exclude?: readonly string[];
  /** Which files are wanted, by their path relative to the folder; the others are not mentioned as skipped. */
  readonly wants?: (path: string) => boolean;
  /** Which folders can hold wanted files. */
  readonly enters?: (path: string) => boolean;
  readonly signal?: AbortSignal;
}

/** Folders that hold no work of their owner. */
const never = new Set(['.git', '.hg', '.svn', 'node_modules']);

interface Ignore {
  /** The folder its rules are relative to. */
  readonly folder: string;
  readonly rules: Gitignore;
}

/**
 * The text files of a folder and all below it, in a stable order, and what was left out. A link to something inside
 * the folder is left out, since that is read at its own place; a link to the outside is followed, each target once.
 */
export async function walkFolder(
  folder: string,
  options: WalkOptions = {},
): Promise<{ files: FoundFile[]; skipped: Skipped[] }> {
  const root = await realpath(resolve(folder)).catch((error) => {
    throw fileError(error, folder);
  });
  const entered: (Skipped | { path: string; full: string })[] = [];
  /** What is read as a whole, and so need not be followed again. */
  const covered = [root];
  const excluded = options.exclude?.length ? new Gitignore(options.exclude.join('\n')) : undefined;
  const skip = (file: string, reason: string) => entered.push({ file, reason });

  const visit = async (within: string, ignores: readonly Ignore[]): Promise<void> => {
    options.signal?.throwIfAborted();
    const here = join(root, within);
    const entries = await readdir(here, { withFileTypes: true }).catch(() => undefined);
    if (!entries) {
      skip(`${within}/`, 'cannot be read');
      return;
    }
    const own = entries.some((entry) => entry.name === '.gitignore') ? await ignoreFile(here, options) : [];
    const rules = [...ignores, ...own];
    for (const entry of entries.sort((a, b) => naturalOrder(a.name, b.name))) {
      options.signal?.throwIfAborted();
      const path = within === '' ? entry.name : `${within}/${entry.name}`;
      const full = join(here, entry.name);
      let linked: string | undefined;
      let info: Pick<Stats, 'isDirectory' | 'isFile'> = entry;
      if (entry.isSymbolicLink()) {
        const target = await realpath(full).catch(() => undefined);
        const there = target === undefined ? undefined : await stat(target).catch(() => undefined);
        if (target === undefined || there === undefined) {
          skip(path, 'a broken link');
          continue;
        }
        if (inside(target, root)) {
          skip(path, 'a link to another place in the folder');
          continue;
        }
        if (inside(root, target) || covered.some((place) => inside(target, place))) {
          skip(path, 'a link to what is read already');
          continue;
        }
        linked = target;
        info = there;
      }
      const isFolder = info.isDirectory();
      if (isFolder ? options.enters && !options.enters(path) : options.wants && !options.wants(path))
        continue;
      const label = isFolder ? `${path}/` : path;
      if (isFolder && never.has(entry.name)) skip(label, 'never read');
      else if (excluded?.ignores(path, isFolder)) skip(label, 'excluded');
      else if (isIgnored(full, isFolder, rules)) skip(label, 'ignored by .gitignore');
      else if (!isFolder && !info.isFile()) skip(path, 'not a regular file');
      else {
        if (linked !== undefined) covered.push(linked);
        if (isFolder) await visit(path, rules);
        else entered.push({ path, full });
      }
    }
  };

  await visit('', options.gitignore === false ? [] : await ignoresAbove(root));
  const limit = pLimit(16);
  const looked = await Promise.all(
    entered.map((entry) =>
      'reason' in entry ? entry : limit(() => look(entry.path, entry.full, options.signal)),
    ),
  );
  const skipped: Skipped[] = [];
  const files: FoundFile[] = [];
  for (const entry of looked) {
    if ('reason' in entry) skipped.push(entry);
    else files.push(entry);
  }
  return { files, skipped };
}

/** Whether a file is worth reading, by its first bytes. */
async function look(
  path: string,
  full: string,
  signal: AbortSignal | undefined,
): Promise<FoundFile | Skipped> {
  signal?.throwIfAborted();
  try {
    const { head, bytes } = await readHead(full, path, headBytes);
    const sniffed = sniff(head, path);
    return sniffed.format === 'binary' ? { file: path, reason: `is ${sniffed.what}` } : { path, bytes };
  } catch {
    return { file: path, reason: 'cannot be read' };
  }
}

/** The .gitignore files between the root of the repository and this folder, outermost first. */
async function ignoresAbove(folder: string): Promise<Ignore[]> {
  const above: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    const info = await stat(join(at, '.git')).catch(() => undefined);
    if (at !== folder) above.unshift(at);
    if (info) {
      const exclude = await ignoreFile(at, {}, join(at, '.git', 'info', 'exclude'));
      return [...exclude, ...(await Promise.all(above.map((one) => ignoreFile(one, {})))).flat()];
    }
    if (dirname(at) === at) return [];
  }
}

async function ignoreFile(
  folder: string,
  options: WalkOptions,
  path = join(folder, '.gitignore'),
): Promise<Ignore[]> {
  if (options.gitignore === false) return [];
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? [] : [{ folder, rules: new Gitignore(text) }];
}

function isIgnored(path: string, isFolder: boolean, ignores: readonly Ignore[]): boolean {
  // The innermost file that says anything decides.
  for (let at = ignores.length - 1; at >= 0; at--) {
    const within = relative(ignores[at]!.folder, path).split(sep).join('/');
    const verdict = ignores[at]!.rules.ignores(within, isFolder);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

function inside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way.startsWith(`..${sep}`) || way === '..' || isAbsolute(way));
}

/**
 * What was left out, in one line.
 *
 * @example
 * skippedSummary([{ file: 'a.png', reason: 'is a PNG image' }]); // '1 skipped: 1 is a PNG image'
 */
export function skippedSummary(skipped: readonly Skipped[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const parts = [...counts].sort((a, b) => b[1] - a[1]).map(([reason, count]) => `${count} ${reason}`);
  return `${skipped.length} skipped${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
}
