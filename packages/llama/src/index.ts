export { LlamaModel, type LlamaOptions, llamaModel } from './llama-model.ts';
export { ggufTokenizer } from './native/gguf-header.ts';
export type { Lora } from './native/open-model.ts';
export { usableCores } from './threads/cores.ts';
