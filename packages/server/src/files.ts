import { randomUUID } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file that is there whole or not at all, even after a power failure. `settled` waits until the name is on disk
 * too; without it such a failure may bring back what the file held before.
 */
export async function writeAtomic(
  path: string,
  text: string,
  { settled = true }: { settled?: boolean } = {},
): Promise<void> {
  const aside = `${path}.${randomUUID()}.tmp`;
  const file = await open(aside, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(aside, path);
  if (settled) await syncFolder(dirname(path));
}

const syncing = new Map<string, { now: Promise<void>; next?: Promise<void> }>();

/** Puts a folder's entries on disk; a system that cannot is left alone. Those who ask meanwhile share the next turn. */
export function syncFolder(path: string): Promise<void> {
  const under = syncing.get(path);
  if (!under) {
    const now = sync(path).finally(() => {
      if (syncing.get(path)?.now === now) syncing.delete(path);
    });
    syncing.set(path, { now });
    return now;
  }
  under.next ??= under.now.then(() => {
    syncing.delete(path);
    return syncFolder(path);
  });
  return under.next;
}

async function sync(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  if (!folder) return;
  try {
    await folder.sync().catch(() => undefined);
  } finally {
    await folder.close();
  }
}

/** For `catch`: nothing where the file is not there. */
export function missing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}
