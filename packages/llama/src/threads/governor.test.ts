import { describe, expect, it } from 'vitest';
import { FreeCores, threadGovernor } from './governor.ts';

/** A machine of some cores on which we and others work. */
function machine(cores: number) {
  let [now, idle, own] = [0, 0, 0];
  const free = new FreeCores(
    () => ({ now, idle, own }),
    () => now,
  );
  return {
    free,
    pass(ms: number, load: { ours: number; others: number }) {
      now += ms;
      own += ms * load.ours;
      idle += ms * Math.max(0, cores - load.ours - load.others);
    },
  };
}

describe('the number of threads', () => {
  it('is all cores of a machine that nobody else uses, before and while we work', () => {
    const { free, pass } = machine(4);
    const threads = threadGovernor(4, free);
    expect(threads()).toBe(4);
    pass(1000, { ours: 0.1, others: 0 });
    expect(threads()).toBe(4);
    pass(1000, { ours: 4, others: 0 });
    expect(threads()).toBe(4);
  });

  it('leaves to others the cores they use, and takes them back', () => {
    const { free, pass } = machine(2);
    const threads = threadGovernor(2, free);
    pass(300, { ours: 1.33, others: 0.67 });
    expect(threads()).toBe(1);
    pass(300, { ours: 1, others: 1 });
    expect(threads()).toBe(1);
    pass(300, { ours: 1, others: 0.1 });
    expect(threads()).toBe(2);
  });

  it('is never less than one', () => {
    const { free, pass } = machine(2);
    const threads = threadGovernor(2, free);
    pass(300, { ours: 0.2, others: 1.8 });
    expect(threads()).toBe(1);
  });

  it('does not change on less than a tenth of a second', () => {
    const { free, pass } = machine(2);
    const threads = threadGovernor(2, free);
    pass(50, { ours: 1, others: 1 });
    expect(threads()).toBe(2);
  });
});
