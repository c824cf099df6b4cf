export type { Capabilities } from './capabilities.ts';
export { checkData } from './check-datum.ts';
export { type ChunkLimits, chunkData, datumBytes } from './chunking.ts';
export {
  type CreateModelOptions,
  type EngineBusy,
  TinkerClient,
  type TinkerOptions,
} from './client.ts';
export {
  backward,
  type CustomLoss,
  forwardBackwardCustom,
  type LossGradient,
  scaledFor,
} from './custom-loss.ts';
export { limiter } from './limiter.ts';
export { probeReduction } from './probe-reduction.ts';
export { type SampleOptions, Sampler, type SamplerTarget } from './sampler.ts';
export { TrainingModel } from './training-model.ts';
export type { TransportOptions } from './transport.ts';
export type * from './types.ts';
