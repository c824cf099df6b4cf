import { cp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { defineConfig } from 'tsdown';

/** The engine's Python sources travel with the package: `memagent engine` starts them from there. */
async function copyEngine(): Promise<void> {
  const [from, to] = [join(import.meta.dirname, '../../engine'), join(import.meta.dirname, 'dist/engine')];
  await rm(to, { recursive: true, force: true });
  for (const part of ['memagent_engine', 'requirements.txt'])
    await cp(join(from, part), join(to, part), {
      recursive: true,
      filter: (path) => basename(path) !== '__pycache__',
    });
}

export default defineConfig({ entry: ['src/index.ts'], onSuccess: copyEngine });
