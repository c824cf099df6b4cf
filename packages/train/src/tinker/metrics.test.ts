import { expect, it } from 'vitest';
import { combineMetrics } from './metrics.ts';

it('metrics of several requests are combined as their names say', () => {
  const part = (datums: number, metrics: Record<string, number>) => ({
    outputs: Array.from({ length: datums }, () => ({ logprobs: new Float64Array(1) })),
    metrics,
  });
  expect(
    combineMetrics([
      part(3, { 'loss:sum': 1, 'kl:mean': 1, 'ratio:max': 2, 'ratio:min': 0.5, plain: 1, 'rare:mean': 1 }),
      part(1, { 'loss:sum': 2, 'kl:mean': 5, 'ratio:max': 3, 'ratio:min': 0.7, plain: 2 }),
    ]),
  ).toEqual({ 'loss:sum': 3, 'kl:mean': 2, 'ratio:max': 3, 'ratio:min': 0.5, plain: 3 });
  expect(combineMetrics([part(1, {})])).toEqual({});
});
