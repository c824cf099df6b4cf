import { describe, expect, it } from 'vitest';
import { oracleStep, oracleTally } from './oracle.ts';
import type { Evidence } from './task/task.ts';

const at = (start: number, more: Partial<Evidence> = {}): Evidence => ({
  start,
  end: start + 10,
  fact: `${start}`,
  ...more,
});
const sample = (evidence: Evidence[], exhaustive = false) => ({
  evidence,
  exhaustive,
  form: 'select' as const,
});
const step = (evidence: Evidence[], known: number[], start: number, end: number, exhaustive = false) =>
  oracleStep(sample(evidence, exhaustive), new Set(known), start, end);

describe('oracleStep', () => {
  it('adds what ends in the chunk, and leaves what is cut by its end for the next', () => {
    const evidence = [at(0), at(95), at(200)];
    expect(step(evidence, [], 0, 100).add).toEqual([0]);
    expect(step(evidence, [0], 100, 205)).toEqual({ add: [1], drop: [], done: false });
  });

  it('is done when all is known, unless only the end of the text can tell', () => {
    expect(step([at(0)], [], 0, 50).done).toBe(true);
    expect(step([at(0)], [0], 50, 90).done).toBe(true);
    expect(step([at(0)], [], 0, 50, true).done).toBe(false);
    expect(step([], [], 0, 50).done).toBe(false);
  });

  it('keeps what needs another only when that one is known', () => {
    const evidence = [at(0), at(20, { needs: 0 }), at(40, { needs: 1 })];
    expect(step(evidence, [], 10, 60).add).toEqual([]);
    expect(step(evidence, [0], 10, 60).add).toEqual([1, 2]);
    expect(step(evidence, [], 0, 60).add).toEqual([0, 1, 2]);
  });

  it('replaces what is superseded, and does not add what the same chunk supersedes', () => {
    const evidence = [at(0), at(20, { supersedes: 0 }), at(40, { supersedes: 1 })];
    expect(step(evidence, [0], 10, 60)).toMatchObject({ add: [2], drop: [0] });
    expect(step(evidence, [], 0, 60)).toMatchObject({ add: [2], drop: [] });
  });

  it('leaves what is known as it was given', () => {
    const known = new Set([0]);
    oracleStep(sample([at(0), at(20, { supersedes: 0 })]), known, 0, 100);
    expect([...known]).toEqual([0]);
  });
});

describe('oracleTally', () => {
  it('adds the counts of the chunk to those before and forgets the rarest', () => {
    const tallyIn = () =>
      new Map([
        ['a', 2],
        ['c', 1],
      ]);
    const { counts, text } = oracleTally(
      { tallyIn },
      new Map([
        ['a', 1],
        ['b', 3],
      ]),
      0,
      10,
      2,
    );
    expect([...counts]).toEqual([
      ['a', 3],
      ['b', 3],
    ]);
    expect(text).toBe('a: 3; b: 3');
  });
});
