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

describe.each(sources)('a lesson of %s', (_, source) => {
  it('asks several questions of one text, answered by their evidence or not at all', () => {
    let answered = 0;
    let absent = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { samples } = source.lesson({ chars: 400, questions: 8, random: new Random(seed) });
      for (const sample of samples) {
        expect(sample.text).toBe(samples[0]!.text);
        if (!sample.answerable) {
          absent += 1;
          expect(sample.evidence).toEqual([]);
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
  });
});

it('lines that match a question are of all paragraphs, but not of the article whose names were exchanged', () => {
  expect(index.best('Who is Tobias Wren?', { most: 5 })).toContain('Town Tobias Wren is another person.');
  const { matching } = sources.at(-1)![1].lesson({ chars: 400, questions: 8, random: new Random(1) });
  const others = matching!('Who is Tobias Wren?');
  expect(others).toContain('Title 1 Tobias Wren was a clockmaker in Verrington.');
  expect(others.some((line) => line.startsWith('Town'))).toBe(false);
});
