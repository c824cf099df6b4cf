import { expect, it } from 'vitest';
import { answerSpans } from './answer-spans.ts';

const spans = (sentence: string) =>
  answerSpans(sentence).map(({ start, end, type, rest }) => [type, sentence.slice(start, end), rest ?? 0]);

it('has phrases whole, and their beginnings with how much is left', () => {
  const found = spans('He left the house to the hospital for sailors at Dover.');
  expect(found).toContainEqual(['thing', 'hospital for sailors at Dover', 0]);
  expect(found).toContainEqual(['thing', 'hospital', 4]);
  expect(found).toContainEqual(['thing', 'house', 0]);
});

it('joins two things by "and"', () => {
  const found = spans('The brig was laden with tallow and iron nails.');
  expect(found).toContainEqual(['thing', 'tallow and iron nails', 0]);
  expect(found).toContainEqual(['thing', 'tallow', 3]);
});

it('tells a number from what it counts, and from a year', () => {
  const found = spans('In 1842 they paid one hundred and six pounds for it.');
  expect(found).toContainEqual(['number', 'one hundred and six', 1]);
  expect(found).toContainEqual(['amount', 'one hundred and six pounds', 0]);
  expect(found).toContainEqual(['year', '1842', 0]);
  expect(found.filter(([, text]) => text === '1842')).toHaveLength(1);
});
