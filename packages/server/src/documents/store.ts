import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Document } from '@memagent/core';
import { openDocument } from '@memagent/core/node';
import { z } from 'zod';
import { missing, syncFolder, writeAtomic } from '../files.ts';
import { ApiError } from '../http/api-error.ts';
import { pathInRoots } from './roots.ts';

const recordSchema = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  /** `upload` and `url` are kept here by content; `path` stays where it is. */
  from: z.enum(['upload', 'url', 'path']),
  /** The real path, for those that stay where they are. */
  path: z.string().optional(),
  created: z.string(),
  /** The keys that have brought it: nobody else sees it. */
  owners: z.array(z.string()),
});

/** A document that the server knows. */
export type DocumentRecord = z.infer<typeof recordSchema>;

/** Documents on disk, one folder each, kept once by content. */
export class DocumentStore {
  readonly #folder: string;
  readonly #staging: string;
  readonly #roots: readonly string[];
  readonly #records = new Map<string, DocumentRecord>();

  constructor(folder: string, staging: string, roots: readonly string[]) {
    this.#folder = folder;
    this.#staging = staging;
    this.#roots = roots;
  }

  async load(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const id of await readdir(this.#folder)) {
      const text = await readFile(join(this.#folder, id, 'document.json'), 'utf8').catch(missing);
      const parsed = recordSchema.safeParse(text === undefined ? undefined : JSON.parse(text));
      if (parsed.success) this.#records.set(id, parsed.data);
    }
  }

  /** Keeps bytes as they come, hashed on the way. */
  async add(
    bytes: AsyncIterable<Uint8Array>,
    name: string,
    owner: string,
    from: 'upload' | 'url' = 'upload',
  ): Promise<DocumentRecord> {
    const aside = join(this.#staging, randomUUID());
    try {
      const safe = safeName(name);
      await mkdir(join(aside, 'blob'), { recursive: true, mode: 0o700 });
      const { hash, size } = await write(bytes, join(aside, 'blob', safe));
      if (size === 0) throw new ApiError(400, 'empty_document', 'The document is empty.');
      const id = `doc_${hash.slice(0, 32)}`;
      const known = await this.#shareKnown(id, owner);
      if (known) return known;
      const record: DocumentRecord = {
        id,
        name: safe,
        bytes: size,
        from,
        created: new Date().toISOString(),
        owners: [owner],
      };
      await writeAtomic(join(aside, 'document.json'), JSON.stringify(record));
      this.#records.set(id, record);
      await rename(aside, join(this.#folder, id)).catch((error) => {
        // Somebody brought the same bytes a moment earlier.
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      });
      await syncFolder(this.#folder);
      return record;
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
  }

  /** Refers to a file inside the roots. */
  async addPath(path: string, owner: string): Promise<DocumentRecord> {
    const real = await pathInRoots(path, this.#roots);
    const id = `ref_${createHash('sha256').update(real).digest('hex').slice(0, 32)}`;
    const known = await this.#shareKnown(id, owner);
    if (known) return known;
    const record: DocumentRecord = {
      id,
      name: basename(real),
      bytes: (await stat(real)).size,
      from: 'path',
      path: real,
      created: new Date().toISOString(),
      owners: [owner],
    };
    await mkdir(join(this.#folder, id), { recursive: true, mode: 0o700 });
    await this.#save(record);
    return record;
  }

  /** The records of one owner, newest first. */
  list(owner: string): DocumentRecord[] {
    return [...this.#records.values()]
      .filter((record) => record.owners.includes(owner))
      .sort((a, b) => b.created.localeCompare(a.created));
  }

  get(id: string, owner: string): DocumentRecord {
    const record = this.#records.get(id);
    if (record?.owners.includes(owner)) return record;
    throw new ApiError(404, 'document_not_found', 'There is no such document.', {
      param: 'document',
    });
  }

  /** Opens a document for reading. */
  async open(id: string, owner: string): Promise<Document> {
    const record = this.get(id, owner);
    const path =
      record.path === undefined
        ? join(this.#folder, id, 'blob', record.name)
        : // Checked again: what the path leads to may have changed since.
          await pathInRoots(record.path, this.#roots);
    // By its name alone, so that no event tells where things lie on this machine.
    return openDocument(`./${basename(path)}`, { cwd: dirname(path) }).then(({ open, notes, ...opened }) => ({
      name: record.name,
      ...(opened.bytes === undefined ? {} : { bytes: opened.bytes }),
      ...(opened.consumed ? { consumed: opened.consumed } : {}),
      notes,
      open,
    }));
  }

  /** Takes a document away from an owner; the last one takes its bytes along. */
  async remove(id: string, owner: string): Promise<void> {
    const record = this.get(id, owner);
    const owners = record.owners.filter((each) => each !== owner);
    if (owners.length > 0) return this.#save({ ...record, owners });
    this.#records.delete(id);
    await rm(join(this.#folder, id), { recursive: true, force: true });
  }

  async #shareKnown(id: string, owner: string): Promise<DocumentRecord | undefined> {
    const known = this.#records.get(id);
    if (!known || known.owners.includes(owner)) return known;
    const shared = { ...known, owners: [...known.owners, owner] };
    await this.#save(shared);
    return shared;
  }

  async #save(record: DocumentRecord): Promise<void> {
    this.#records.set(record.id, record);
    await writeAtomic(join(this.#folder, record.id, 'document.json'), JSON.stringify(record));
  }
}

async function write(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
): Promise<{ hash: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const block of bytes) {
      hash.update(block);
      size += block.length;
      await file.writeFile(block);
    }
    await file.datasync();
  } finally {
    await file.close();
  }
  return { hash: hash.digest('hex'), size };
}

/** A file name that is one, whatever was sent: letters, digits and a few signs, no path, no hidden file. */
export function safeName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const safe = last
    .replace(/[^\p{L}\p{N} ._()+-]/gu, '_')
    .replace(/^[.\s-]+/, '')
    .trim();
  const dot = safe.lastIndexOf('.');
  const ending = dot > 0 && safe.length - dot <= 10 ? safe.slice(dot) : '';
  return `${[...safe.slice(0, safe.length - ending.length)].slice(0, 60).join('')}${ending}` || 'document';
}
