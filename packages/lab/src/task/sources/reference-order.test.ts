import { describe, expect, it } from 'vitest';
import { Paragraph } from '../../data/paragraph.ts';
import { naturalTask } from '../natural.ts';
import { inReferenceOrder, referencePlaces } from './reference-order.ts';

describe('referencePlaces', () => {
  it.each([
    // The published places, from 1.
    [50, [11, 18, 27, 29, 37, 41, 42, 43, 44, 48]],
    [100, [5, 13, 23, 25, 54, 60, 77, 87, 91, 92]],
    [200, [7, 10, 17, 81, 88, 96, 109, 154, 177, 191]],
    [400, [9, 13, 40, 133, 143, 162, 229, 279, 295, 353]],
    [800, [1, 187, 268, 304, 366, 468, 495, 564, 664, 751]],
  ])('of %i paragraphs', (documents, places) => {
    expect(referencePlaces(documents).map((place) => place + 1)).toEqual(places);
  });
  it.each([
    [1600, 420, 1348],
    [3200, 426, 2840],
    [12_800, 608, 11_695],
    [25_600, 79, 22_550],
  ])('of %i begin and end where they are known to', (documents, first, last) => {
    const places = referencePlaces(documents);
    expect([places[0]! + 1, places.at(-1)! + 1]).toEqual([first, last]);
  });
});

describe('inReferenceOrder', () => {
  const pool = Array.from(
    { length: 80 },
    (_, i) => new Paragraph(`Title ${i}`, `Paragraph ${i} says little at all.`),
  );
  const gold = [
    new Paragraph('Gold A', 'The first of the two.'),
    new Paragraph('Gold B', 'The second of the two.'),
  ];
  const task = inReferenceOrder(
    naturalTask({
      name: 'hqa',
      pool,
      questions: [
        {
          ...{ id: 'q', question: 'Which?', answers: ['first'], near: [], bridge: false },
          gold: gold.map((paragraph) => ({ paragraph, sentences: [0] })),
        },
      ],
    }),
  );
  it('puts the gold paragraphs into the published places', () => {
    const places = new Set(referencePlaces(50).map((place) => place + 1));
    for (let seed = 0; seed < 10; seed++) {
      const { text } = task.generate({ seed, length: 0, documents: 50, split: 'test' });
      const at = [...text.matchAll(/Document (\d+):\nGold/g)].map((match) => Number(match[1]));
      expect(at).toHaveLength(2);
      for (const place of at) expect(places.has(place), `${place}`).toBe(true);
    }
  });
  it('is for numbers of paragraphs', () =>
    expect(() => task.generate({ seed: 1, length: 4000, split: 'test' })).toThrow(
      'numbers of paragraphs alone',
    ));
});
