export { LlamaModel, type LlamaOptions, llamaModel } from './llama-model.ts';
export type { Lora } from './native/open-model.ts';
export { usableCores } from './threads/cores.ts';
