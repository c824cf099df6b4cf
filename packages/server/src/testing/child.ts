import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A server in a process of its own. */
export interface Child {
  readonly url: string;
  readonly process: ChildProcess;
  /** Resident memory now and its peak since the last question, and how often the model was called. */
  memory(): Promise<{ rss: number; peak: number; calls: number }>;
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

const script = fileURLToPath(new URL('./serve-child.ts', import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** Starts `serve-child.ts`. */
export async function startChild(
  stateFolder: string,
  { delayMs = 0, window = 2000, concurrency = 4, database = '', nodeOptions = [] as string[] } = {},
): Promise<Child> {
  const child = fork(script, [stateFolder, String(delayMs), String(window), String(concurrency), database], {
    execArgv: ['--conditions=memagent-source', '--import', tsx, ...nodeOptions],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with ${code}`);
  });
  died.catch(() => undefined);
  const [{ url }] = (await Promise.race([once(child, 'message'), died])) as [{ url: string }];
  return {
    url,
    process: child,
    memory: async () => {
      const reply = once(child, 'message');
      child.send('memory');
      return (await reply)[0];
    },
    kill: async (signal) => {
      const ended = once(child, 'exit');
      child.kill(signal);
      return (await ended)[0];
    },
  };
}
