import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ChildSettings } from './server-child.ts';

/** A process of a bench. */
export interface BenchProcess {
  readonly url: string;
  /** Bytes of resident memory now, and their peak since it was last asked. */
  memory(): Promise<{ rss: number; peak: number }>;
  end(): Promise<void>;
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>;
}

/** Starts `server-child.ts`. */
export async function startProcess(settings: ChildSettings): Promise<BenchProcess> {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const child = fork(
    fileURLToPath(new URL('./server-child.ts', import.meta.url)),
    [JSON.stringify(settings)],
    {
      execArgv: ['--conditions=memagent-source', '--import', tsx],
    },
  );
  const ended = once(child, 'exit');
  const died = ended.then(([code]) => {
    throw new Error(`a process of the bench ended with ${code}`);
  });
  died.catch(() => undefined);
  const [{ url }] = await Promise.race([once(child, 'message'), died]);
  return {
    url,
    memory: async () => {
      const reply = once(child, 'message');
      child.send('memory');
      return (await reply)[0];
    },
    end: async () => {
      child.disconnect();
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A percentile of milliseconds. */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;
