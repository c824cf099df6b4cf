import { expect, it } from 'vitest';
import { stems } from '../text/words.ts';
import { insteadOf } from './related.ts';

it('says which words of a text stand for which of a question', () => {
  const wanted = [...stems('doctor buy')];
  const places = (word: string) => insteadOf(wanted).get([...stems(word)][0]!);
  expect(places('surgery')).toEqual([0]);
  expect(places('physician')).toEqual([0]);
  expect(places('bought')).toEqual([1]);
  expect(places('granite')).toBeUndefined();
});
