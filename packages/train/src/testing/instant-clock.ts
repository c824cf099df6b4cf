import { type Clock, systemClock } from '@memagent/core';

/** A clock whose waits are over at once, and the waits that were asked for. */
export function instantClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  return {
    ...systemClock,
    random: () => 0,
    waits,
    timer(ms, wake) {
      waits.push(ms);
      const id = setImmediate(wake);
      return () => clearImmediate(id);
    },
  };
}
