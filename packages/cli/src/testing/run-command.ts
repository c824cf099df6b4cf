import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What a run of the command gave. */
export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as JSON lines. */
  lines(): Record<string, unknown>[];
}

export interface Running {
  readonly child: ChildProcess;
  readonly done: Promise<Outcome>;
  /** Resolves when standard error or output has so far matched this. */
  seen(pattern: RegExp): Promise<void>;
}

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** A folder of its own in which the real command runs as a process, with none of the user's settings. */
export class Sandbox {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<Sandbox> {
    return new Sandbox(await mkdtemp(join(tmpdir(), 'memagent-')));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** What keeps a command's own files in here. */
  get env(): Record<string, string> {
    return { HOME: this.folder, MEMAGENT_HOME: this.path('state'), MEMAGENT_MODELS: this.path('models') };
  }

  /** A JSON file of it. */
  async json(name: string) {
    return JSON.parse(await readFile(this.path(name), 'utf8'));
  }

  start(args: readonly string[], options: { env?: Record<string, string>; input?: string } = {}): Running {
    const child = spawn(process.execPath, ['--conditions=memagent-source', '--import', tsx, main, ...args], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, ...this.env, ...options.env },
    });
    let stdout = '';
    let stderr = '';
    const watchers = new Set<() => void>();
    const changed = () => {
      for (const watcher of watchers) watcher();
    };
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      changed();
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
      changed();
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
    const done = new Promise<Outcome>((resolve) => {
      child.on('close', (code, signal) =>
        resolve({
          code,
          signal,
          stdout,
          stderr,
          lines: () =>
            stdout
              .split('\n')
              .filter(Boolean)
              .map((line) => JSON.parse(line)),
        }),
      );
    });
    const seen = (pattern: RegExp) =>
      new Promise<void>((resolve, reject) => {
        const look = () => {
          if (!pattern.test(stdout) && !pattern.test(stderr)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        void done.then(() => reject(new Error(`ended without ${pattern}:\n${stdout}\n${stderr}`)));
        look();
      });
    return { child, done, seen };
  }

  run(
    args: readonly string[],
    options: { env?: Record<string, string>; input?: string } = {},
  ): Promise<Outcome> {
    return this.start(args, options).done;
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}
