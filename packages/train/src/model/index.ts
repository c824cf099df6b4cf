export { type PromptEncoder, promptEncoder } from './prompt-encoder.ts';
export { type SamplerModelOptions, samplerModel } from './sampler-model.ts';
export { type ModelUse, type TinkerModelOptions, tinkerModel } from './tinker-model.ts';
