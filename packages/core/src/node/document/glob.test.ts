import { describe, expect, it } from 'vitest';
import { expandBraces, glob, matchName } from './glob.ts';

describe('glob', () => {
  it.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'a/b.ts', false],
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'a/b/c.ts', true],
    ['src/**', 'src/a/b', true],
    ['src/**/test/*.ts', 'src/a/test/b/test/c.ts', true],
    ['src/**/test/*.ts', 'src/test/c.js', false],
    ['a?c.txt', 'abc.txt', true],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['*.{ts,tsx}', 'a.tsx', true],
    ['{src,test}/**/*.{ts,md}', 'test/a/b.md', true],
    ['*', '.hidden', false],
    ['**/*', '.git/config', false],
    ['.*', '.hidden', true],
    ['a\\*b', 'a*b', true],
    ['a\\*b', 'axb', false],
    ['/tmp/*.txt', '/tmp/a.txt', true],
  ])('%s on %s: %s', (pattern, path, matches) => {
    expect(glob(pattern).matches(path)).toBe(matches);
  });

  it('knows the folder to start from and the folders worth entering', () => {
    expect(glob('packages/core/**/*.ts').base).toBe('packages/core');
    expect(glob('*.ts').base).toBe('');
    expect(glob('/*.ts').base).toBe('/');
    const pattern = glob('src/*/test/*.ts');
    expect(pattern.mayMatchIn('src')).toBe(true);
    expect(pattern.mayMatchIn('src/a')).toBe(true);
    expect(pattern.mayMatchIn('src/a/other')).toBe(false);
    expect(glob('src/*.ts').mayMatchIn('src/a')).toBe(false);
    expect(glob('src/**/x.ts').mayMatchIn('src/a/b/c')).toBe(true);
  });

  it('expands nested braces and leaves open ones alone', () => {
    expect(expandBraces('a{b,c{d,e}}f')).toEqual(['abf', 'acdf', 'acef']);
    expect(expandBraces('a{b')).toEqual(['a{b']);
  });

  it('is quick on hostile patterns', () => {
    expect(matchName('*a'.repeat(500), `${'a'.repeat(5000)}b`)).toBe(false);
    expect(glob(`${'**/a/'.repeat(50)}b`).matches(`${'a/'.repeat(1000)}c`)).toBe(false);
  });
});
