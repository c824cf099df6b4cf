import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cacheFolder, engineEnvironment } from './environment.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-engine-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A Python that says its version, makes an environment of itself, and installs as it is told to. */
async function python(version: string, pip: string): Promise<string> {
  const path = join(folder, 'python-of-test');
  await writeFile(
    path,
    `#!/bin/sh
case "$1 $2" in
  "-c "*) echo ${version} ;;
  "-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && echo made >> ${folder}/calls ;;
  "-m pip") echo pip >> ${folder}/calls; ${pip} ;;
esac
`,
  );
  await chmod(path, 0o755);
  return path;
}

const calls = async () => (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n');

describe('the engine’s environment', () => {
  it('is made once, tells what it does, and is used again', async () => {
    const env = {
      MEMAGENT_CACHE: join(folder, 'cache'),
      MEMAGENT_PYTHON: await python('3.12.1', 'echo Collecting torch'),
    };
    const told: string[] = [];
    const made = await engineEnvironment({ env, onProgress: (message) => told.push(message) });
    expect(made.python.startsWith(join(folder, 'cache/engine'))).toBe(true);
    expect(told.join('\n')).toMatch(/making[\s\S]*installing[\s\S]*Collecting torch/);
    expect(await engineEnvironment({ env })).toEqual(made);
    expect(await calls()).toEqual(['made', 'pip']);
    expect(await readdir(join(made.sources, 'memagent_engine'))).toContain('serve');
  });

  it('is made by one process at a time, and again where an attempt broke off', async () => {
    const env = {
      MEMAGENT_CACHE: join(folder, 'cache'),
      MEMAGENT_PYTHON: await python('3.12.1', 'exit 0'),
    };
    await Promise.all([engineEnvironment({ env }), engineEnvironment({ env }), engineEnvironment({ env })]);
    expect(await calls()).toEqual(['made', 'pip']);
    const [name] = (await readdir(join(folder, 'cache/engine'))).filter((each) => !each.includes('.'));
    await rm(join(folder, 'cache/engine', name!, 'ready'));
    // Whoever held the lock has died: no process has that number.
    await writeFile(join(folder, 'cache/engine', `${name}.lock`), '999999999');
    await engineEnvironment({ env });
    expect(await calls()).toEqual(['made', 'pip', 'made', 'pip']);
  });

  it('says what is missing', async () => {
    const empty = join(folder, 'empty');
    await mkdir(empty);
    const cache = { MEMAGENT_CACHE: join(folder, 'cache') };
    const nowhere = { ...cache, MEMAGENT_PYTHON: join(empty, 'python3') };
    await expect(engineEnvironment({ env: nowhere })).rejects.toThrow(/MEMAGENT_PYTHON is .*cannot be run/);
    const old = { ...cache, MEMAGENT_PYTHON: await python('3.8.10', 'exit 0') };
    await expect(engineEnvironment({ env: old })).rejects.toThrow(/needs Python 3\.11 or newer.*is 3\.8\.10/);
    const offline = { ...cache, MEMAGENT_PYTHON: await python('3.12.1', 'echo no route to host; exit 1') };
    await expect(engineEnvironment({ env: offline })).rejects.toThrow(/pip could not[\s\S]*no route to host/);
    await writeFile(join(empty, 'no-program'), '');
    for (const name of ['python', 'no-program', 'no-program/python']) {
      const own = { ...cache, MEMAGENT_ENGINE_PYTHON: join(empty, name) };
      await expect(engineEnvironment({ env: own }), name).rejects.toThrow('cannot be run');
    }
  });

  it('stops when it is told to', async () => {
    const env = {
      MEMAGENT_CACHE: join(folder, 'cache'),
      MEMAGENT_PYTHON: await python('3.12.1', 'exec sleep 60'),
    };
    const abort = new AbortController();
    const making = engineEnvironment({
      env,
      signal: abort.signal,
      onProgress: (message) => {
        if (message.startsWith('installing')) setImmediate(() => abort.abort());
      },
    });
    await expect(making).rejects.toThrow('Stopped');
    expect(await readdir(join(folder, 'cache/engine'))).not.toContainEqual(expect.stringMatching(/lock$/));
  });

  it('lies in the cache folder of the user', () => {
    expect(cacheFolder({ HOME: '/home/ann' })).toBe('/home/ann/.cache/memagent');
    expect(cacheFolder({ XDG_CACHE_HOME: '/var/c' })).toBe('/var/c/memagent');
    expect(cacheFolder({ MEMAGENT_CACHE: '/x' })).toBe('/x');
  });
});
