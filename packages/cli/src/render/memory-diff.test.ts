import type { Memory } from '@memagent/core';
import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { renderMemoryDiff } from './memory-diff.ts';

const plain = picocolors.createColors(false);
const coloured = picocolors.createColors(true);
const memory = (...texts: string[]): Memory => ({
  text: texts.join('\n'),
  lines: texts.map((text) => ({ text, entered: 0 })),
});

describe('renderMemoryDiff', () => {
  it('marks what came and what went', () => {
    expect(renderMemoryDiff(memory('a', 'b'), memory('b', 'c'), plain, 80)).toBe('  - a\n  + c\n');
  });
  it('shows what stayed where all is wanted', () => {
    expect(renderMemoryDiff(memory('a', 'b'), memory('b', 'c'), plain, 80, true)).toBe(
      '  - a\n    b\n  + c\n',
    );
  });
  it('marks the words that changed within a line', () => {
    const shown = renderMemoryDiff(
      memory('The bridge was built in 1901.'),
      memory('The bridge was built in 1908.'),
      coloured,
      80,
    );
    expect(shown).toContain('  ~ The bridge was built in ');
    expect(shown).toContain(coloured.green('1908'));
  });
  it('is empty where nothing changed', () => {
    expect(renderMemoryDiff(memory('a'), memory('a'), plain, 80)).toBe('');
  });
});
