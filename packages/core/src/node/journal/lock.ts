import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';

/** A lock file that names its process, so that one left by a killed process is recognised and taken over. */
export class Lock {
  private readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Takes the lock, or gives undefined while a living process holds it. */
  static async take(path: string): Promise<Lock | undefined> {
    const mine = `${path}.${process.pid}-${counter++}`;
    await writeFile(mine, await identity(process.pid), { mode: 0o600 });
    try {
      for (let attempt = 0; attempt < 3; attempt++) {
        // A link appears whole or not at all: nobody reads a lock without its owner.
        if (await linked(mine, path)) return new Lock(path);
        const owner = await readFile(path, 'utf8').catch(() => undefined);
        if (owner === undefined) continue;
        if (await lives(owner)) return undefined;
        await takeAway(path, owner, `${mine}-stale`);
      }
      return undefined;
    } finally {
      await rm(mine, { force: true });
    }
  }

  async release(): Promise<void> {
    await rm(this.path, { force: true });
  }
}

let counter = 0;

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a dead process's lock; one that somebody has taken in the meantime is put back. */
async function takeAway(path: string, owner: string, aside: string): Promise<void> {
  await rename(path, aside).catch(() => undefined);
  const found = await readFile(aside, 'utf8').catch(() => undefined);
  if (found !== undefined && found !== owner) await linked(aside, path);
  await rm(aside, { force: true });
}

/**
 * A process id and, where the system tells it, when the process began: ids are used again. Nobody for one that has ended
 * and that its parent has not yet taken note of.
 */
async function identity(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return /^[ZX]/.test(fields[0]!) ? 'nobody' : `${pid} ${fields[19] ?? ''}`;
}

async function lives(owner: string): Promise<boolean> {
  const pid = Number(owner.split(' ')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return (await identity(pid)) === owner;
}
