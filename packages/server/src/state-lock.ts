import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { MemAgentError } from '@memagent/core';

/** One server to a state folder: two would run the same readings. A lock left by a killed process is taken over. */
export class StateLock {
  readonly #path: string;
  static readonly #held = new Set<string>();

  private constructor(path: string) {
    this.#path = path;
    StateLock.#held.add(path);
  }

  static async take(path: string): Promise<StateLock> {
    const mine = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
    await writeFile(mine, await identity(process.pid), { mode: 0o600 });
    try {
      for (let attempt = 0; attempt < 3; attempt++) {
        // A link appears whole or not at all.
        const taken = await link(mine, path).then(
          () => true,
          (error) => {
            if (error.code === 'EEXIST') return false;
            throw error;
          },
        );
        if (taken) return new StateLock(path);
        const owner = await readFile(path, 'utf8').catch(() => '');
        if (await lives(owner, path)) break;
        await rm(path, { force: true });
      }
    } finally {
      await rm(mine, { force: true });
    }
    throw new MemAgentError('bad-input', 'Another server is using this state folder.', {
      hint: 'Stop it, or name another folder with MEMAGENT_HOME.',
    });
  }

  async release(): Promise<void> {
    StateLock.#held.delete(this.#path);
    await rm(this.#path, { force: true });
  }

  static holds(path: string): boolean {
    return StateLock.#held.has(path);
  }
}

/** A process id with the time it began, where the system tells it: ids are used again. */
async function identity(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return `${pid} ${status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
}

async function lives(owner: string, path: string): Promise<boolean> {
  const pid = Number(owner.split(' ')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (pid === process.pid) return StateLock.holds(path);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return (await identity(pid)) === owner;
}
