import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { cgroupCores, usableCores } from './cores.ts';

const files = (content: Record<string, string>) => (path: string) => content[path];

describe('the cores of a control group', () => {
  it('are unbounded without a quota', () => {
    expect(cgroupCores(files({}))).toBe(Number.POSITIVE_INFINITY);
    expect(cgroupCores(files({ '/sys/fs/cgroup/cpu.max': 'max 100000\n' }))).toBe(Number.POSITIVE_INFINITY);
    expect(
      cgroupCores(
        files({
          '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1',
          '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000',
        }),
      ),
    ).toBe(Number.POSITIVE_INFINITY);
  });

  it('are the least quota of the group and those above it', () => {
    const content = {
      '/proc/self/cgroup': '0::/pod/container\n',
      '/sys/fs/cgroup/pod/container/cpu.max': 'max 100000\n',
      '/sys/fs/cgroup/pod/cpu.max': '250000 100000\n',
      '/sys/fs/cgroup/cpu.max': '800000 100000\n',
    };
    expect(cgroupCores(files(content))).toBe(2.5);
  });

  it('are read from version 1 too', () => {
    const content = {
      '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '150000',
      '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000',
    };
    expect(cgroupCores(files(content))).toBe(1.5);
  });
});

it('a process may use at least one core and at most those of the machine', () => {
  expect(usableCores()).toBeGreaterThanOrEqual(1);
  expect(usableCores()).toBeLessThanOrEqual(availableParallelism());
});
