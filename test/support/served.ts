import { spawn } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = new URL('../../', import.meta.url);

/** A server in a process of its own. */
export interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts `memagent serve` from the sources on a free port, with the shipped model unless told otherwise. */
export async function serve(home: string, args: readonly string[] = []): Promise<Served> {
  const tsx = pathToFileURL(fileURLToPath(new URL('node_modules/tsx/dist/loader.mjs', root))).href;
  const main = fileURLToPath(new URL('packages/cli/src/main.ts', root));
  const child = spawn(
    process.execPath,
    ['--conditions=memagent-source', '--import', tsx, main, 'serve', '--port', '0', '--quiet', ...args],
    { env: { PATH: process.env.PATH, HOME: home, MEMAGENT_HOME: home }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const url = await new Promise<string>((resolve, reject) => {
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const found = /http:\/\/\S+/.exec(out);
      if (found) resolve(found[0]);
    });
    void ended.then(() => reject(new Error(`The server ended: ${said}`)));
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
