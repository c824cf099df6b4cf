import { expect, it } from 'vitest';
import { inWords } from './values.ts';

it('says numbers in words', () => {
  expect([7, 13, 20, 38, 100, 241, 900, 1000, 1006, 2477, 9999].map(inWords)).toEqual([
    'seven',
    'thirteen',
    'twenty',
    'thirty-eight',
    'one hundred',
    'two hundred and forty-one',
    'nine hundred',
    'one thousand',
    'one thousand and six',
    'two thousand four hundred and seventy-seven',
    'nine thousand nine hundred and ninety-nine',
  ]);
});
