import { sentenceInContext, splitSentences } from '@memagent/core';
import { describe, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { fromMidway, placeMidway } from './midway.ts';
import { findTask } from './registry.ts';

const strays = ['One stray line.', 'Another one.', 'A third.'];
const make = (task: string, seed: number, length = 3000) =>
  findTask(task).generate({ seed, length, split: 'train' });
const begun = (task: string, seed: number) => {
  const sample = make(task, seed);
  const random = new Random(`midway/${seed}`);
  const place = placeMidway(sample, random);
  return { sample, place, rest: place && fromMidway(sample, place, strays, random) };
};

describe('fromMidway', () => {
  it('has what was read of the evidence in the memory, in order among the strays, and the rest in the text', () => {
    const counts = new Set<number>();
    for (let seed = 0; seed < 30; seed++) {
      const { sample, place, rest } = begun('niah_multivalue', seed);
      if (!place || !rest) continue;
      counts.add(place.lines.length);
      expect(rest.text).toBe(sample.text.slice(place.at));
      expect([...rest.pieces()].join('')).toBe(rest.text);
      expect(rest.length).toBe(rest.text.length);
      expect(rest).toMatchObject({ question: sample.question, answers: sample.answers });
      expect(rest.memory!.filter((line) => strays.includes(line))).toEqual(strays);
      expect(rest.memory!.filter((line) => !strays.includes(line))).toEqual(place.lines);
      const said = [...place.lines, ...rest.evidence.map(({ start, end }) => rest.text.slice(start, end))];
      expect(said).toEqual(sample.evidence.map(({ start, end }) => sample.text.slice(start, end)));
    }
    expect([...counts].sort()).toEqual([1, 2, 3, 4]);
  });

  it('puts the evidence anywhere among the strays', () => {
    const places = new Set<number>();
    for (let seed = 0; seed < 60; seed++) {
      const { place, rest } = begun('niah_single_1', seed);
      if (place && rest) places.add(rest.memory!.indexOf(place.lines[0]!));
    }
    expect([...places].sort()).toEqual([0, 1, 2, 3]);
  });

  it('keeps what supersedes and what needs another right, where both are still to be read', () => {
    let pairs = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { sample, rest } = begun('vt', seed);
      for (const { needs, fact } of rest?.evidence ?? []) {
        if (needs === undefined) continue;
        const before = sample.evidence.find((item) => item.fact === fact)!;
        expect(rest!.evidence[needs]!.fact).toBe(sample.evidence[before.needs!]!.fact);
        pairs++;
      }
    }
    expect(pairs).toBeGreaterThan(10);
  });

  it('remembers of updates the last one that was read', () => {
    let seen = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { sample, place } = begun('update', seed);
      if (!place) continue;
      const read = sample.evidence.filter(({ end }) => end <= place.at);
      const last = read.at(-1)!;
      // Whole, as a reader of the text has it: a short neighbour may belong to it.
      const remembered = splitSentences(sample.text.slice(0, place.at)).map(sentenceInContext);
      expect(place.lines).toEqual(
        remembered.filter((line) => line.includes(sample.text.slice(last.start, last.end))),
      );
      if (read.length > 1) seen++;
    }
    expect(seen).toBeGreaterThan(3);
  });

  it('has no place where nothing would be left to read, or nothing is evidence', () => {
    const last = findTask('niah_single_1').generate({ seed: 1, length: 600, split: 'train', depths: [1] });
    expect(placeMidway(last, new Random('end'))).toBeUndefined();
    const none = findTask('niah_single_1').generate({
      seed: 1,
      length: 600,
      split: 'train',
      answerable: false,
    });
    expect(placeMidway(none, new Random('none'))).toBeUndefined();
  });
});
