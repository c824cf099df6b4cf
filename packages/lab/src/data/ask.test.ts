import { describe, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { rephrase } from '../words/neighbours.ts';
import { answerSpans } from './answer-spans.ts';
import { askAbout, askAcross } from './ask.ts';

const spans = (sentence: string) =>
  answerSpans(sentence).map(({ start, end, type }) => [type, sentence.slice(start, end)]);

describe('answerSpans', () => {
  it('finds names with their titles, places, dates and years', () => {
    expect(spans('In 1840 the lamp was mended by Dr. Corwin Ashgrove in Port Lusk.')).toEqual(
      expect.arrayContaining([
        ['year', '1840'],
        ['name', 'Dr. Corwin Ashgrove'],
        ['place', 'Port Lusk'],
      ]),
    );
    expect(spans('She left on 3 February 1877 for good.')).toContainEqual(['date', '3 February 1877']);
  });

  it('finds numbers in words as one', () => {
    expect(spans('The stair has one hundred and sixty-three steps.')).toContainEqual([
      'number',
      'one hundred and sixty-three',
    ]);
  });

  it('finds things, two joined by "and" too, and stops before a verb', () => {
    expect(spans('She was carrying a cargo of cork and brass bedsteads to town.')).toEqual(
      expect.arrayContaining([
        ['thing', 'cork'],
        ['thing', 'cork and brass bedsteads'],
      ]),
    );
    expect(spans('At noon the old keeper walked home.')).toContainEqual(['thing', 'old keeper']);
  });
});

describe('askAbout', () => {
  const sentence = 'The great lens of the lighthouse was designed by Lucan Ferrabee in the winter of 1840.';

  it('asks for words of the sentence that the question does not give away', () => {
    for (let seed = 0; seed < 200; seed++) {
      const made = askAbout(sentence, new Random(seed));
      if (made === undefined) continue;
      expect(sentence).toContain(made.answer);
      expect(made.question).not.toContain(made.answer);
      expect(made.question).toMatch(/\?$|___/);
    }
  });

  it('puts the question in other words where it has some', () => {
    const neighbours = new Map([['designed', ['invented']]]);
    const questions = Array.from(
      { length: 100 },
      (_, seed) => askAbout(sentence, new Random(seed), neighbours)?.question ?? '',
    );
    expect(questions.some((question) => question.includes('invented'))).toBe(true);
    expect(questions.some((question) => question.includes('designed'))).toBe(true);
  });

  it('has nothing to ask of a sentence without anything in it', () => {
    expect(askAbout('No.', new Random(1))).toBeUndefined();
  });
});

describe('askAcross', () => {
  const first = 'The lost bell of the chapel was found by Abel Quillinan in the sand of Gannet Gut.';
  const second = 'Abel Quillinan left all his savings to the school for the deaf at Pellmouth.';

  it('describes by the first sentence whom the second is about', () => {
    let count = 0;
    for (let seed = 0; seed < 100; seed++) {
      const made = askAcross(first, second, new Random(seed));
      if (made === undefined) continue;
      count += 1;
      expect(made.question).not.toContain('Quillinan');
      expect(second).toContain(made.answer);
      expect(first).not.toContain(made.answer);
    }
    expect(count).toBeGreaterThan(20);
  });

  it('needs a name that both have', () => {
    expect(
      askAcross(first, 'Nobody ever said a word about the school at Pellmouth again.', new Random(1)),
    ).toBeUndefined();
  });
});

describe('rephrase', () => {
  it('exchanges whole lower-case words, as often as told', () => {
    const neighbours = new Map([['ring', ['band']]]);
    const random = new Random(1);
    expect(rephrase('The ring, a ringing Ring.', neighbours, random, 1)).toBe('The band, a ringing Ring.');
    expect(rephrase('The ring.', neighbours, random, 0)).toBe('The ring.');
  });
});
