import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MemAgentError } from '@memagent/core';
import { runProgram } from './run-program.ts';
import { engineSources } from './sources.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the engine runs with. */
export interface EngineEnvironment {
  /** The Python that has all that the engine needs. */
  readonly python: string;
  /** The folder that has the package `memagent_engine`. */
  readonly sources: string;
}

export interface EnvironmentOptions {
  readonly env?: Environment;
  readonly signal?: AbortSignal;
  /** Told what is being done, a line at a time. */
  readonly onProgress?: (message: string) => void;
}

/** The least Python that the engine runs on. */
const leastPython = [3, 11] as const;

/** Where environments are kept: `MEMAGENT_CACHE`, else `memagent` in the XDG cache folder. */
export function cacheFolder(env: Environment = process.env): string {
  if (env.MEMAGENT_CACHE) return resolve(env.MEMAGENT_CACHE);
  const set = env.XDG_CACHE_HOME;
  return join(set && isAbsolute(set) ? set : join(env.HOME || homedir(), '.cache'), 'memagent');
}

/**
 * Finds or makes the engine's environment: a virtual one with the pinned requirements, in the user's cache folder,
 * made once for every list of requirements. `MEMAGENT_ENGINE_PYTHON` names a Python of one's own instead.
 *
 * @example
 * const { python, sources } = await engineEnvironment({ onProgress: console.error });
 */
export async function engineEnvironment(options: EnvironmentOptions = {}): Promise<EngineEnvironment> {
  const { env = process.env, signal } = options;
  const sources = engineSources();
  const own = env.MEMAGENT_ENGINE_PYTHON;
  if (own) return { python: await checkedPython(own, signal), sources };
  const requirements = join(sources, 'requirements.txt');
  const base = await findPython(env, signal);
  const name = createHash('sha256')
    .update(await readFile(requirements))
    .update(base.version)
    .digest('hex')
    .slice(0, 12);
  const folder = join(cacheFolder(env), 'engine', name);
  const python = join(folder, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
  const environment = { python, sources };
  const ready = join(folder, 'ready');
  if (await exists(ready)) return environment;
  await mkdir(join(cacheFolder(env), 'engine'), { recursive: true });
  const release = await lock(`${folder}.lock`, options);
  try {
    if (await exists(ready)) return environment;
    await install(folder, python, requirements, base.program, options);
    await writeFile(ready, '');
    return environment;
  } finally {
    await release();
  }
}

async function install(
  folder: string,
  python: string,
  requirements: string,
  base: string,
  { env = process.env, signal, onProgress }: EnvironmentOptions,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  onProgress?.(`making the engine’s environment in ${folder}`);
  const made = await runProgram(base, ['-m', 'venv', folder], { signal });
  if (made.code !== 0)
    throw failure('A virtual environment could not be made', made.output, {
      hint: 'Install the venv module of this Python (on Debian: apt install python3-venv).',
    });
  onProgress?.('installing its requirements: once, and some hundred megabytes');
  const index = env.MEMAGENT_TORCH_INDEX;
  const installed = await runProgram(
    python,
    [
      ...['-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '--progress-bar', 'off'],
      ...(index ? ['--extra-index-url', index] : []),
      ...['-r', requirements],
    ],
    {
      signal,
      onLine: (line) => {
        if (/^(Collecting|Downloading|Installing|Successfully)/.test(line)) onProgress?.(line.slice(0, 100));
      },
    },
  );
  if (installed.code !== 0)
    throw failure('pip could not install the engine’s requirements', installed.output, {
      hint: 'Check the network and pip’s index (PIP_INDEX_URL), or set MEMAGENT_ENGINE_PYTHON to a Python that has them.',
    });
}

/** The first Python on the path that is new enough. */
async function findPython(
  env: Environment,
  signal?: AbortSignal,
): Promise<{ program: string; version: string }> {
  let old: string | undefined;
  for (const program of env.MEMAGENT_PYTHON ? [env.MEMAGENT_PYTHON] : ['python3', 'python']) {
    const version = await versionOf(program, signal);
    if (version && newEnough(version)) return { program, version };
    old ??= version && `${program} is ${version}`;
  }
  const least = leastPython.join('.');
  throw new MemAgentError(
    'model-unavailable',
    old
      ? `The engine needs Python ${least} or newer; ${old}.`
      : env.MEMAGENT_PYTHON
        ? `MEMAGENT_PYTHON is ${env.MEMAGENT_PYTHON}, which cannot be run.`
        : 'The engine needs Python, and there is no python3 here.',
    { hint: `Install Python ${least} or newer, or set MEMAGENT_PYTHON to one.` },
  );
}

async function checkedPython(program: string, signal?: AbortSignal): Promise<string> {
  const version = await versionOf(program, signal);
  if (!version || !newEnough(version))
    throw new MemAgentError(
      'bad-input',
      `MEMAGENT_ENGINE_PYTHON is ${program}, ${version ? `which is ${version}` : 'which cannot be run'}.`,
      { hint: `Give a Python ${leastPython.join('.')} or newer that has engine/requirements.txt.` },
    );
  return program;
}

async function versionOf(program: string, signal?: AbortSignal): Promise<string | undefined> {
  try {
    const { code, output } = await runProgram(
      program,
      ['-c', 'import sys; print("%d.%d.%d" % sys.version_info[:3])'],
      { signal },
    );
    return code === 0 ? output.trim() : undefined;
  } catch (error) {
    signal?.throwIfAborted();
    // Not there, or no program.
    if ((error as NodeJS.ErrnoException).syscall?.startsWith('spawn')) return undefined;
    throw error;
  }
}

function newEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > leastPython[0] || (major === leastPython[0] && minor >= leastPython[1]);
}

const exists = (path: string) =>
  readFile(path).then(
    () => true,
    () => false,
  );

/** One process at a time makes an environment; a lock whose owner has gone is taken over. */
async function lock(path: string, { signal, onProgress }: EnvironmentOptions): Promise<() => Promise<void>> {
  let told = false;
  for (;;) {
    try {
      const file = await open(path, 'wx');
      await file.writeFile(String(process.pid));
      await file.close();
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = Number(await readFile(path, 'utf8').catch(() => ''));
    if (owner > 0 && !alive(owner)) {
      await rm(path, { force: true });
      continue;
    }
    if (!told) onProgress?.('waiting for another process that makes the engine’s environment');
    told = true;
    await sleep(200, undefined, { signal });
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function failure(what: string, output: string, options: { hint: string }): MemAgentError {
  const said = output.trim().split('\n').slice(-6).join('\n');
  return new MemAgentError('model-unavailable', `${what}:\n${said}`, options);
}
