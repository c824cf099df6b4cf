import type { SampleParams } from './types.ts';

/** Sampling settings as the protocol names them. */
export const samplingParams = (options: SampleParams) => ({
  max_tokens: options.maxTokens,
  temperature: options.temperature ?? 1,
  top_p: options.topP ?? 1,
  top_k: options.topK ?? -1,
  ...(options.stop?.length ? { stop: options.stop } : {}),
});
