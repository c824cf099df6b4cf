export * from './advantages.ts';
export * from './batch.ts';
export * from './dynamic-sampling.ts';
export * from './kl.ts';
export * from './policy-loss.ts';
export { type AlgorithmPreset, presets } from './presets.ts';
export type * from './types.ts';
