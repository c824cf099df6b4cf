import { describe, expect, it } from 'vitest';
import { normalizeAnswer } from './normalize.ts';
import { abstains, contains, em, f1, strict, stringMatchAll, stringMatchPart, subEm } from './verify.ts';

const any = (...answers: string[]) => ({ answers, match: 'any' as const });
const all = (...answers: string[]) => ({ answers, match: 'all' as const });
const none = { answers: [], match: 'any' as const, answerable: false };

describe('normalizeAnswer, worked by hand', () => {
  it.each([
    ['The Eiffel Tower!', 'eiffel tower'],
    ['  an  apple,a  pear ', 'applea pear'],
    ['U.S.', 'us'],
    ['The', ''],
    ['theatre', 'theatre'],
    ['São Paulo', 'são paulo'],
  ])('%j becomes %j', (given, normal) => expect(normalizeAnswer(given)).toBe(normal));
});

describe('strict', () => {
  it.each([
    ['Paris.', any('paris'), 1],
    ['It is Paris', any('Paris'), 0],
    ['Lyon', any('Paris', 'Lyon'), 1],
    ['', any('the'), 0],
    ['1, 2 and 3', all('3', '1', '2'), 1],
    ['1, 2', all('3', '1', '2'), 0],
    ['1, 2, 3, 4', all('3', '1', '2'), 0],
  ])('gives %j against %j the score %d', (answer, expected, score) =>
    expect(strict(answer, expected)).toBe(score),
  );
});

describe('sub_em, holes included', () => {
  it.each([
    ['It is Paris, France', any('Paris'), 1],
    ['Paris', any('Paris, France'), 1],
    ['the', any('Paris'), 1],
    ['unknown', any('no'), 1],
    ['Lyon', any('Paris', 'Lyon'), 0],
  ])('gives %j against %j the score %d', (answer, expected, score) =>
    expect(subEm(answer, expected)).toBe(score),
  );
});

describe('contains', () => {
  it.each([
    ['It is Paris, France', any('Paris'), 1],
    ['Paris', any('Paris, France'), 0],
    ['unknown', any('no'), 0],
    ['no answer', any('no'), 0],
    ['No.', any('no'), 1],
    ['Nothing', any('nothing'), 1],
    ['the', any('Paris'), 0],
    ['We saw 12 and 7.', all('7', '12'), 1],
    ['We saw 12.', all('7', '12'), 0],
  ])('gives %j against %j the score %d', (answer, expected, score) =>
    expect(contains(answer, expected)).toBe(score),
  );
});

describe('em and f1', () => {
  it('em takes any accepted answer', () => {
    expect(em('The Red Fox', any('fox', 'red fox'))).toBe(1);
    expect(em('red foxes', any('fox', 'red fox'))).toBe(0);
  });
  it('f1 is 2·(2/3)·1 / (2/3 + 1) = 0.8 for two of three words', () =>
    expect(f1('big red fox', any('red fox'))).toBeCloseTo(0.8, 10));
  it('f1 counts a repeated word once where the gold has it once', () =>
    expect(f1('fox fox', any('fox'))).toBeCloseTo(2 / 3, 10));
  it('f1 gives nothing for words beside a yes', () => expect(f1('yes it is', any('yes'))).toBe(0));
  it('em and f1 want all items where all are asked for', () => {
    expect(em('red', all('red', 'blue'))).toBe(0);
    expect(em('blue and red', all('red', 'blue'))).toBe(1);
    expect(f1('red', all('red', 'blue'))).toBeCloseTo(2 / 3, 10);
    expect(f1('blue, red', all('red', 'blue'))).toBe(1);
  });
  it('f1 takes the best accepted answer', () => expect(f1('fox', any('a red fox', 'fox'))).toBe(1));
});

describe('string_match', () => {
  it('all gives the share found, whatever the case', () =>
    expect(stringMatchAll('abc and DEF', all('ABC', 'def', 'ghi', 'jkl'))).toBe(0.5));
  it('part gives 1 for one found', () => expect(stringMatchPart('abc', any('xyz', 'ABC'))).toBe(1));
  it('gives 0 for an empty answer', () => expect(stringMatchAll('', all('a', 'b'))).toBe(0));
});

describe('questions without an answer', () => {
  it('are right when the answer says so, and wrong when the request failed', () => {
    for (const verifier of [strict, contains, em, f1, stringMatchAll, stringMatchPart]) {
      expect(verifier('not mentioned', none)).toBe(1);
      expect(verifier('Unanswerable.', none)).toBe(1);
      expect(verifier('Paris', none)).toBe(0);
      expect(verifier('', none)).toBe(0);
    }
    expect(abstains('Paris')).toBe(false);
  });
});

describe('strict, all items', () => {
  it('takes items that have a comma or an "and" in them', () => {
    const dates = all('March 6, 1922', 'eight hundred and ninety-seven');
    for (const between of [', ', '; ', '\n', ' and ', ', and '])
      expect(strict(dates.answers.join(between), dates)).toBe(1);
    expect(strict('1,200 and Bosnia and Herzegovina', all('Bosnia and Herzegovina', '1,200'))).toBe(1);
    expect(strict('1200, 15', all('1,200', '15'))).toBe(1);
    expect(strict('12,15', all('12', '15'))).toBe(1);
  });
  it('wants each, and nothing else', () => {
    expect(strict('dark red', all('red', 'dark red'))).toBe(0);
    expect(strict('red, dark red', all('red', 'dark red'))).toBe(1);
    expect(strict('red, red and blue', all('red', 'blue'))).toBe(1);
    expect(strict('red, blue or green', all('red', 'blue'))).toBe(0);
    expect(strict('red', all('red', 'the'))).toBe(0);
  });
});

it('takes articles out between words, not out of them', () => {
  expect(strict('Göthe', any('Gö'))).toBe(0);
  expect(contains('It was Peña', any('Peñ'))).toBe(0);
  expect(strict('l’été', any('The l’été'))).toBe(1);
});
