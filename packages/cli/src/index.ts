export * from '@memagent/core';
export * from '@memagent/core/node';
export { type LlamaOptions, llamaModel } from '@memagent/llama';
export { pocketDefaults, pocketPath } from '@memagent/pocket';
export { defaultModel } from './model/resolve.ts';
