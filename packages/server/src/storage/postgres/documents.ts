import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  contentId,
  type DocumentRecord,
  fileDocument,
  noSuchDocument,
  pathId,
  safeName,
} from '../../documents/record.ts';
import { pathInRoots } from '../../documents/roots.ts';
import { checkRoom, stage } from '../../documents/stage.ts';
import type { DocumentStore, NewDocument, OpenDocument } from '../storage.ts';
import type { Database, Sql } from './database.ts';
import { LocalCopies } from './local-copies.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly bytes: string;
  readonly source: DocumentRecord['from'];
  readonly path: string | null;
  readonly created: Date;
}

const columns = 'd.id, d.name, d.bytes, d.source, d.path, d.created';

/** Bytes of a row of a document: few enough to hold, many enough for few round trips. */
const partBytes = 1 << 20;

export interface PostgresDocumentsOptions {
  readonly database: Database;
  /** A folder of this process alone. */
  readonly tmp: string;
  readonly roots: readonly string[];
  readonly maxBytes: number;
}

/** Documents in the database, in parts; a process that reads one brings a copy to its own disk. */
export class PostgresDocuments implements DocumentStore {
  readonly #options: PostgresDocumentsOptions;
  readonly #database: Database;
  readonly #copies: LocalCopies;

  constructor(options: PostgresDocumentsOptions) {
    this.#options = options;
    this.#database = options.database;
    this.#copies = new LocalCopies(join(options.tmp, 'documents'), (id) => this.#parts(id));
  }

  async add(bytes: AsyncIterable<Uint8Array>, wanted: NewDocument): Promise<DocumentRecord> {
    const { owner, from = 'upload' } = wanted;
    const name = safeName(wanted.name);
    const path = join(this.#options.tmp, randomUUID());
    try {
      const staged = await stage(bytes, path, await this.#room(this.#database, wanted));
      const id = contentId(staged.sha256);
      return await this.#database.transaction(async (sql) => {
        if (wanted.quota !== undefined || Number.isFinite(this.#options.maxBytes)) {
          // One at a time, so that two who come together do not both find the last room.
          await sql.query(`SELECT pg_advisory_xact_lock(hashtext('memagent documents'))`);
          const [known] = await sql.query('SELECT FROM memagent.documents WHERE id = $1', [id]);
          if (!known) checkRoom(staged.bytes, await this.#room(sql, wanted));
        }
        // Waits for whoever is bringing the same bytes.
        const [added] = await sql.query(
          `INSERT INTO memagent.documents (id, name, bytes, source) VALUES ($1, $2, $3, $4)
           ON CONFLICT DO NOTHING RETURNING id`,
          [id, name, staged.bytes, from],
        );
        if (added) {
          let n = 0;
          for await (const part of createReadStream(path, { highWaterMark: partBytes }))
            await sql.query('INSERT INTO memagent.document_parts VALUES ($1, $2, $3)', [id, n++, part]);
        }
        return this.#give(sql, id, owner);
      });
    } finally {
      await rm(path, { force: true });
    }
  }

  async addPath(path: string, owner: string): Promise<DocumentRecord> {
    const real = await pathInRoots(path, this.#options.roots);
    const { size } = await stat(real);
    return this.#database.transaction(async (sql) => {
      await sql.query(
        `INSERT INTO memagent.documents (id, name, bytes, source, path) VALUES ($1, $2, $3, 'path', $4)
         ON CONFLICT DO NOTHING`,
        [pathId(real), basename(real), size, real],
      );
      return this.#give(sql, pathId(real), owner);
    });
  }

  async list(owner: string, page: { limit: number; after?: string }): Promise<DocumentRecord[]> {
    const rows = await this.#database.query<Row>(
      `SELECT ${columns} FROM memagent.documents d JOIN memagent.document_owners o ON o.document = d.id
       WHERE o.owner = $1 AND ($2::text IS NULL OR EXISTS (
         SELECT FROM memagent.documents a
         WHERE a.id = $2 AND (d.created < a.created OR (d.created = a.created AND d.id > a.id))))
       ORDER BY d.created DESC, d.id LIMIT $3`,
      [owner, page.after ?? null, page.limit],
    );
    return rows.map(recordOf);
  }

