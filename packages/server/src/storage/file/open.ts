import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FileJournal } from '@memagent/core/node';
import { missing } from '../../files.ts';
import type { JournalKind, ServerJournal, Storage } from '../storage.ts';
import { FileDocuments } from './documents.ts';
import { FileReadings } from './readings.ts';

export interface FileStorageOptions {
  readonly folder: string;
  /** For files on their way. */
  readonly tmp: string;
  readonly roots: readonly string[];
  readonly maxBytes: number;
  /** Told of records that cannot be understood. */
  readonly damaged: (id: string) => void;
}

/** Storage in a folder of this machine, for one process. */
export async function openFileStorage(options: FileStorageOptions): Promise<Storage> {
  const { folder, tmp, roots, maxBytes } = options;
  const documents = await FileDocuments.open({ folder, staging: tmp, roots, maxBytes });
  const readings = await FileReadings.open(folder, options.damaged);
  const journal = (kind: JournalKind, owner: string): ServerJournal => {
    const files = new FileJournal(join(folder, kind, owner));
    return {
      load: (id) => files.load(id),
      open: (id, keep) => files.open(id, keep),
      remove: async (ids) => {
        for (const id of ids) await files.forget([id]).catch(() => undefined);
      },
    };
  };
  return {
    documents,
    readings,
    journal,
    forgetChats: async (before) => {
      for (const owner of (await readdir(join(folder, 'chats')).catch(missing)) ?? [])
        await new FileJournal(join(folder, 'chats', owner)).forget({ olderThan: before });
    },
    ready: () => true,
    close: async () => undefined,
  };
}
