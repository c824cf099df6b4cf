import type { ReadOptions } from '@memagent/core';
import type { z } from 'zod';
import type { Method, samplingSchema } from './reading.ts';

/** What a request set, as options of core's `read`. */
export function methodOptions(
  method: Method,
  sampling: z.infer<typeof samplingSchema>,
): Omit<ReadOptions, 'document' | 'question' | 'model'> {
  const { reasoning_tokens, keep_matches, ...rest } = method;
  return {
    ...rest,
    ...(keep_matches === undefined ? {} : { keepMatches: keep_matches }),
    ...(reasoning_tokens === undefined ? {} : { reasoningTokens: reasoning_tokens }),
    ...(sampling.temperature == null ? {} : { temperature: sampling.temperature }),
    ...(sampling.top_p == null ? {} : { topP: sampling.top_p }),
    ...(sampling.seed == null ? {} : { seed: sampling.seed }),
  };
}
