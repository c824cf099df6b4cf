import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  contentId,
  type DocumentRecord,
  documentRecord,
  fileDocument,
  noSuchDocument,
  pathId,
  safeName,
} from '../../documents/record.ts';
import { pathInRoots } from '../../documents/roots.ts';
import { checkRoom, type Room, stage } from '../../documents/stage.ts';
import { missing, syncFolder, writeAtomic } from '../../files.ts';
import type { DocumentStore, NewDocument, OpenDocument } from '../storage.ts';

export interface FileDocumentsOptions {
  /** Holds `documents/<id>` and, for each owner, `shelves/<owner>/<id>`: an empty file that is touched with each use. */
  readonly folder: string;
  readonly staging: string;
  readonly roots: readonly string[];
  /** The most bytes of all documents together. */
  readonly maxBytes: number;
}

/** Documents on disk, one folder each. Nothing is held in memory but how much there is. */
export class FileDocuments implements DocumentStore {
  readonly #options: FileDocumentsOptions;
  #bytes = 0;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(options: FileDocumentsOptions) {
    this.#options = options;
  }

  static async open(options: FileDocumentsOptions): Promise<FileDocuments> {
    const store = new FileDocuments(options);
    await mkdir(store.#at('documents'), { recursive: true, mode: 0o700 });
    for (const id of await readdir(store.#at('documents')))
      store.#bytes += keptBytes(await store.#record(id));
    return store;
  }

  async add(bytes: AsyncIterable<Uint8Array>, wanted: NewDocument): Promise<DocumentRecord> {
    const { owner, quota, from = 'upload' } = wanted;
    const name = safeName(wanted.name);
    const aside = join(this.#options.staging, randomUUID());
    try {
      await mkdir(join(aside, 'blob'), { recursive: true, mode: 0o700 });
      const room = async () => ({
        disk: this.#options.maxBytes - this.#bytes,
        owner: quota === undefined ? Number.POSITIVE_INFINITY : quota - (await this.#ownedBytes(owner)),
      });
      const { sha256, bytes: size } = await stage(bytes, join(aside, 'blob', name), await room());
      return await this.#oneAtATime(() => this.#keep({ sha256, size, name, from, owner, aside, room }));
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
  }

  async #keep(staged: {
    readonly sha256: string;
    readonly size: number;
    readonly name: string;
    readonly from: 'upload' | 'url';
    readonly owner: string;
    readonly aside: string;
    readonly room: () => Promise<Room>;
  }): Promise<DocumentRecord> {
    const { sha256, size, name, from, owner, aside, room } = staged;
    const id = contentId(sha256);
    const known = await this.#record(id);
    if (known) return this.#shelve(known, owner);
    // Again: others may have filled it meanwhile.
    checkRoom(size, await room());
    const record: DocumentRecord = { id, name, bytes: size, from, created: new Date().toISOString() };
    await writeAtomic(join(aside, 'document.json'), JSON.stringify(record));
    // What a crash or a damaged record left there is nobody's.
    await rm(this.#at('documents', id), { recursive: true, force: true });
    await rename(aside, this.#at('documents', id));
    this.#bytes += size;
    await syncFolder(this.#at('documents'));
    return this.#shelve(record, owner);
  }

  /** Waits for its turn. */
  #oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async addPath(path: string, owner: string): Promise<DocumentRecord> {
    const real = await pathInRoots(path, this.#options.roots);
    const id = pathId(real);
    const known = await this.#record(id);
    if (known) return this.#shelve(known, owner);
    const { size: bytes } = await stat(real);
    const record: DocumentRecord = {
      id,
      name: basename(real),
      bytes,
      from: 'path',
      path: real,
      created: new Date().toISOString(),
    };
    await mkdir(this.#at('documents', id), { recursive: true, mode: 0o700 });
    await writeAtomic(this.#at('documents', id, 'document.json'), JSON.stringify(record));
    return this.#shelve(record, owner);
  }

  async list(owner: string, page: { limit: number; after?: string }): Promise<DocumentRecord[]> {
    const found: DocumentRecord[] = [];
    for (const id of await this.#shelf(owner)) {
      const record = await this.#record(id);
      if (record) found.push(record);
    }
    found.sort((a, b) => b.created.localeCompare(a.created) || a.id.localeCompare(b.id));
    const from = page.after === undefined ? 0 : found.findIndex(({ id }) => id === page.after) + 1;
    return found.slice(from, from + page.limit);
  }

  async get(id: string, owner: string): Promise<DocumentRecord> {
    const record = (await this.#owns(id, owner)) ? await this.#record(id) : undefined;
    if (record) return record;
    throw noSuchDocument();
  }

  async open(id: string, owner: string): Promise<OpenDocument> {
    const record = await this.get(id, owner);
    await this.#shelve(record, owner);
    const path =
      record.path === undefined
        ? this.#at('documents', id, 'blob', record.name)
        : // Checked again: what the path leads to may have changed since.
          await pathInRoots(record.path, this.#options.roots);
    return { ...(await fileDocument(path, record.name)), dispose: async () => undefined };
  }

  async remove(id: string, owner: string): Promise<void> {
    const record = await this.get(id, owner);
    await rm(this.#at('shelves', owner, id), { force: true });
    for (const other of await this.#owners()) if (await this.#owns(id, other)) return;
    this.#bytes -= keptBytes(record);
    await rm(this.#at('documents', id), { recursive: true, force: true });
  }

  async expire(before: Date, needed: (id: string) => Promise<boolean>): Promise<number> {
    let count = 0;
    for (const owner of await this.#owners()) {
      for (const id of await this.#shelf(owner)) {
        const used = await stat(this.#at('shelves', owner, id)).catch(missing);
        if (!used || used.mtime >= before || (await needed(id))) continue;
        await this.remove(id, owner).catch(() => undefined);
        count++;
      }
    }
    return count;
  }

  async bytes(): Promise<number> {
    return this.#bytes;
  }

  async #record(id: string): Promise<DocumentRecord | undefined> {
    const text = await readFile(this.#at('documents', id, 'document.json'), 'utf8').catch(missing);
    if (text === undefined) return undefined;
    try {
      return documentRecord.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  }

  /** Gives a document to an owner, or notes that he has used it. */
  async #shelve(record: DocumentRecord, owner: string): Promise<DocumentRecord> {
    const path = this.#at('shelves', owner, record.id);
    const now = new Date();
    if (!(await this.#owns(record.id, owner))) {
      await mkdir(this.#at('shelves', owner), { recursive: true, mode: 0o700 });
      await writeFile(path, '', { mode: 0o600 });
      await syncFolder(this.#at('shelves', owner));
    }
    await utimes(path, now, now);
    return record;
  }

  async #owns(id: string, owner: string): Promise<boolean> {
    if (!/^(?:doc|ref)_[0-9a-f]{32}$/.test(id)) return false;
    return (await stat(this.#at('shelves', owner, id)).catch(missing)) !== undefined;
  }

  async #ownedBytes(owner: string): Promise<number> {
    let bytes = 0;
    for (const id of await this.#shelf(owner)) bytes += keptBytes(await this.#record(id));
    return bytes;
  }

  async #owners(): Promise<string[]> {
    return (await readdir(this.#at('shelves')).catch(missing)) ?? [];
  }

  async #shelf(owner: string): Promise<string[]> {
    return (await readdir(this.#at('shelves', owner)).catch(missing)) ?? [];
  }

  #at(...parts: string[]): string {
    return join(this.#options.folder, ...parts);
  }
}

/** A file that stays where it is takes no room here. */
const keptBytes = (record: DocumentRecord | undefined) =>
  record?.path === undefined ? (record?.bytes ?? 0) : 0;
