import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadHotpot } from '../../data/hotpot.ts';
import { Paragraph } from '../../data/paragraph.ts';
import { naturalTask } from '../natural.ts';
import { inReferenceOrder, referenceOrder, referencePlaces } from './reference-order.ts';

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
  it('is the whole permutation that Python’s Random(4).shuffle makes', () => {
    // python3 -c "import random; x = list(range(20)); random.Random(4).shuffle(x); print(x)"
    expect([...referenceOrder(20)]).toEqual([
      17, 19, 10, 14, 5, 18, 16, 11, 4, 8, 6, 0, 13, 1, 2, 15, 12, 3, 9, 7,
    ]);
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
  const hotpot = fileURLToPath(new URL('../../data/fixtures/hotpot.json.gz', import.meta.url));
  const pool = Array.from(
    { length: 400 },
    (_, i) => new Paragraph(`Title ${i}`, `Paragraph ${i} says little at all.`),
  );
  const tasks = async () => {
    const { questions } = await loadHotpot(hotpot);
    const plain = naturalTask({ name: 'hqa', pool, questions });
    return { questions, plain, task: inReferenceOrder(plain, questions) };
  };
  const titles = (text: string) => [...text.matchAll(/(?:^|\n\n)Document \d+:\n([^\n]+)/g)].map((m) => m[1]!);

  it.each([50, 200])(
    'puts the paragraphs of a question, as its file has them, into the published places of %i',
    async (documents) => {
      const { questions, plain, task } = await tasks();
      const order = referenceOrder(documents);
      for (let seed = 0; seed < 12; seed++) {
        const sample = task.generate({ seed, length: 0, documents, split: 'test' });
        const found = titles(sample.text);
        const { own } = questions.find(({ question }) => question === sample.question)!;
        expect(own).toHaveLength(10);
        expect(found).toHaveLength(documents);
        expect(new Set(found).size).toBe(documents);
        for (const [index, { title }] of own!.entries())
          expect(found.indexOf(title)).toBe(order.indexOf(index));
        for (const { start, end, fact } of sample.evidence)
          expect(fact.endsWith(sample.text.slice(start, end))).toBe(true);
        expect(plain.generate({ seed, length: 0, documents, split: 'test' }).question).toBe(sample.question);
      }
    },
  );
  it('without an answer leaves the gold paragraphs out', async () => {
    const { questions, task } = await tasks();
    const sample = task.generate({ seed: 3, length: 0, documents: 50, split: 'test', answerable: false });
    const { gold } = questions.find(({ question }) => question === sample.question)!;
    for (const { paragraph } of gold) expect(sample.text).not.toContain(paragraph.text);
    expect(titles(sample.text)).toHaveLength(50);
  });
  it('is for numbers of paragraphs', async () => {
    const { task } = await tasks();
    expect(() => task.generate({ seed: 1, length: 4000, split: 'test' })).toThrow(
      'numbers of paragraphs alone',
    );
  });
});
