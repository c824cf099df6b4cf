import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRegexSplitter } from './regex-splitter.ts';
import { createScanner } from './scanner.ts';
import type { Splitter } from './splitter.ts';
import { nastyTexts, unicodeText } from './test-support/text.ts';
import { scannedPatterns } from './tokenizer-json.ts';

function split(splitter: Splitter, text: string, final: boolean): number[] {
  splitter.begin(text, 0, final);
  const ends: number[] = [];
  for (let end = splitter.next(); end >= 0; end = splitter.next()) ends.push(end);
  return ends;
}

describe.each(Array.from(scannedPatterns))('the scanner of %s', (pattern, options) => {
  const scanner = createScanner(options);
  const regex = createRegexSplitter(pattern.split('\n').map((stage) => ({ pattern: stage })));

  it('cuts nasty text as the regular expression does', () => {
    for (const text of nastyTexts)
      expect({ text, ends: split(scanner, text, true) }).toEqual({ text, ends: split(regex, text, true) });
  });

  it('cuts random text as the regular expression does', () => {
    fc.assert(
      fc.property(unicodeText, (text) => {
        expect(split(scanner, text, true)).toEqual(split(regex, text, true));
      }),
      { numRuns: 1000 },
    );
  });

  it('is certain only of what no later text can change', () => {
    fc.assert(
      fc.property(unicodeText, unicodeText, (text, more) => {
        const certain = split(scanner, text, false);
        expect(split(scanner, text + more, true).slice(0, certain.length)).toEqual(certain);
      }),
      { numRuns: 1000 },
    );
  });
});
