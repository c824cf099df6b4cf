import { describe, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { pastLines } from './past.ts';
import { findTask } from './registry.ts';

const niah = findTask('niah_multikey_2');
const sample = niah.generate({ seed: 1, length: 400, split: 'train' });
const other = niah.generate({ seed: 2, length: 4000, split: 'train' }).text;
const lines = (seed: number, most = 6) =>
  pastLines(sample, other, { random: new Random(`past/${seed}`), most });

describe('pastLines', () => {
  it('gives sentences of the other text that look like evidence, in its order, never the answer', () => {
    const counts = new Set<number>();
    for (let seed = 0; seed < 40; seed++) {
      const given = lines(seed);
      counts.add(given.length);
      for (const line of given) {
        expect(other).toContain(line);
        expect(line).toContain('special magic number');
        for (const answer of sample.answers) expect(line).not.toContain(answer);
      }
      const places = given.map((line) => other.indexOf(line));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(new Set(given).size).toBe(given.length);
    }
    expect([...counts].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('is the same for the same seed', () => {
    expect(lines(3)).toEqual(lines(3));
    expect(lines(3)).not.toEqual(lines(4));
  });

  it('gives none where the other text shares nothing with the question', () => {
    const random = new Random('none');
    expect(pastLines(sample, 'Rain fell. The dog slept by the door.', { random, most: 4 })).toEqual([]);
  });
});
