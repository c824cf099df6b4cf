import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { MemAgentError } from '@memagent/core';

/** The release of the prebuilt binaries whose interface `addon.ts` describes. */
export const binaryVersion = '3.22.1';

/** A prebuilt llama.cpp on this machine. */
export interface Binary {
  readonly addonPath: string;
  /** A folder of further backends (older CUDA devices), where it is installed. */
  readonly extraBackends?: string;
  readonly gpu: boolean;
}

const cpuPackages: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-armv7l',
  'linux-riscv64': 'linux-riscv64',
  'darwin-arm64': 'mac-arm64-metal',
  'darwin-x64': 'mac-x64',
  'win32-x64': 'win-x64',
  'win32-arm64': 'win-arm64',
};
const gpuPackages: Readonly<Record<string, readonly string[]>> = {
  'linux-x64': ['linux-x64-cuda', 'linux-x64-vulkan'],
  'win32-x64': ['win-x64-cuda', 'win-x64-vulkan'],
};

/** The binary to load: one with a GPU where that is wanted, installed and working, else the one for the CPU. */
export async function findBinary(
  gpu: false | 'auto',
  platform = `${process.platform}-${process.arch}`,
): Promise<Binary> {
  if (gpu === 'auto') {
    for (const name of gpuPackages[platform] ?? []) {
      const binary = resolveBinary(name, true);
      if (binary !== undefined && (await gpuWorks(binary))) return binary;
    }
  }
  const name = cpuPackages[platform];
  if (name === undefined) {
    throw new MemAgentError('model-unavailable', `There is no prebuilt llama.cpp for ${platform}.`, {
      hint: 'Run the model behind an OpenAI-compatible server (llama-server, Ollama) and name that server instead.',
    });
  }
  const binary = resolveBinary(name, name.endsWith('-metal'));
  if (binary !== undefined) return binary;
  throw new MemAgentError('model-unavailable', `The llama.cpp binary for ${platform} is not installed.`, {
    hint: `Install it: npm install @node-llama-cpp/${name}@${binaryVersion} (it is left out by --omit=optional, and it needs glibc on Linux).`,
  });
}

function resolveBinary(name: string, gpu: boolean): Binary | undefined {
  const bins = binariesOf(name);
  if (bins === undefined) return undefined;
  const folder = readdirSync(bins).find((entry) => existsSync(join(bins, entry, 'llama-addon.node')));
  if (folder === undefined) return undefined;
  const extra = binariesOf(`${name}-ext`);
  const extraFolder = extra && readdirSync(extra)[0];
  return {
    addonPath: join(bins, folder, 'llama-addon.node'),
    ...(extra && extraFolder ? { extraBackends: join(extra, extraFolder) } : {}),
    gpu,
  };
}

/** The `bins` folder of an installed platform package of our release. */
function binariesOf(name: string): string | undefined {
  // GPU packages are installed by hand, beside the application rather than beside us.
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      const home = dirname(dirname(createRequire(from).resolve(`@node-llama-cpp/${name}`)));
      const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
      const bins = join(home, 'bins');
      if (version === binaryVersion && existsSync(bins)) return bins;
    } catch {
      // not installed from there
    }
  }
  return undefined;
}

/** A broken driver ends the process instead of throwing: it is tried in a process of its own. */
async function gpuWorks({ addonPath, extraBackends }: Binary): Promise<boolean> {
  const folders = [undefined, dirname(addonPath), join(extraBackends ?? dirname(addonPath), 'fallback')];
  const script = `
    const addon = require(${JSON.stringify(addonPath)});
    for (const folder of ${JSON.stringify(folders)}) {
      if (!addon.getGpuType()) folder ? addon.loadBackends(folder) : addon.loadBackends();
    }
    addon.ensureGpuDeviceIsSupported();
    process.exit(addon.getGpuType() ? 0 : 1);`;
  try {
    await promisify(execFile)(process.execPath, ['-e', script], { timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}
