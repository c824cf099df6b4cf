export { type BpeSpec, BpeTokenizer, createBpeTokenizer, type PreTokenizerSpec } from './bpe.ts';
export { type GgufMetadata, type GgufSource, type GgufValue, readGgufMetadata } from './gguf-metadata.ts';
export { tokenizerFromGguf } from './gguf-vocab.ts';
export { loadTokenizer } from './load.ts';
export { o200k } from './o200k.ts';
export type { ServerTokenizerOptions } from './server-api.ts';
export { serverTokenizer } from './server-tokenizer.ts';
export { createSpmTokenizer, type SpmSpec, SpmTokenizer } from './spm.ts';
export type { Tokenizer, TokenRun, TokenStream } from './tokenizer.ts';
