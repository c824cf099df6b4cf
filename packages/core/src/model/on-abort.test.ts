import { describe, expect, it } from 'vitest';
import { onAbort } from './on-abort.ts';

describe('onAbort', () => {
  it('tells all who still watch, through one listener', () => {
    const stop = new AbortController();
    let listeners = 0;
    const add = stop.signal.addEventListener.bind(stop.signal);
    stop.signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    const told: number[] = [];
    const leave = Array.from({ length: 30 }, (_, i) => onAbort(stop.signal, () => told.push(i)));
    for (const each of leave.slice(3)) each();
    stop.abort();
    expect(told).toEqual([0, 1, 2]);
    expect(listeners).toBe(1);
  });
});
