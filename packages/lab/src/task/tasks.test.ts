import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oracleStep } from '../oracle.ts';
import { contains } from '../verify/verify.ts';
import { textHaystack } from './haystack.ts';
import { rulerTasks, syntheticTasks, tasks } from './registry.ts';
import { parseTally } from './tally.ts';
import type { Sample } from './task.ts';

const runs = { numRuns: 12 };
const seeds = fc.integer({ min: 0, max: 1_000_000 });
const splits = fc.constantFrom('train' as const, 'test' as const);

/** What an ideal reader holds at the end, reading in chunks of this many units. */
function readIdeally(sample: Sample, chunk: number): number[] {
  const known = new Set<number>();
  for (let start = 0; start < sample.length; start += chunk) {
    const { add, drop } = oracleStep(sample, known, start, Math.min(sample.length, start + chunk));
    for (const index of add) known.add(index);
    for (const index of drop) known.delete(index);
  }
  return [...known].sort((a, b) => a - b);
}

const occurrences = (text: string, part: string) => text.split(part).length - 1;

describe.each(tasks.map((task) => [task.name, task] as const))('%s', (_name, task) => {
  it('has evidence where it says, once, in order, with the answers in it', () => {
    fc.assert(
      fc.property(seeds, splits, fc.integer({ min: 500, max: 4000 }), (seed, split, length) => {
        const sample = task.generate({ seed, split, length });
        expect(sample.text.length).toBe(sample.length);
        let before = -1;
        for (const evidence of sample.evidence) {
          const text = sample.text.slice(evidence.start, evidence.end);
          expect(text.toLowerCase()).toContain(
            task.form === 'tally' ? text.toLowerCase() : evidence.fact.toLowerCase(),
          );
          if (task.form === 'select') expect(occurrences(sample.text, text)).toBe(1);
          expect(text.trim()).toBe(text);
          expect(evidence.start).toBeGreaterThan(before);
          before = evidence.start;
        }
        expect(sample.answers.length).toBeGreaterThan(0);
        expect(sample.answerable).toBe(true);
      }),
      runs,
    );
  });

  it('is answered by what an ideal reader holds at the end, whatever the chunk', () => {
    fc.assert(
      fc.property(seeds, splits, fc.integer({ min: 200, max: 5000 }), (seed, split, chunk) => {
        const sample = task.generate({ seed, split, length: 1200 });
        if (task.form === 'tally') {
          let last = '';
          for (let at = 0; at < sample.length; at += chunk) last = sample.tallyAt!(at);
          last = sample.tallyAt!(sample.length);
          const counts = [...parseTally(last)];
          if (sample.match === 'all') {
            expect(new Set(counts.slice(0, sample.answers.length).map(([item]) => item))).toEqual(
              new Set(sample.answers),
            );
          } else if (task.name === 'count') expect(counts[0]![1]).toBe(Number(sample.answers[0]));
          else expect(sample.answers).toContain(counts[0]![0]);
          return;
        }
        const held = readIdeally(sample, chunk);
        const memory = held.map((index) =>
          sample.text.slice(sample.evidence[index]!.start, sample.evidence[index]!.end),
        );
        expect(
          contains(memory.join('\n').replaceAll(/[=,:;<>/]/g, ' '), {
            ...sample,
            answers: sample.answers.map((answer) => answer.replaceAll(/[=,:;<>/]/g, ' ')),
          }),
        ).toBe(1);
      }),
      runs,
    );
  });

  it('has the length asked for, to within 1 %', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 6000, max: 30_000 }), (seed, length) => {
        const sample = task.generate({ seed, length });
        expect(Math.abs(sample.length / (length * 4) - 1)).toBeLessThan(0.01);
      }),
      { numRuns: 4 },
    );
  });

  it('is the same for the same seed and made of the same pieces each time', () => {
    const [a, b] = [task.generate({ seed: 11, length: 900 }), task.generate({ seed: 11, length: 900 })];
    expect(a.text).toBe(b.text);
    expect(a.question).toBe(b.question);
    expect([...a.pieces()].join('')).toBe(a.text);
    expect(task.generate({ seed: 12, length: 900 }).question + a.text).not.toBe(a.question + a.text + a.text);
  });

  if (task.canBeUnanswerable) {
    it('without an answer has none of it in the text', () => {
      fc.assert(
        fc.property(seeds, splits, (seed, split) => {
          const there = task.generate({ seed, split, length: 1500 });
          const gone = task.generate({ seed, split, length: 1500, answerable: false });
          expect(gone.question).toBe(there.question);
          expect(gone.answers).toEqual([]);
          expect(gone.answerable).toBe(false);
          expect(gone.exhaustive).toBe(true);
          const last = there.evidence.at(-1)!;
          expect(gone.text).not.toContain(there.text.slice(last.start, last.end));
        }),
        runs,
      );
    });
  }
});

describe('depths', () => {
  const single = [...rulerTasks, ...syntheticTasks].filter(({ name }) =>
    /single|niah_multikey|records|fact_multikey/.test(name),
  );
  it.each(single.map((task) => [task.name, task] as const))(
    '%s: the fact lies as deep as asked',
    (_name, task) => {
      for (const depth of [0, 0.25, 0.5, 0.9, 1]) {
        const sample = task.generate({ seed: 3, length: 20_000, depths: [depth] });
        expect(Math.abs(sample.meta.depths[0]! - depth)).toBeLessThan(0.01);
      }
    },
  );
});

describe('measured lengths', () => {
  it('count in the tokens of the tokenizer given', () => {
    const measure = (text: string) => text.split(/(?=\s)/).length;
    for (const task of tasks) {
      const sample = task.generate({ seed: 2, length: 4000, measure });
      expect(Math.abs(measure(sample.text) / 4000 - 1), task.name).toBeLessThan(0.01);
    }
  });
});

describe('textHaystack', () => {
  it('goes round any text, and needles stand between its sentences', () => {
    const haystack = textHaystack('own', ['One is here. Two is\nthere!\n\nThree "ends." Four begins. ']);
    const sample = tasks[1]!.generate({ seed: 1, length: 300, haystack });
    const { start, end } = sample.evidence[0]!;
    const rest = sample.text.slice(0, start) + sample.text.slice(end + 1);
    expect(rest).toContain('One is here. Two is there!\n\nThree "ends." Four begins. One is here.');
  });
});
