import { expect, it } from 'vitest';
import { methodOptions } from './read-options.ts';

it('has what a request sets under the names of the library', () => {
  expect(
    methodOptions(
      { policy: 'select', review: true, weigh: true, keep_matches: false, ahead: 8, reasoning_tokens: 100 },
      { temperature: 0.5, top_p: null, seed: 7 },
    ),
  ).toEqual({
    policy: 'select',
    review: true,
    weigh: true,
    keepMatches: false,
    ahead: 8,
    reasoningTokens: 100,
    temperature: 0.5,
    seed: 7,
  });
});
