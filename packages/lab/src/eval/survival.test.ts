import type { Memory } from '@memagent/core';
import { describe, expect, it } from 'vitest';
import type { SystemStep } from '../systems/system.ts';
import { factFates } from './survival.ts';

const step = (chunk: number, memory: Memory): SystemStep => ({
  ...{ chunk, start: chunk * 100, end: (chunk + 1) * 100, tokens: 25, outcome: 'written', memory },
  ...{ tokensIn: 0, tokensOut: 0, seconds: 0 },
});
const written = (text: string): Memory => ({ text, lines: [{ text, entered: 0 }] });
const copied = (text: string, start: number): Memory => ({
  text,
  lines: [{ text, entered: 0, source: { start, end: start + text.length, text, chunk: 0 } }],
});
const fate = (fact: string, start: number, end: number, steps: SystemStep[]) =>
  factFates([{ start, end, fact }], [{ start, end }], steps, 400)[0]!;

describe('factFates', () => {
  it('never seen: reading ended before it', () => {
    expect(fate('4417', 250, 280, [step(0, written('')), step(1, written('4417'))]).fate).toBe('unseen');
  });
  it('never seen: the text was not generated that far', () => {
    expect(factFates([{ start: 10, end: 20, fact: 'x' }], [{}], [step(0, written(''))], 400)[0]!.fate).toBe(
      'unseen',
    );
  });
  it('seen and not kept', () => {
    expect(fate('4417', 20, 60, [step(0, written('The code is unknown.')), step(1, written(''))])).toEqual({
      ...{ fact: '4417', depth: 0.05, fate: 'not-kept', seenAt: 0 },
    });
  });
  it('kept and later dropped, with the chunk after which it was gone', () => {
    const steps = [
      written(''),
      written('The code is 4417.'),
      written('The code is 4417!'),
      written('No code.'),
    ];
    expect(
      fate(
        '4417',
        120,
        150,
        steps.map((memory, i) => step(i, memory)),
      ),
    ).toMatchObject({
      ...{ fate: 'dropped', seenAt: 1, lostAt: 3 },
    });
  });
  it('kept to the end, in the words of the model', () => {
    const fact = 'Ada Hill: The library was founded by Marcus Thorne in Belmont during 1894';
    const memory = written('In 1894 Marcus Thorne founded the library (Ada Hill) during winter in Belmont.');
    expect(fate(fact, 20, 60, [step(0, memory)]).fate).toBe('kept');
  });
  it('a value inside a longer number is not that value', () => {
    expect(fate('441', 20, 60, [step(0, written('The code is 4417.'))]).fate).toBe('not-kept');
  });
  it('a copied line counts by its place, not by its words', () => {
    const line = 'One of the codes for blue is 4417.';
    expect(fate('4417', 20, 20 + line.length, [step(0, copied(line, 20))]).fate).toBe('kept');
    expect(fate('4417', 60, 60 + line.length, [step(0, copied(line, 20))]).fate).toBe('not-kept');
  });
  it('a fact belongs to the chunk it ends in', () => {
    expect(fate('4417', 90, 110, [step(0, written('')), step(1, written('4417'))])).toMatchObject({
      ...{ fate: 'kept', seenAt: 1 },
    });
  });
});
