import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf, utf16Offsets } from './spans.ts';

const bytes = (text: string) => new TextEncoder().encode(text).length;

describe('spans in a chunk', () => {
  it('are lit where they lie, in text of any script', () => {
    const text = 'Große Ärzte 👩‍⚕️ heilen. Niemand sonst.';
    const lit = 'heilen.';
    const start = 1000 + bytes(text.slice(0, text.indexOf(lit)));
    expect(runsOf(text, 1000, [{ start, end: start + bytes(lit) }])).toEqual([
      { text: 'Große Ärzte 👩‍⚕️ ', lit: [] },
      { text: 'heilen.', lit: [0] },
      { text: ' Niemand sonst.', lit: [] },
    ]);
  });

  it('may lie in each other, and beyond the chunk', () => {
    const runs = runsOf('abcdef', 10, [
      { start: 8, end: 13 },
      { start: 11, end: 12 },
      { start: 15, end: 99 },
    ]);
    expect(runs.map(({ text, lit }) => [text, ...lit])).toEqual([
      ['a', 0],
      ['b', 0, 1],
      ['c', 0],
      ['de'],
      ['f', 2],
    ]);
  });

  it('never lose or change a character', () => {
    const span = fc
      .tuple(fc.nat(60), fc.nat(60))
      .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.array(span, { maxLength: 5 }),
        (text, spans) => {
          const runs = runsOf(text, 0, spans);
          expect(runs.map((run) => run.text).join('')).toBe(text);
        },
      ),
    );
  });

  it('find the character at a byte', () => {
    expect(utf16Offsets('aé€😀z', [0, 1, 3, 6, 10, 11, 99])).toEqual([0, 1, 2, 3, 5, 6, 6]);
  });
});
