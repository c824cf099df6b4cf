import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastNfcBoundary, toNfc } from './nfc.ts';
import { nastyTexts, unicodeText } from './test-support/text.ts';

const combining = fc.string({
  unit: fc.constantFrom(
    'a',
    'e',
    'q',
    '\u0301',
    '\u0323',
    '\u0307',
    '\u1100',
    '\u1161',
    '\u11a8',
    '가',
    '\u212b',
    'é',
    ' ',
    '\u{16d63}',
    '\u{16d67}',
    '\u{1d15e}',
    '🎉',
    '\u0344',
    '\u09c7',
    '\u09be',
  ),
  maxLength: 30,
});

describe('NFC', () => {
  it('is that of the language, with a way back to the text', () => {
    fc.assert(
      fc.property(fc.oneof(combining, unicodeText), (text) => {
        const { text: normal, origins } = toNfc(text);
        expect(normal).toBe(text.normalize('NFC'));
        if (origins === undefined) {
          expect(normal).toBe(text);
          return;
        }
        expect(origins.length).toBe(normal.length);
        for (let i = 1; i < origins.length; i++) expect(origins[i]!).toBeGreaterThanOrEqual(origins[i - 1]!);
      }),
      { numRuns: 1000 },
    );
    for (const text of nastyTexts) expect(toNfc(text.repeat(20)).text).toBe(text.repeat(20).normalize('NFC'));
  });

  it('of the parts before and after a boundary is that of the whole', () => {
    fc.assert(
      fc.property(fc.oneof(combining, unicodeText), (text) => {
        const boundary = lastNfcBoundary(text);
        const parts = text.slice(0, boundary).normalize('NFC') + text.slice(boundary).normalize('NFC');
        expect(parts).toBe(text.normalize('NFC'));
      }),
      { numRuns: 1000 },
    );
  });

  it('knows every character that can combine with the one before it', () => {
    const starters = Array.from({ length: 0x30000 }, (_, code) => code).filter(
      (code) => code < 0xd800 || code > 0xdfff,
    );
    for (const code of starters) {
      const char = String.fromCodePoint(code);
      const decomposed = char.normalize('NFD');
      if (char.normalize('NFC') !== char || decomposed === char) continue;
      const points = Array.from(decomposed);
      for (let i = 1; i < points.length; i++) {
        const text = `x${points.slice(0, i).join('')}${points[i]}`;
        expect(lastNfcBoundary(text)).toBeLessThan(text.length - points[i]!.length);
      }
    }
  });
});
