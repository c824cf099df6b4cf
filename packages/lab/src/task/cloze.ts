import { findEntities } from '../data/exchange.ts';
import type { Paragraph } from '../data/paragraph.ts';
import type { NaturalQuestion } from '../data/question.ts';
import { Random } from '../random.ts';
import { type NaturalTask, naturalSample } from './natural.ts';

/** Sentences that answer a simple question about the title of their paragraph. */
const patterns: readonly (readonly [pattern: RegExp, asks: string])[] = [
  [
    /\bborn (?:on )?((?:\d{1,2} )?\p{Lu}\p{Ll}+ (?:\d{1,2}, )?\d{4})/u,
    'When was {t} born?|What is the date of birth of {t}?',
  ],
  [
    /\bborn in (\p{Lu}[\p{L}-]+(?:, \p{Lu}[\p{L}-]+)*)/u,
    'Where was {t} born?|What is the birthplace of {t}?',
  ],
  [
    /\bdied (?:on |in )?((?:\d{1,2} )?\p{Lu}\p{Ll}+ (?:\d{1,2}, )?\d{4})/u,
    'When did {t} die?|What is the date of death of {t}?',
  ],
  [
    /\bdirected by (\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]+)+)/u,
    'Who directed {t}?|Who is the director of {t}?',
  ],
  [/\bwritten by (\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]+)+)/u, 'Who wrote {t}?|Who is the writer of {t}?'],
  [
    /\bproduced by (\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]+)+)/u,
    'Who produced {t}?|Who is the producer of {t}?',
  ],
  [/\bfounded in (\d{4})/u, 'When was {t} founded?|In which year was {t} founded?'],
  [/\bestablished in (\d{4})/u, 'When was {t} established?|In which year was {t} established?'],
  [
    /\breleased (?:on|in) ((?:\p{Lu}\p{Ll}+ (?:\d{1,2}, )?)?\d{4})/u,
    'When was {t} released?|What is the release date of {t}?',
  ],
  [
    /\blocated in ((?:the )?\p{Lu}[\p{L}-]+(?:(?:,| of) \p{Lu}[\p{L}-]+)*)/u,
    'Where is {t} located?|In which place is {t}?',
  ],
  [
    /\bmarried (?:to )?(\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]+)+)/u,
    'Whom did {t} marry?|Who was married to {t}?',
  ],
  [
    /\b(?:son|daughter) of (\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]+)+)/u,
    'Whose child is {t}?|Who is a parent of {t}?',
  ],
  [/\bpopulation (?:of|was) ([\d,]+)/u, 'What is the population of {t}?|How many people live in {t}?'],
  [/\bstars? (\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]+)+)/u, 'Who stars in {t}?|Which actor appears in {t}?'],
  [
    /\bplays? (?:for|as an?) ((?:\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]+)*)|\p{Ll}+)/u,
    'For whom or as what does {t} play?',
  ],
  [
    /\b(?:is|was) an? ((?:\p{Lu}\p{Ll}+ )?(?:\p{Ll}+ ){0,2}\p{Ll}+)[.,]/u,
    'What is {t}?|What kind of thing or person is {t}?',
  ],
];

/** A sentence with a name or number blanked and words left out, as a question; undefined where it has none. */
export function clozeQuestion(paragraph: Paragraph, random: Random): NaturalQuestion | undefined {
  const index = random.int(0, paragraph.sentences.length - 1);
  const span = paragraph.sentences[index];
  if (span === undefined) return undefined;
  const sentence = paragraph.text.slice(span.start, span.end);
  if (sentence.length < 40 || sentence.length > 500) return undefined;
  const blanks = findEntities(sentence).filter((value) => sentence.indexOf(value) > 0 && value.length > 1);
  if (blanks.length === 0) return undefined;
  const answer = random.pick(blanks);
  const at = sentence.indexOf(answer);
  const thin = (text: string) =>
    text
      .split(/\s+/)
      .filter((word) => word !== '' && random.float() > 0.25)
      .join(' ');
  const question = `${thin(sentence.slice(0, at))} ___ ${thin(sentence.slice(at + answer.length))}`.trim();
  return {
    id: 'cloze',
    question,
    answers: [answer],
    gold: [{ paragraph, sentences: [index] }],
    near: [],
    bridge: false,
  };
}

/** A simple question about the title of a paragraph, where one of its sentences has a known form. */
export function templateQuestion(paragraph: Paragraph, random: Random): NaturalQuestion | undefined {
  const found: { index: number; answer: string; asks: string }[] = [];
  paragraph.sentences.forEach(({ start, end }, index) => {
    const sentence = paragraph.text.slice(start, end);
    for (const [pattern, asks] of patterns) {
      const answer = pattern.exec(sentence)?.[1];
      if (answer !== undefined) found.push({ index, answer, asks });
    }
  });
  if (found.length === 0) return undefined;
  const { index, answer, asks } = random.pick(found);
  const question = random.pick(asks.split('|')).replace('{t}', () => paragraph.title);
  return {
    id: 'template',
    question,
    answers: [answer],
    gold: [{ paragraph, sentences: [index] }],
    near: [],
    bridge: false,
  };
}

/** Cloze and template questions about plain paragraphs: variety without question files. */
export function clozeTask(options: {
  name?: string;
  paragraphs: readonly Paragraph[];
  templates?: number;
}): NaturalTask {
  const name = options.name ?? 'cloze';
  return {
    name,
    description: 'Sentences with a blank, and simple questions, about plain paragraphs among others.',
    form: 'select',
    canBeUnanswerable: true,
    generate(generate) {
      const random = new Random(`${name}/${generate.split ?? 'train'}/${generate.seed}`);
      const draw = random.fork('question');
      for (;;) {
        const paragraph = draw.pick(options.paragraphs);
        const make = draw.chance(options.templates ?? 0.4) ? templateQuestion : clozeQuestion;
        const question = make(paragraph, draw);
        if (question) return naturalSample({ name, pool: options.paragraphs }, question, generate, random);
      }
    },
  };
}
