import { createHash } from 'node:crypto';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../create-server.ts';
import { ApiError } from '../http/api-error.ts';

/** A stretch of a document's extracted text; byte offsets, cut at whole characters. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Bytes of the whole text. */
  readonly total: number;
}

type DocumentStore = Services['documents'];
type DocumentRecord = Awaited<ReturnType<DocumentStore['get']>>;

interface Kept {
  readonly path: string;
  readonly bytes: number;
}

/** The most that one request gets. */
export const mostSpanBytes = 1 << 20;
/** Extracted texts on disk; the one used longest ago goes first. */
const mostKeptBytes = 2 ** 31;

/**
 * Stretches of extracted text by byte offset, as steps and sources name them. A document is extracted once into a file:
 * the spans of a PDF are then as cheap as those of a text, and nothing is held in memory.
 */
export class DocumentTexts {
  readonly #documents: DocumentStore;
  readonly #folder: string;
  readonly #kept = new Map<string, Promise<Kept>>();

  constructor(documents: DocumentStore, folder: string) {
    this.#documents = documents;
    this.#folder = folder;
  }

  /** The text between two bytes. */
  async span(id: string, owner: string, start: number, end: number): Promise<TextSpan> {
    const record = await this.#documents.get(id, owner);
    const { path, bytes } = await this.#keep(record, owner);
    const to = Math.min(end, bytes, start + mostSpanBytes);
    if (start > to) throw new ApiError(416, 'out_of_range', `The text ends at byte ${bytes}.`);
    const file = await open(path, 'r');
    try {
      // Three more on each side show whether a character is cut.
      const buffer = Buffer.alloc(to - start + 3);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
      let from = 0;
      while (from < bytesRead && from < 3 && isContinuation(buffer[from]!)) from++;
      let until = Math.min(to - start, bytesRead);
      while (until > from && until < bytesRead && isContinuation(buffer[until]!)) until--;
      return {
        start: start + from,
        end: start + until,
        text: buffer.toString('utf8', from, until),
        total: bytes,
      };
    } finally {
      await file.close();
    }
  }

  async #keep(record: DocumentRecord, owner: string): Promise<Kept> {
    // A file that stays where it is may change there.
    const changed = record.path === undefined ? 0 : await stat(record.path).then((info) => info.mtimeMs);
    const key = createHash('sha256').update(`${record.id} ${changed}`).digest('hex').slice(0, 32);
    const known = this.#kept.get(key);
    const keeping = known ?? this.#extract(record.id, owner, join(this.#folder, key));
    // Put at the end: the map is in the order of use.
    this.#kept.delete(key);
    this.#kept.set(key, keeping);
    keeping.catch(() => this.#kept.delete(key));
    const kept = await keeping;
    if (!known) await this.#makeRoom(key);
    return kept;
  }

  async #extract(id: string, owner: string, path: string): Promise<Kept> {
    const document = await this.#documents.open(id, owner);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = await open(path, 'w', 0o600);
    let bytes = 0;
    try {
      let held: string[] = [];
      let size = 0;
      const flush = async () => {
        const block = Buffer.from(held.join(''));
        bytes += block.length;
        held = [];
        size = 0;
        await file.writeFile(block);
      };
      for await (const { text } of document.open()) {
        held.push(text);
        size += text.length;
        if (size > 1 << 20) await flush();
      }
      await flush();
    } finally {
      await file.close();
      await document.dispose();
    }
    return { path, bytes };
  }

  async #makeRoom(newest: string): Promise<void> {
    const sizes = await Promise.all(
      [...this.#kept].map(async ([key, keeping]) => [key, await keeping.catch(() => undefined)] as const),
    );
    let total = sizes.reduce((sum, [, kept]) => sum + (kept?.bytes ?? 0), 0);
    for (const [key, kept] of sizes) {
      if (total <= mostKeptBytes || key === newest || !kept) continue;
      this.#kept.delete(key);
      total -= kept.bytes;
      await rm(kept.path, { force: true });
    }
  }
}

const isContinuation = (byte: number) => (byte & 0xc0) === 0x80;
