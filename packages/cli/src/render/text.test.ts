import { describe, expect, it } from 'vitest';
import { count, duration, indented, plural, printable, shorten, size, table, wrap } from './text.ts';

describe('text', () => {
  it('takes from documents what would steer the terminal', () => {
    expect(printable('a\x1b[31mred\x1b[0m\x1b]0;title\x07b\x00c\u202Ed')).toBe('aredbcd');
    expect(printable('one\r\ntwo\tthree')).toBe('one\ntwo\tthree');
    expect(printable('\x9b31mx')).toBe('31mx');
  });
  it('wraps at spaces and breaks what is too long', () => {
    expect(wrap('the quick brown fox', 10)).toEqual(['the quick', 'brown fox']);
    expect(wrap('abcdefghijkl', 5)).toEqual(['abcde', 'fghij', 'kl']);
    expect(wrap('', 10)).toEqual(['']);
  });
  it('indents the lines that follow', () => {
    expect(indented('aaaa bbbb cccc dddd eeee ffff', '1. ', 23)).toBe('1. aaaa bbbb cccc dddd\n   eeee ffff');
  });
  it('says numbers as people do', () => {
    expect(count(1234567)).toBe('1,234,567');
    expect(plural(1, 'chunk')).toBe('1 chunk');
    expect([0.4, 42, 150, 7000].map(duration)).toEqual(['0.4 s', '42 s', '3 min', '1 h 57 min']);
    expect([12, 1500, 30_000_000, 1.2e9].map(size)).toEqual(['12 B', '1.5 kB', '30 MB', '1.2 GB']);
  });
  it('shortens with an ellipsis', () => {
    expect(shorten('abcdef', 4)).toBe('abc…');
    expect(shorten('abc', 4)).toBe('abc');
  });
  it('aligns tables', () => {
    expect(
      table([
        ['a', 'bb'],
        ['ccc', 'd'],
      ]),
    ).toBe('a    bb\nccc  d');
  });
});
