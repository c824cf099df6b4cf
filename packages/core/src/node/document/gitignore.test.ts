import { describe, expect, it } from 'vitest';
import { Gitignore } from './gitignore.ts';

describe('Gitignore', () => {
  it.each([
    ['*.log', 'a/b.log', false, true],
    ['*.log', 'a/b.txt', false, undefined],
    ['# *.log', 'b.log', false, undefined],
    ['\\#x', '#x', false, true],
    ['build/', 'build', true, true],
    ['build/', 'build', false, undefined],
    ['/build', 'build', true, true],
    ['/build', 'a/build', true, undefined],
    ['docs/*.txt', 'docs/a.txt', false, true],
    ['docs/*.txt', 'x/docs/a.txt', false, undefined],
    ['**/temp', 'a/b/temp', true, true],
    ['a/**/z', 'a/b/c/z', false, true],
    ['a/**', 'a', true, undefined],
    ['a/**', 'a/b', false, true],
    ['*.log\n!keep.log', 'keep.log', false, false],
    ['!keep.log\n*.log', 'keep.log', false, true],
    ['*.log  ', 'a.log', false, true],
    ['.*', '.env', false, true],
    ['*.log\r\n*.tmp\r\n', 'a.tmp', false, true],
  ])('%j on %s (folder: %s): %s', (rules, path, isFolder, ignored) => {
    expect(new Gitignore(rules).ignores(path, isFolder)).toBe(ignored);
  });
});
