import { MemAgentError } from '@memagent/core';
import type { TinkerClient } from './client.ts';
import type { Reduction } from './types.ts';

/**
 * Finds out how a server adds up, on a scratch model: doubled advantages double every gradient, but a doubled mask
 * doubles it only where nothing is divided by the mask. Needs a server that reports the gradient's norm.
 */
export async function probeReduction(
  client: TinkerClient,
  baseModel: string,
  options: { rank?: number; signal?: AbortSignal } = {},
): Promise<Reduction> {
  const model = await client.createModel({ baseModel, ...options });
  try {
    const norms: number[] = [];
    for (const weight of [1, 2]) {
      const inputs = { target_tokens: [1, 2, 1, 2], weights: new Array<number>(4).fill(weight) };
      await model.forwardBackward(
        [{ tokens: [2, 1, 2, 1], inputs }],
        'cross_entropy',
        undefined,
        options.signal,
      );
      const metrics = await model.optimStep({ learningRate: 0 }, options.signal);
      norms.push(Object.entries(metrics).find(([key]) => key.includes('grad_norm'))?.[1] ?? Number.NaN);
    }
    const ratio = norms[1]! / norms[0]!;
    if (Math.abs(ratio - 2) < 0.1) return 'sum';
    if (Math.abs(ratio - 1) < 0.1) return 'mean';
    throw new MemAgentError(
      'model-unavailable',
      `It cannot be told how ${client.transport.url} adds up a batch.`,
      {
        hint: 'Set engine.reduction in the recipe: sum for hosted Tinker, FSDP and Megatron, mean for SkyRL on JAX.',
      },
    );
  } finally {
    await model.unload(options.signal).catch(() => {});
  }
}
