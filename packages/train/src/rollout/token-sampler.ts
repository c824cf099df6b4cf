import type { SampleOptions, Sampler, SamplerTarget } from '../tinker/sampler.ts';

/** A reply as it was sampled. The token that ended it, where there was one, is its last. */
export interface SampledReply {
  readonly ids: readonly number[];
  readonly logprobs: readonly number[];
  readonly cut: boolean;
}

/** Ids in, ids and log-probabilities out, from weights of a known version. */
export interface TokenSampler {
  /** The training step that the weights are from. */
  readonly version: number;
  /** How the engine knows these weights, for other processes that sample from them. */
  readonly target?: SamplerTarget;
  /** Somebody who will sample, one call at a time, until what this gives is called. */
  enter?(): () => void;
  sample(prompt: readonly number[], options: SampleOptions): Promise<SampledReply>;
}

/** A Tinker sampler whose weights are from a training step. */
export function tinkerSampler(
  sampler: Pick<Sampler, 'sample'> & Partial<Pick<Sampler, 'target' | 'enter'>>,
  version: number,
): TokenSampler {
  return {
    version,
    ...(sampler.target ? { target: sampler.target } : {}),
    enter: () => sampler.enter?.() ?? (() => {}),
    async sample(prompt, options) {
      const { sequences } = await sampler.sample(prompt, options);
      const { tokens, logprobs, stopReason } = sequences[0]!;
      return { ids: tokens, logprobs, cut: stopReason === 'length' };
    },
  };
}
