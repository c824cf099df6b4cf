import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bridgeQuestion, comparingQuestion, linksOf, Titles } from '../data/bridge.ts';
import { Paragraph } from '../data/paragraph.ts';
import { Random } from '../random.ts';
import { personName, placeName } from '../words/names.ts';
import { bridgeTask } from './bridge.ts';
import { bridgeLessons } from './lesson.ts';

const random = new Random('bridge');
const pool = Array.from({ length: 200 }, (_, i) => {
  const [person, film, town] = [
    `${personName(random)} ${i}`,
    `Iron ${placeName(random)} ${i}`,
    placeName(random),
  ];
  const director = person.replace(/ \d+$/, '');
  return [
    new Paragraph(
      film,
      `${film} is a ${1930 + (i % 80)} American drama film directed by ${director}. It was shot in a week.`,
    ),
    new Paragraph(
      director,
      `${director} (born 4 May ${1850 + i}) is a Danish painter, known for slow films. ${director.split(' ')[0]} was born in ${town}.`,
    ),
  ];
}).flat();
const titles = new Titles(pool);

describe('links between paragraphs', () => {
  it('are names that are titles of others, never of their own', () => {
    const links = linksOf(pool[0]!, titles);
    expect(links.map(({ to }) => to.title)).toEqual([pool[1]!.title]);
    expect(linksOf(pool[1]!, titles)).toEqual([]);
  });

  it('are not found where two paragraphs have the title', () => {
    expect(linksOf(pool[0]!, new Titles([...pool, new Paragraph(pool[1]!.title, 'Another one.')]))).toEqual(
      [],
    );
  });

  it('give questions that do not name what they lead to, and whose answer stands behind them alone', () => {
    const links = pool.flatMap((paragraph) => linksOf(paragraph, titles));
    let made = 0;
    for (const link of links) {
      const question = bridgeQuestion(link, random);
      if (!question) continue;
      made += 1;
      expect(question.question).not.toContain(link.name);
      expect(question.question).toContain(link.from.title);
      const [first, second] = question.gold.map(({ paragraph, sentences }) => {
        const { start, end } = paragraph.sentences[sentences[0]!]!;
        return paragraph.text.slice(start, end);
      });
      expect(first).toContain(link.name);
      expect(second).toContain(question.answers[0]);
      expect(first).not.toContain(question.answers[0]);
    }
    expect(made).toBeGreaterThan(links.length / 2);
  });
});

describe('comparingQuestion', () => {
  it('asks which of two comes first or last by a year that both say', () => {
    for (let i = 0; i < 50; i++) {
      const question = comparingQuestion(pool, random);
      if (!question) continue;
      const years = question.gold.map(({ paragraph }) =>
        Number(/\b(1[89]\d\d|20\d\d)\b/.exec(paragraph.text)![1]),
      );
      const first = question.gold[years[0]! < years[1]! ? 0 : 1]!.paragraph.title;
      const last = question.gold[years[0]! < years[1]! ? 1 : 0]!.paragraph.title;
      const wanted = /first|earlier|older/.test(question.question) ? first : last;
      expect(question.answers).toEqual([wanted]);
    }
  });
});

describe('bridgeTask and its lessons', () => {
  it('says so where no paragraph names another', () => {
    const alone = bridgeTask({ paragraphs: [new Paragraph('A Stone', 'It lies there.')] });
    expect(() => alone.generate({ seed: 1, length: 500 })).toThrow(/no paragraph that names another/);
  });

  it('have their evidence where they say, hops in an order that can be followed, and the same by seed', () => {
    const task = bridgeTask({ paragraphs: pool });
    fc.assert(
      fc.property(fc.nat(10_000), (seed) => {
        const sample = task.generate({ seed, length: 1500 });
        expect(task.generate({ seed, length: 1500 }).text).toBe(sample.text);
        expect(sample.evidence).toHaveLength(2);
        expect(sample.meta.reachable).toBe(true);
      }),
      { numRuns: 30 },
    );
    const { samples } = bridgeLessons(pool).lesson({
      chars: 3000,
      questions: 12,
      random: new Random('lesson'),
    });
    expect(samples.some(({ answerable }) => answerable)).toBe(true);
    expect(samples.some(({ answerable }) => !answerable)).toBe(true);
    for (const sample of samples) {
      expect(sample.text).toBe(samples[0]!.text);
      for (const { start, end, fact } of sample.evidence) expect(sample.text.slice(start, end)).toBe(fact);
      if (sample.answerable)
        expect(sample.evidence.map(({ fact }) => fact).join(' ')).toContain(sample.answers[0]);
    }
  });
});
