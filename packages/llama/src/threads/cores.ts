import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * The cores that this process may use: its affinity and the quota of its cgroup, whichever is less. More threads
 * than that make llama.cpp wait for itself, a hundred times slower.
 */
export function usableCores(): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(cgroupCores()) || 1));
}

/** The quota of the control group in cores; infinite where there is none. */
export function cgroupCores(files: (path: string) => string | undefined = readText): number {
  const own = files('/proc/self/cgroup') ?? '';
  const path = /^0::(.*)$/m.exec(own)?.[1] ?? '/';
  let cores = Number.POSITIVE_INFINITY;
  // A group is bound by the quotas of all groups above it.
  for (let group = path; ; group = dirname(group)) {
    cores = Math.min(cores, quota(files(join('/sys/fs/cgroup', group, 'cpu.max'))?.split(' ')));
    if (group === '/' || group === '.') break;
  }
  const v1 = (name: string) => files(`/sys/fs/cgroup/cpu/cpu.${name}`);
  return Math.min(cores, quota([v1('cfs_quota_us'), v1('cfs_period_us')]));
}

function quota(parts: readonly (string | undefined)[] | undefined): number {
  const share = Number.parseInt(parts?.[0] ?? '', 10) / Number.parseInt(parts?.[1] ?? '', 10);
  return share > 0 ? share : Number.POSITIVE_INFINITY;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
