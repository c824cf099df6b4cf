import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { MemAgentError } from '@memagent/core';
import type { Addon } from './addon.ts';
import { type Binary, findBinary } from './binary.ts';

/** The loaded addon and what it said last. */
export interface LoadedAddon {
  readonly addon: Addon;
  readonly gpu: boolean;
  /** The latest warnings and errors of llama.cpp, for error messages; emptied by reading. */
  takeComplaints(): Promise<string[]>;
}

const logWarnings = 3;
const loaded = new Map<false | 'auto', Promise<LoadedAddon>>();

/** Loads llama.cpp into this process, once. */
export function loadAddon(gpu: false | 'auto'): Promise<LoadedAddon> {
  let addon = loaded.get(gpu);
  if (addon === undefined) {
    addon = findBinary(gpu).then(load);
    addon.catch(() => loaded.delete(gpu)); // what is missing may be installed before the next try
    loaded.set(gpu, addon);
  }
  return addon;
}

async function load(binary: Binary): Promise<LoadedAddon> {
  const addon = requireAddon(binary.addonPath);
  const complaints: string[] = [];
  addon.markLoaded();
  addon.setLogger((_level, message) => {
    if (complaints.push(message.trim()) > 20) complaints.shift();
  });
  addon.setLoggerLogLevel(logWarnings);
  loadBackends(addon, binary);
  await addon.init();
  return {
    addon,
    gpu: binary.gpu && Boolean(addon.getGpuType()),
    async takeComplaints() {
      // They arrive through the event loop, after the failure that they explain.
      await new Promise((resolve) => setImmediate(resolve));
      return complaints.splice(0).filter((line) => line !== '');
    },
  };
}

function requireAddon(path: string): Addon {
  try {
    return createRequire(import.meta.url)(path) as Addon;
  } catch (error) {
    throw new MemAgentError(
      'model-unavailable',
      `The llama.cpp binary cannot be loaded: ${(error as Error).message}`,
      {
        hint: 'On Linux it needs glibc 2.35 or newer and libstdc++; on Windows the Visual C++ runtime. Otherwise run the model behind an OpenAI-compatible server.',
        cause: error,
      },
    );
  }
}

/** Backends are libraries beside the addon; which of them fit this machine is llama.cpp's choice. */
function loadBackends(addon: Addon, { addonPath, extraBackends, gpu }: Binary): void {
  const beside = dirname(addonPath);
  const missing = () => addon.getGpuType() === undefined || (gpu && addon.getGpuType() === false);
  addon.loadBackends();
  if (missing()) addon.loadBackends(beside);
  if (missing()) addon.loadBackends(join(extraBackends ?? beside, 'fallback'));
  addon.ensureGpuDeviceIsSupported();
}
