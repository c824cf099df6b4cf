import { findEntities } from '../data/exchange.ts';
import type { Paragraph } from '../data/paragraph.ts';
import type { NaturalQuestion } from '../data/question.ts';
import { simpleQuestions } from '../data/simple-questions.ts';
import { Random } from '../random.ts';
import { type NaturalTask, naturalSample } from './natural.ts';

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
  const found = simpleQuestions(paragraph);
  if (found.length === 0) return undefined;
  const { sentence, answer, asks } = random.pick(found);
  const question = random.pick(asks).replace('{t}', () => paragraph.title);
  return {
    id: 'template',
    question,
    answers: [answer],
    gold: [{ paragraph, sentences: [sentence] }],
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
