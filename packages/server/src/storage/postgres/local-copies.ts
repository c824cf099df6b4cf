import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

interface Copy {
  readonly made: Promise<string>;
  readonly folder: string;
  bytes: number;
  users: number;
}

/** Unused copies up to this many bytes stay for the next who wants them. */
const idleBytes = 2 ** 30;

/** Copies of documents on this machine's disk, each made once for all who read it at the time. */
export class LocalCopies {
  readonly #folder: string;
  readonly #bytesOf: (id: string) => AsyncIterable<Buffer>;
  /** In the order of their use. */
  readonly #copies = new Map<string, Copy>();

  constructor(folder: string, bytesOf: (id: string) => AsyncIterable<Buffer>) {
    this.#folder = folder;
    this.#bytesOf = bytesOf;
  }

  /** The path of a copy, which stays there until it is released. */
  async take(id: string, name: string): Promise<{ path: string; release: () => Promise<void> }> {
    let copy = this.#copies.get(id);
    if (!copy) {
      const folder = join(this.#folder, id);
      const made: Copy = {
        made: this.#bring(id, folder, name, (n) => (made.bytes += n)),
        folder,
        bytes: 0,
        users: 0,
      };
      copy = made;
    }
    this.#copies.delete(id);
    this.#copies.set(id, copy);
    const { made } = copy;
    copy.users++;
    let released = false;
    const release = async () => {
      if (!released) copy.users--;
      released = true;
      await this.#tidy();
    };
    try {
      return { path: await made, release };
    } catch (error) {
      this.#copies.delete(id);
      throw error;
    }
  }

  async #bring(id: string, folder: string, name: string, wrote: (bytes: number) => void): Promise<string> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, name);
    const file = await open(path, 'w', 0o600);
    try {
      for await (const part of this.#bytesOf(id)) {
        wrote(part.length);
        await file.writeFile(part);
      }
    } finally {
      await file.close();
    }
    return path;
  }

  async #tidy(): Promise<void> {
    let idle = 0;
    for (const { users, bytes } of this.#copies.values()) if (users === 0) idle += bytes;
    for (const [id, { users, bytes, folder }] of this.#copies) {
      if (idle <= idleBytes) return;
      if (users > 0) continue;
      this.#copies.delete(id);
      idle -= bytes;
      await rm(folder, { recursive: true, force: true });
    }
  }
}
