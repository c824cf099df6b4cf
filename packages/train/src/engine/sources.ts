import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MemAgentError } from '@memagent/core';

/** The folder of the engine's Python sources: beside the built package, or the repository's. */
export function engineSources(): string {
  const folders = ['./engine', '../../../../engine'].map((at) => fileURLToPath(new URL(at, import.meta.url)));
  const found = folders.find((folder) => existsSync(join(folder, 'memagent_engine/serve/__main__.py')));
  if (found) return found;
  throw new MemAgentError(
    'model-unavailable',
    'The engine’s Python sources are not in this installation of @memagent/train.',
    { hint: 'Install the package again, or start an engine elsewhere and give its URL.' },
  );
}
