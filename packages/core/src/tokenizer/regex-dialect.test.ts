import { describe, expect, it } from 'vitest';
import { compilePattern, UnsupportedPattern } from './regex-dialect.ts';

const matches = (pattern: string, text: string) =>
  Array.from(text.matchAll(compilePattern(pattern)), (match) => match[0]);

describe('an Oniguruma pattern', () => {
  it('has its own whitespace: with U+0085, without U+FEFF', () => {
    expect(matches('\\s', 'a\u0085b\ufeffc d')).toEqual(['\u0085', ' ']);
    expect(matches('[^\\s]+', 'a\u0085b\ufeffc d')).toEqual(['a', 'b\ufeffc', 'd']);
  });

  it('ignores case in a group only, with the letters that fold to s and k', () => {
    expect(matches("(?i:'s|'ll)|x", "'s 'S 'ſ 'Ll 'LL X x")).toEqual(["'s", "'S", "'ſ", "'Ll", "'LL", 'x']);
    expect(matches('(?i:[a-c]k)', 'AK bk CK dk')).toEqual(['AK', 'bk', 'CK']);
  });

  it('has possessive quantifiers', () => {
    expect(matches('a?+ab', 'ab aab')).toEqual(['aab']);
    expect(matches('\\p{L}++', 'abc def')).toEqual(['abc', 'def']);
    expect(matches('(?:ab?)++b', 'aab')).toEqual([]);
  });

  it('ends lines at a newline only', () => {
    expect(matches('\\w+$', 'one\ntwo\rthree')).toEqual(['one', 'three']);
    expect(matches('.+', 'a\rb\nc')).toEqual(['a\rb', 'c']);
  });

  it('unites a class inside a class', () => {
    expect(matches(' ?[^(\\s|[.,])]+', 'one two, (three|four)')).toEqual(['one', ' two', 'three', 'four']);
  });

  it('counts letters of every script as word characters', () => {
    expect(matches('\\b\\w', 'été 東京 x')).toEqual(['é', '東', 'x']);
  });

  it.each([['\\G'], ['(?<name>a)'], ['[[:alpha:]]'], ['[a&&b]'], ['(?x)a'], ['a{1,2}+'], ['(']])(
    'is refused where it cannot be had: %s',
    (pattern) => {
      expect(() => compilePattern(pattern)).toThrow(UnsupportedPattern);
    },
  );
});
