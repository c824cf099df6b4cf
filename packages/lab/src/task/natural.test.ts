import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Paragraph } from '../data/paragraph.ts';
import type { NaturalQuestion } from '../data/question.ts';
import { Random } from '../random.ts';
import { personName, placeName } from '../words/names.ts';
import { proseSentence } from '../words/prose.ts';
import { clozeTask } from './cloze.ts';
import { naturalTask } from './natural.ts';

const random = new Random('natural');
const filler = (count: number) => Array.from({ length: count }, () => proseSentence(random));
const pool = Array.from({ length: 2000 }, () =>
  Paragraph.fromSentences(placeName(random), filler(random.int(2, 8))),
);
const questions: NaturalQuestion[] = Array.from({ length: 30 }, (_, index) => {
  const [who, town, mayor] = [personName(random), `${placeName(random)} ${index}`, personName(random)];
  const first = Paragraph.fromSentences(who, [
    ...filler(2),
    `Since then ${who} has lived in ${town}.`,
    ...filler(1),
  ]);
  const second = Paragraph.fromSentences(town, [...filler(1), `The mayor is ${mayor}.`, ...filler(2)]);
  return {
    id: `q${index}`,
    question: `Who governs where ${who} lives?`,
    answers: [mayor],
    gold: [
      { paragraph: first, sentences: [2] },
      { paragraph: second, sentences: [1] },
    ],
    near: [first, ...Array.from({ length: 4 }, () => Paragraph.fromSentences(who.split(' ')[1]!, filler(3)))],
    bridge: true,
  };
});
const task = naturalTask({
  name: 'own',
  questions,
  pool: [...pool, ...questions.map(({ gold }) => gold[1]!.paragraph)],
});
const exchanging = naturalTask({ name: 'own', questions, pool, exchange: { questions: 1 } });
const count = (text: string, part: string) => text.split(part).length - 1;

describe('naturalTask', () => {
  it('has each gold paragraph once, the evidence where it says, and hops in an order that can be followed', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.boolean(), fc.boolean(), (seed, exchange, documentLine) => {
        const sample = (exchange ? exchanging : task).generate({ seed, length: 2500, documentLine });
        expect(sample.text.length).toBe(sample.length);
        const spans = sample.evidence.map(({ start, end }) => sample.text.slice(start, end));
        expect(spans).toHaveLength(2);
        for (const span of spans) expect(count(sample.text, span)).toBe(1);
        expect(spans.join(' ')).toContain(sample.answers[0]);
        expect(sample.evidence[1]!.needs).toBe(0);
        expect(sample.meta.reachable).toBe(true);
        expect(sample.text.startsWith('Document 1:\n')).toBe(documentLine);
      }),
      { numRuns: 60 },
    );
  });

  it('has no copy of a gold paragraph among the others, whatever its title, setting and surroundings', () => {
    const copies = questions.flatMap(({ gold }) =>
      gold.flatMap(({ paragraph: { text }, sentences: [evidence] }, i) => {
        const { start, end } = gold[i]!.paragraph.sentences[evidence!]!;
        const sentence = text.slice(start, end);
        return [
          new Paragraph('Another title', text),
          new Paragraph('In capitals', text.toUpperCase()),
          new Paragraph('Set otherwise', text.replaceAll(' ', '  ').replaceAll('.', ' .')),
          new Paragraph('Longer', `It begins. ${text} It ends.`),
          new Paragraph('Cut', `Something else. ${sentence.length > 42 ? sentence : text}`),
        ];
      }),
    );
    const near = naturalTask({
      name: 'own',
      pool: [...copies, ...pool.slice(0, 400)],
      questions: questions.map((question) => ({
        ...question,
        near: [...question.near, ...copies.slice(0, 40)],
      })),
    });
    const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
    fc.assert(
      fc.property(fc.nat(100_000), fc.boolean(), (seed, answerable) => {
        const sample = near.generate({ seed, length: 0, documents: 300, answerable });
        const { gold } = questions.find(({ question }) => question === sample.question)!;
        for (const { paragraph } of gold)
          expect(count(letters(sample.text), letters(paragraph.text))).toBe(answerable ? 1 : 0);
        for (const { start, end } of sample.evidence) {
          const fact = letters(sample.text.slice(start, end));
          if (fact.length >= 32) expect(count(letters(sample.text), fact)).toBe(1);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('has the length asked for to within 1 %, or the number of documents', () => {
    for (const length of [4000, 16_000, 60_000]) {
      const sample = task.generate({ seed: 5, length, split: 'test' });
      expect(Math.abs(sample.length / (length * 4) - 1)).toBeLessThan(0.01);
    }
    const sample = task.generate({ seed: 5, length: 0, documents: 200 });
    expect(count(sample.text, '\n\nDocument ')).toBe(199);
    expect(sample.text).toMatch(/\n\nDocument 200:\n[^\n]+\n[^\n]+$/);
  });

  it('without an answer has no gold paragraph, not even from the pool', () => {
    for (let seed = 0; seed < 30; seed++) {
      const there = task.generate({ seed, length: 3000 });
      const gone = task.generate({ seed, length: 3000, answerable: false });
      expect(gone.question).toBe(there.question);
      expect(gone.evidence).toEqual([]);
      for (const { start, end } of there.evidence)
        expect(gone.text).not.toContain(there.text.slice(start, end));
    }
  });

  it('asks every question before it asks one again', () => {
    const asked = new Set(questions.map((_, seed) => task.generate({ seed, length: 500 }).question));
    expect(asked.size).toBe(questions.length);
  });

  it('puts gold paragraphs as deep as asked', () => {
    const sample = task.generate({ seed: 1, length: 40_000, depths: [0.2, 0.8] });
    expect(Math.abs(sample.meta.depths[0]! - 0.2)).toBeLessThan(0.02);
    expect(Math.abs(sample.meta.depths[1]! - 0.8)).toBeLessThan(0.02);
  });

  it('says so when the pool is too small', () => {
    expect(() => task.generate({ seed: 1, length: 0, documents: 5000 })).toThrow(/too small/);
    expect(task.generate({ seed: 1, length: 0, documents: 5000, repeat: true }).meta.documents).toBe(5000);
  });
});

describe('clozeTask', () => {
  it('asks for a name or number that stands in the evidence', () => {
    const people = Array.from({ length: 50 }, () => {
      const who = personName(random);
      return Paragraph.fromSentences(who, [
        `There ${who} was born in ${placeName(random)}.`,
        `Later it was directed by ${personName(random)} in 1987.`,
      ]);
    });
    const cloze = clozeTask({ paragraphs: people });
    for (let seed = 0; seed < 60; seed++) {
      const sample = cloze.generate({ seed, length: 300 });
      const { start, end } = sample.evidence[0]!;
      expect(sample.text.slice(start, end)).toContain(sample.answers[0]);
      expect(sample.question).toMatch(/___|\?$/);
    }
  });
});
