import { describe, expect, it } from 'vitest';
import { EntityPool } from '../data/exchange.ts';
import { LineIndex } from '../data/line-index.ts';
import { Paragraph } from '../data/paragraph.ts';
import { Random } from '../random.ts';
import { hopLessons, type LessonSource, paragraphLessons, proseLessons, questionLessons } from './lesson.ts';

const texts = [
  'Mirelle Dansk was born in Port Lusk in 1812. She painted the harbour of Port Lusk for the Verrington Gazette. Her brother Anton Dansk kept nineteen bees.',
  'Tobias Wren was a clockmaker in Verrington. In 1840 Tobias Wren mended the clock of the town hall for six pounds. He married Clara Holm in June 1851.',
  'The barque Halcyon was carrying cork and brass bedsteads. Captain Ruddock lost the Halcyon near Gannet Gut. The crew were saved by Edmund Varrow.',
  'Edmund Varrow played the tin whistle. On his last day Edmund Varrow left a lamp burning in the tower. The tower stands at Sorrel Rock.',
];
const paragraphs = texts.map((text, i) => new Paragraph(`Title ${i}`, text));
const questions = paragraphs.map((paragraph, i) => ({
  id: String(i),
  question: `Who is the first person of ${paragraph.title}?`,
  answers: [/^(?:The barque )?(\S+ ?\S*)/.exec(paragraph.text)![1]!],
  gold: [{ paragraph: new Paragraph('Town', paragraph.text), sentences: [0] }],
  near: [],
  bridge: false,
}));

const pairs = questions.flatMap((first, i) =>
  questions.slice(i + 1).map((second, k) => ({
    ...first,
    gold: [second, first].map(({ gold }, place) => ({
      paragraph: new Paragraph(`Place ${place ? i : i + 1 + k}`, gold[0]!.paragraph.text),
      sentences: [0],
    })),
    bridge: true,
  })),
);

const index = new LineIndex([...paragraphs, new Paragraph('Town', 'Tobias Wren is another person.')]);
const sources: [string, LessonSource][] = [
  ['prose', proseLessons([texts.join('\n').repeat(20)])],
  ['paragraphs', paragraphLessons(paragraphs)],
  ['two paragraphs', hopLessons('hotpot', (random) => random.pick(pairs), paragraphs)],
  ['questions', questionLessons('squad', questions, new EntityPool(paragraphs), index)],
];

describe.each(sources)('a lesson of %s', (name, source) => {
  it('asks several questions of one text, answered by their evidence or not at all', () => {
    let answered = 0;
    let absent = 0;
    let half = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { samples } = source.lesson({ chars: 400, questions: 8, random: new Random(seed) });
      for (const sample of samples) {
        expect(sample.text).toBe(samples[0]!.text);
        if (!sample.answerable) {
          absent += 1;
          // The first of two paragraphs may be there.
          if (sample.task !== 'hotpot') expect(sample.evidence).toEqual([]);
          else if (sample.evidence.length > 0) half += 1;
          continue;
        }
        answered += 1;
        const spans = sample.evidence.map(({ start, end }) => sample.text.slice(start, end));
        expect(spans.join(' ')).toContain(sample.answers[0]);
        expect(sample.evidence.map(({ fact }) => fact)).toEqual(spans);
      }
    }
    expect(answered).toBeGreaterThan(10);
    expect(absent).toBeGreaterThan(5);
    expect(half > 0).toBe(name === 'two paragraphs');
  });
});

it('lines that match a question are of all paragraphs, but not of the article whose names were exchanged', () => {
  expect(index.best('Who is Tobias Wren?', { most: 5 })).toContain('Town Tobias Wren is another person.');
  const { matching } = sources.at(-1)![1].lesson({ chars: 400, questions: 8, random: new Random(1) });
  const others = matching!('Who is Tobias Wren?');
  expect(others).toContain('Title 1 Tobias Wren was a clockmaker in Verrington.');
  expect(others.some((line) => line.startsWith('Town'))).toBe(false);
});

it('of two paragraphs only the first may be there: it is kept, and answers nothing', () => {
  const source = hopLessons('hotpot', (random) => random.pick(pairs), paragraphs, index);
  const halves = Array.from({ length: 40 }, (_, seed) =>
    source.lesson({ chars: 400, questions: 8, random: new Random(seed) }),
  ).flatMap(({ samples }) =>
    samples.filter(({ answerable, evidence }) => !answerable && evidence.length > 0),
  );
  expect(halves.length).toBeGreaterThan(0);
  for (const { question, text, evidence } of halves) {
    const whole = pairs.filter((pair) => pair.question === question);
    expect(evidence).toHaveLength(1);
    expect(whole.some(({ answers }) => !text.includes(answers[0]!))).toBe(true);
  }
});

it('a question that its paragraph does not answer is asked about it all the same', () => {
  const impossible = questions.map((question, i) => ({
    ...question,
    id: `no ${i}`,
    question: 'Why?',
    answers: [],
  }));
  const source = questionLessons('asked', [...questions, ...impossible], new EntityPool(paragraphs), index);
  const samples = Array.from({ length: 20 }, (_, seed) =>
    source.lesson({ chars: 400, questions: 12, random: new Random(seed) }),
  ).flatMap(({ samples: all }) => all);
  const asked = samples.filter(({ question }) => question === 'Why?');
  expect(asked.length).toBeGreaterThan(10);
  for (const { answerable, answers, evidence } of asked)
    expect({ answerable, answers, evidence }).toEqual({ answerable: false, answers: [], evidence: [] });
  expect(samples.some(({ answerable }) => answerable)).toBe(true);
});
