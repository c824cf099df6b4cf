import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** An engine that was started on this machine. */
export interface StartedEngine {
  readonly url: string;
  readonly model: string;
  readonly device: string;
  readonly pid: number;
}

/** Notes a running engine in a folder; gives what strikes it out again. */
export async function recordEngine(folder: string, engine: StartedEngine): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${engine.pid}.json`);
  const { url, model, device, pid } = engine;
  await writeFile(path, JSON.stringify({ url, model, device, pid }), { mode: 0o600 });
  return () => rm(path, { force: true });
}

/** The engines of a folder that answer; notes of those that do not are struck out. */
export async function knownEngines(folder: string): Promise<StartedEngine[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      try {
        const engine = JSON.parse(await readFile(path, 'utf8')) as StartedEngine;
        if (await answers(engine.url)) return [engine];
      } catch {
        // Torn, or struck out meanwhile.
      }
      await rm(path, { force: true });
      return [];
    }),
  );
  return found.flat();
}

/** Asks an engine to end, and waits until it answers no more. Its process is the one that it named itself. */
export async function stopEngine({ url, pid }: StartedEngine, signal?: AbortSignal): Promise<void> {
  process.kill(pid, 'SIGTERM');
  while (await answers(url)) await sleep(50, undefined, { signal });
}

async function answers(url: string): Promise<boolean> {
  try {
    const { ok } = await fetch(`${url}/api/v1/healthz`, { signal: AbortSignal.timeout(2000) });
    return ok;
  } catch {
    return false;
  }
}
