import { stat } from 'node:fs/promises';
import { join, posix, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { binaryError } from '../../document/decode.ts';
import { headBytes, sniff } from '../../document/sniff.ts';
import { MemAgentError } from '../../errors.ts';
import type { ExtractOptions } from './extract.ts';
import { fileError, fileSource, readHead } from './file-source.ts';
import { type Skipped, type WalkOptions, walkFolder } from './folder.ts';
import { glob, isGlob } from './glob.ts';
import { type OpenedDocument, type Part, partsDocument } from './parts-document.ts';
import { stdinSource } from './stdin-source.ts';
import { type UrlOptions, urlSource } from './url-source.ts';

export interface OpenOptions extends ExtractOptions, UrlOptions {
  /** The folder that relative paths start from; the working directory unless given. */
  readonly cwd?: string;
  /** Obey .gitignore files in folders and patterns; true unless given. */
  readonly gitignore?: boolean;
  /** Further patterns to leave out of folders, written as in a .gitignore. */
  readonly exclude?: readonly string[];
  /** What `-` stands for; the process's standard input unless given. */
  readonly stdin?: AsyncIterable<Uint8Array | string>;
  /** Ends the search through folders. A reading has its own signal, given to the document's `open`. */
  readonly signal?: AbortSignal;
}

/**
 * Opens a document: a path, `-` for standard input, an http(s) address, a folder, a pattern, or several of these, which
 * are read one after the other. Several files are each preceded by a line `===== path =====`.
 *
 * @example
 * const book = await openDocument('book.epub');
 * const code = await openDocument(['README.md', 'src/**\/*.ts']);
 * for await (const piece of code.open()) process.stdout.write(piece.text);
 */
export async function openDocument(
  source: string | URL | readonly (string | URL)[],
  options: OpenOptions = {},
): Promise<OpenedDocument> {
  const sources = (Array.isArray(source) ? source : [source]).map(String);
  if (sources.length === 0) {
    throw new MemAgentError('bad-input', 'No document was given.', {
      hint: 'Give a path, an address, or - for standard input.',
    });
  }
  if (sources.filter((one) => one === '-').length > 1) {
    throw new MemAgentError('bad-input', 'Standard input was given twice, but can be read only once.');
  }
  const notes: string[] = [];
  const skipped: Skipped[] = [];
  const parts: Part[] = [];
  let many = sources.length > 1;
  for (const one of sources) {
    const found = await find(one, options, notes, sources.length === 1);
    parts.push(...found.parts);
    skipped.push(...found.skipped);
    many ||= found.many;
  }
  const first = sources[0] === '-' ? 'standard input' : sources[0]!;
  const name = sources.length === 1 ? first : `${first} and ${sources.length - 1} more`;
  return partsDocument({ name, parts, many, skipped, notes, options });
}

interface Found {
  readonly parts: Part[];
  readonly skipped: readonly Skipped[];
  /** True for folders and patterns: even a single file in them gets its header. */
  readonly many: boolean;
}

async function find(source: string, options: OpenOptions, notes: string[], alone: boolean): Promise<Found> {
  const one = (part: Part): Found => ({ parts: [part], skipped: [], many: false });
  if (source === '-') return one({ file: 'standard input', source: stdinSource(options.stdin) });
  if (/^https?:\/\//i.test(source)) {
    if (!URL.canParse(source)) throw new MemAgentError('bad-input', `${source} is not a valid address.`);
    return one({ file: source, source: urlSource(source, options, (note) => notes.push(note)) });
  }
  if (/^[a-z][a-z+.-]+:\/\//i.test(source) && !source.startsWith('file:')) {
    throw new MemAgentError('bad-input', `${source}: addresses of this kind cannot be read.`, {
      hint: 'Use http or https.',
    });
  }
  const given = source.startsWith('file:') ? fileURLToPath(source) : source;
  const path = resolve(options.cwd ?? '.', given);
  const info = await stat(path).catch((error) => {
    if (error.code === 'ENOENT' && isGlob(given)) return undefined;
    throw fileError(error, given);
  });
  if (!info) return findByPattern(given, options);
  if (info.isDirectory()) return findInFolder(given, path, options, alone);
  if (!info.isFile()) return one({ file: given, source: fileSource(path, given) });
  if (!options.format && !options.encoding) {
    const sniffed = sniff((await readHead(path, given, headBytes)).head, given);
    if (sniffed.format === 'binary') throw binaryError(given, sniffed);
  }
  return one({ file: given, source: fileSource(path, given, info.size) });
}

async function findInFolder(
  given: string,
  path: string,
  options: OpenOptions,
  alone: boolean,
): Promise<Found> {
  const { files, skipped } = await walkFolder(path, options);
  if (files.length === 0) {
    throw new MemAgentError('bad-input', `${given} holds no text files.`, {
      hint:
        skipped.length > 0
          ? `${skipped.length} were skipped, such as ${skipped[0]!.file} (${skipped[0]!.reason}).`
          : undefined,
    });
  }
  // One folder: its files go by their paths inside it. Among several sources the folder's own name tells them apart.
  const label = (file: string) => (alone ? file : posix.join(slashes(given), file));
  return {
    parts: files.map((file) => found(join(path, file.path), label(file.path), file.bytes)),
    skipped: skipped.map((one) => ({ ...one, file: label(one.file) })),
    many: true,
  };
}

async function findByPattern(given: string, options: OpenOptions): Promise<Found> {
  const pattern = glob(posix.normalize(slashes(given)));
  const base = resolve(options.cwd ?? '.', pattern.base);
  const label = (file: string) => posix.join(pattern.base, file);
  const wanted: WalkOptions = {
    ...options,
    wants: (file) => pattern.matches(label(file)),
    enters: (folder) => pattern.mayMatchIn(label(folder)),
  };
  const { files, skipped } = await stat(base).then(
    () => walkFolder(base, wanted),
    () => ({ files: [], skipped: [] }),
  );
  if (files.length === 0) {
    const left = skipped.find((one) => !one.file.endsWith('/'));
    throw new MemAgentError('bad-input', `${given} matches no text file.`, {
      hint: left
        ? `${label(left.file)} was skipped: ${left.reason}.`
        : 'Check the pattern; * stays within a folder, ** goes below.',
    });
  }
  return {
    parts: files.map((file) => found(join(base, file.path), label(file.path), file.bytes)),
    skipped: skipped.map((one) => ({ ...one, file: label(one.file) })),
    many: true,
  };
}

const found = (path: string, file: string, bytes: number): Part => ({
  file,
  source: fileSource(path, file, bytes),
  found: true,
});

const slashes = (path: string) => (sep === '/' ? path : path.split(sep).join('/'));
