import { askingPrompt } from '../data/asking.ts';
import type { EntityPool } from '../data/exchange.ts';
import { exchangeQuestion } from '../data/exchange-question.ts';
import type { NaturalQuestion } from '../data/question.ts';
import type { Random } from '../random.ts';
import type { Trace } from './trace.ts';

/** The share of questions whose names and numbers are exchanged, so that what is asked about is not always known. */
const exchanged = { questions: 0.3, entities: 0.6 };

/** A marked answer and the question that people asked for it; undefined where its text is not in its sentences. */
export function askingTrace(
  questions: readonly NaturalQuestion[],
  entities: EntityPool,
  random: Random,
): Trace | undefined {
  const { question, answers, gold } = exchangeQuestion(random.pick(questions), entities, random, exchanged);
  const { paragraph, sentences } = gold[0]!;
  const { start } = paragraph.sentences[sentences[0]!]!;
  const { end } = paragraph.sentences[sentences.at(-1)!]!;
  const at = paragraph.text.slice(start, end).indexOf(answers[0]!);
  if (at < 0) return undefined;
  return {
    kind: 'ask/question',
    prompt: askingPrompt(paragraph, { start: start + at, end: start + at + answers[0]!.length }),
    reply: question,
  };
}
