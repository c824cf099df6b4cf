import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What can be built out of the llama.cpp source that the installed node-llama-cpp carries. */
export type LlamaTarget = 'llama-server' | 'llama-bench';

/** A lock older than this was left by a build that was killed. */
const staleLockMs = 60 * 60_000;

/**
 * Builds a llama.cpp program of the very release the embedded engine runs, once per version, in a cache folder of
 * the system's temporary directory, and gives the path of the binary.
 *
 * @example
 * const server = await buildLlama('llama-server');
 */
export async function buildLlama(target: LlamaTarget): Promise<string> {
  const source = await llamaSource();
  const root = join(tmpdir(), `memagent-llama-${source.version}`);
  const binary = join(root, 'build', 'bin', target);
  if (existsSync(binary)) return binary;
  await mkdir(root, { recursive: true });
  return await withLock(join(root, 'lock'), async () => {
    if (existsSync(binary)) return binary;
    const checkout = join(root, 'source');
    if (!existsSync(checkout)) await clone(source.bundle, checkout);
    await configure(checkout, join(root, 'build'));
    const jobs = process.env.MEMAGENT_BUILD_JOBS ?? String(availableParallelism());
    const command = ['-n', '10', 'cmake', '--build', join(root, 'build'), '--target', target, '-j', jobs];
    await run('nice', command, { maxBuffer: 1 << 28 });
    return binary;
  });
}

async function llamaSource(): Promise<{ bundle: string; version: string }> {
  // The package exports neither its package.json nor the bundle: both are found beside its entry.
  const entry = createRequire(import.meta.url).resolve('node-llama-cpp');
  const home = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string };
  return { bundle: join(home, 'llama', 'gitRelease.bundle'), version };
}

async function clone(bundle: string, checkout: string): Promise<void> {
  const fresh = `${checkout}.new`;
  await rm(fresh, { recursive: true, force: true });
  await run('git', ['clone', '--quiet', bundle, fresh], { maxBuffer: 1 << 26 });
  await rename(fresh, checkout);
}

async function configure(checkout: string, build: string): Promise<void> {
  const options = {
    CMAKE_BUILD_TYPE: 'Release',
    BUILD_SHARED_LIBS: 'OFF',
    LLAMA_BUILD_TESTS: 'OFF',
    LLAMA_BUILD_EXAMPLES: 'OFF',
    LLAMA_BUILD_APP: 'OFF',
    LLAMA_BUILD_UI: 'OFF',
    LLAMA_USE_PREBUILT_UI: 'OFF', // would be fetched from the network
    LLAMA_OPENSSL: 'OFF',
    LLAMA_CURL: 'OFF',
  };
  const flags = Object.entries(options).map(([name, value]) => `-D${name}=${value}`);
  await run('cmake', ['-S', checkout, '-B', build, ...flags], { maxBuffer: 1 << 26 });
}

/** Test files run in processes of their own: the first builds, the others wait for it. */
async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const age = await stat(path).then(
      (info) => Date.now() - info.mtimeMs,
      () => 0,
    );
    if (age > staleLockMs || !(await ownerLives(path))) await rm(path, { force: true });
    else await delay(500);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function ownerLives(path: string): Promise<boolean> {
  const pid = Number(await readFile(path, 'utf8').catch(() => '0'));
  if (!pid) return true; // just made, not written yet, or just removed
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
