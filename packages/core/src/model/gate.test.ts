import { describe, expect, it } from 'vitest';
import { createGate } from './gate.ts';

describe('createGate', () => {
  it('lets the waiting in one by one, in order, whether calls succeed or fail', async () => {
    const gate = createGate(1);
    const log: number[] = [];
    const calls = [1, 2, 3].map((n) =>
      gate.run(async () => {
        log.push(n);
        if (n === 2) throw new Error('two');
        return n;
      }),
    );
    expect(gate).toMatchObject({ active: 1, waiting: 2 });
    expect(await Promise.allSettled(calls)).toMatchObject([
      { value: 1 },
      { status: 'rejected' },
      { value: 3 },
    ]);
    expect(log).toEqual([1, 2, 3]);
    expect(gate).toMatchObject({ active: 0, waiting: 0 });
  });

  it('lets nobody in who has left', async () => {
    const gate = createGate(1);
    const stop = new AbortController();
    let release = () => {};
    const first = gate.run(() => new Promise<void>((resolve) => (release = resolve)));
    const second = gate.run(async () => 'second', stop.signal);
    stop.abort();
    await expect(second).rejects.toMatchObject({ code: 'aborted' });
    await expect(gate.run(async () => 'third', stop.signal)).rejects.toMatchObject({ code: 'aborted' });
    release();
    await first;
    expect(gate).toMatchObject({ active: 0, waiting: 0 });
  });
});
