import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { personName, placeName } from '../words/names.ts';
import { drawExchange, EntityPool, findEntities } from './exchange.ts';
import { exchangeQuestion } from './exchange-question.ts';
import { Paragraph } from './paragraph.ts';
import type { NaturalQuestion } from './question.ts';

const names = new Random('pool');
const pool = new EntityPool([
  {
    text: Array.from(
      { length: 400 },
      () => `we saw ${personName(names)} near ${placeName(names)} today`,
    ).join('. '),
  },
]);

describe('findEntities', () => {
  it('finds names and numbers, and not what only begins a sentence', () => {
    const text = 'The city of Oldham has 12,400 people. Later, Anna Berg of the North moved to Lund in 1987.';
    expect(findEntities(text)).toEqual(['Oldham', '12,400', 'Anna Berg of the North', 'Lund', '1987']);
  });

  it('leaves the possessive off', () =>
    expect(findEntities("we read Anna Berg's book")).toEqual(['Anna Berg']));
});

describe('drawExchange', () => {
  it('keeps the shape: as many words, as many digits, months for months', () => {
    const exchange = drawExchange(['near Anna Berg in May with 4,250 and 1987'], pool, new Random(1), {
      share: 1,
    })!;
    const [, person, month, number, year] = /near (.*) in (.*) with (.*) and (.*)/.exec(
      exchange('near Anna Berg in May with 4,250 and 1987'),
    )!;
    expect(person).toMatch(/^\S+ \S+$/);
    expect(person).not.toBe('Anna Berg');
    expect(month).toMatch(
      /^(January|February|March|April|June|July|August|September|October|November|December)$/,
    );
    expect(number).toMatch(/^\d,\d{3}$/);
    expect(year).toMatch(/^\d{4}$/);
  });

  it('lets the last name follow the whole name, and keeps possessives', () => {
    const exchange = drawExchange(['near Anna Berg, and then Berg left'], pool, new Random(2), { share: 1 })!;
    const [, whole, alone] = /near (.*), and then (.*)'s house/.exec(
      exchange("near Anna Berg, and then Berg's house"),
    )!;
    expect(whole!.split(' ')[1]).toBe(alone);
  });

  it('leaves numbers where they are compared', () => {
    const exchange = drawExchange(['near Lund in 1987'], pool, new Random(3), { share: 1, numbers: false })!;
    expect(exchange('near Lund in 1987')).toMatch(/^near (?!Lund)\S+ in 1987$/);
  });
});

describe('exchangeQuestion', () => {
  it('keeps the answer in the evidence and the sentences where they are said to be', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = new Random(seed);
        const [who, other, where] = [personName(random), personName(random), placeName(random)];
        const year = random.int(1000, 2000);
        const sentences = [
          `It was cold when ${other} came.`,
          `In ${year}, ${who} moved to ${where}.`,
          `There ${who.split(' ')[1]} met ${other}.`,
        ];
        const question: NaturalQuestion = {
          id: 'q',
          question: `When did ${who} move to ${where}?`,
          answers: [String(year)],
          gold: [{ paragraph: Paragraph.fromSentences(where, sentences), sentences: [1] }],
          near: [new Paragraph(where, `Nobody there knew ${who} before.`)],
          bridge: false,
        };
        const changed = exchangeQuestion(question, pool, random, { questions: 1 });
        const { paragraph } = changed.gold[0]!;
        const parts = paragraph.sentences.map(({ start, end }) => paragraph.text.slice(start, end));
        expect(parts.join(' ')).toBe(paragraph.text);
        expect(parts[1]).toContain(changed.answers[0]);
        const [, asked, place] = /When did (.*) move to (.*)\?/.exec(changed.question)!;
        expect(parts[1]).toBe(`In ${changed.answers[0]}, ${asked} moved to ${place}.`);
        expect(paragraph.title).toBe(place);
        expect(changed.near[0]!.text).toBe(`Nobody there knew ${asked} before.`);
      }),
    );
  });
});