  async get(id: string, owner: string): Promise<DocumentRecord> {
    const [row] = await this.#database.query<Row>(
      `SELECT ${columns} FROM memagent.documents d JOIN memagent.document_owners o ON o.document = d.id
       WHERE d.id = $1 AND o.owner = $2`,
      [id, owner],
    );
    if (row) return recordOf(row);
    throw noSuchDocument();
  }

  async open(id: string, owner: string): Promise<OpenDocument> {
    const { name, path } = await this.get(id, owner);
    await this.#database.query(
      'UPDATE memagent.document_owners SET used = now() WHERE document = $1 AND owner = $2',
      [id, owner],
    );
    if (path !== undefined) {
      // Checked again: what the path leads to may have changed since.
      const real = await pathInRoots(path, this.#options.roots);
      return { ...(await fileDocument(real, name)), dispose: async () => undefined };
    }
    const copy = await this.#copies.take(id, name);
    return { ...(await fileDocument(copy.path, name)), dispose: async () => copy.release() };
  }

  async remove(id: string, owner: string): Promise<void> {
    await this.get(id, owner);
    await this.#database.transaction(async (sql) => {
      // Locked, so that nobody is given it meanwhile.
      await sql.query('SELECT FROM memagent.documents WHERE id = $1 FOR UPDATE', [id]);
      await sql.query('DELETE FROM memagent.document_owners WHERE document = $1 AND owner = $2', [id, owner]);
      await sql.query(
        `DELETE FROM memagent.documents d WHERE id = $1
         AND NOT EXISTS (SELECT FROM memagent.document_owners o WHERE o.document = d.id)`,
        [id],
      );
    });
  }

  async expire(before: Date, needed: (id: string) => Promise<boolean>): Promise<number> {
    const old = await this.#database.query<{ document: string; owner: string }>(
      'SELECT document, owner FROM memagent.document_owners WHERE used < $1',
      [before],
    );
    let count = 0;
    for (const { document, owner } of old) {
      if (await needed(document)) continue;
      await this.remove(document, owner).catch(() => undefined);
      count++;
    }
    return count;
  }

  bytes(): Promise<number> {
    return this.#sum(this.#database, undefined);
  }

  async #room(sql: Sql, { owner, quota }: NewDocument): Promise<{ disk: number; owner: number }> {
    const { maxBytes } = this.#options;
    return {
      disk: Number.isFinite(maxBytes) ? maxBytes - (await this.#sum(sql, undefined)) : maxBytes,
      owner: quota === undefined ? Number.POSITIVE_INFINITY : quota - (await this.#sum(sql, owner)),
    };
  }

  /** Bytes that are kept, in all or for one owner. */
  async #sum(sql: Sql, owner: string | undefined): Promise<number> {
    const [row] = await sql.query<{ bytes: string }>(
      `SELECT coalesce(sum(bytes), 0) AS bytes FROM memagent.documents d WHERE path IS NULL
       AND ($1::text IS NULL OR EXISTS (
         SELECT FROM memagent.document_owners o WHERE o.document = d.id AND o.owner = $1))`,
      [owner ?? null],
    );
    return Number(row!.bytes);
  }

  /** Gives a document to an owner, or notes that he has used it. */
  async #give(sql: Sql, id: string, owner: string): Promise<DocumentRecord> {
    await sql.query(
      `INSERT INTO memagent.document_owners (owner, document) VALUES ($1, $2)
       ON CONFLICT (owner, document) DO UPDATE SET used = now()`,
      [owner, id],
    );
    const [row] = await sql.query<Row>(`SELECT ${columns} FROM memagent.documents d WHERE id = $1`, [id]);
    return recordOf(row!);
  }

  async *#parts(id: string): AsyncGenerator<Buffer> {
    for (let n = 0; ; n++) {
      const [row] = await this.#database.query<{ bytes: Buffer }>(
        'SELECT bytes FROM memagent.document_parts WHERE document = $1 AND n = $2',
        [id, n],
      );
      if (!row) return;
      yield row.bytes;
    }
  }
}

const recordOf = ({ id, name, bytes, source, path, created }: Row): DocumentRecord => ({
  id,
  name,
  bytes: Number(bytes),
  from: source,
  ...(path === null ? {} : { path }),
  created: created.toISOString(),
});
