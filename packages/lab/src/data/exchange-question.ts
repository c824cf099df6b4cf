import type { Random } from '../random.ts';
import { drawExchange, type EntityPool } from './exchange.ts';
import type { Paragraph } from './paragraph.ts';
import type { NaturalQuestion } from './question.ts';

/** How often names and numbers are exchanged, and how many of them. */
export interface ExchangeOptions {
  /** The share of questions in which something is exchanged; 0.75 unless told. */
  readonly questions?: number;
  /** The share of names and numbers exchanged in such a question; 0.6 unless told. */
  readonly entities?: number;
}

const sentenceTexts = ({ gold }: NaturalQuestion): string[] =>
  gold.flatMap(({ paragraph, sentences }) =>
    sentences.map((index) =>
      paragraph.text.slice(paragraph.sentences[index]!.start, paragraph.sentences[index]!.end),
    ),
  );

/** The evidence of a question as one string, for finding the answer in it. */
const evidenceText = (question: NaturalQuestion) => sentenceTexts(question).join(' ');

/**
 * The same question with its names and numbers exchanged for others, in paragraphs, question and answer alike: there
 * is nothing to memorise, the answer must be read. A question whose answer would no longer stand in its evidence is
 * given back as it was.
 */
export function exchangeQuestion(
  question: NaturalQuestion,
  pool: EntityPool,
  random: Random,
  options: ExchangeOptions = {},
): NaturalQuestion {
  if (!random.chance(options.questions ?? 0.75)) return question;
  const texts = [
    ...question.gold.flatMap(({ paragraph }) => [paragraph.title, paragraph.text]),
    ...question.answers,
  ];
  // Two paragraphs without a bridge are compared, often by their dates: those must stay.
  const compared = question.gold.length > 1 && !question.bridge;
  const exchange = drawExchange(texts, pool, random, { share: options.entities, numbers: !compared });
  if (exchange === undefined) return question;
  const rewritten = new Map<Paragraph, Paragraph>();
  const rewrite = (paragraph: Paragraph) => {
    const done = rewritten.get(paragraph) ?? paragraph.map(exchange);
    rewritten.set(paragraph, done);
    return done;
  };
  const changed: NaturalQuestion = {
    ...question,
    question: exchange(question.question),
    answers: question.answers.map(exchange),
    gold: question.gold.map(({ paragraph, sentences }) => ({ paragraph: rewrite(paragraph), sentences })),
  };
  const before = evidenceText(question);
  const after = evidenceText(changed);
  const kept = question.answers
    .map((answer, index) => [answer, changed.answers[index]!] as const)
    .filter(([old, answer]) => (before.includes(old) ? after.includes(answer) : old === answer))
    .map(([, answer]) => answer);
  if (kept[0] !== changed.answers[0]) return question;
  // An article has forty paragraphs and a sample uses a few: no more than eight are rewritten.
  const near = random.sample(
    question.near.filter((paragraph) => !rewritten.has(paragraph)),
    8,
  );
  return { ...changed, answers: kept, near: near.map(rewrite) };
}
