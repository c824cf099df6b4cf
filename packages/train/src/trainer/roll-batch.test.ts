import { expect, it } from 'vitest';
import type { TokenSampler } from '../rollout/token-sampler.ts';
import { evaluateHeldOut, type RollContext } from './roll-batch.ts';

it('is no surer of held-out tasks for asking the same one again', async () => {
  const heldOut = async (index: number) => ({ id: String(index % 2), label: 'data', length: 0, reward: 1 });
  const context = { recipe: { evaluation: { samples: 64 } }, roller: { heldOut } } as unknown as RollContext;
  const { heldOutAccuracy, heldOutInterval } = await evaluateHeldOut(context, {} as TokenSampler);
  expect(heldOutAccuracy).toBe(1);
  // Wilson's lower bound for two of two: 2 / (2 + 1.96²).
  expect(heldOutInterval[0]).toBeCloseTo(0.342, 3);
  expect(heldOutInterval[1]).toBe(1);
});
