import { linesMemory, type Model, oneLine, pocket, rareStems } from '@memagent/core';
import { Random } from '../random.ts';
import { normalizeAnswer } from '../verify/normalize.ts';
import { f1 } from '../verify/verify.ts';
import { type AnswerType, answerSpans } from './answer-spans.ts';
import { askingPrompt } from './asking.ts';
import type { Paragraph, Span } from './paragraph.ts';

/** A question that a model made, as a row of a SQuAD file: `loadSquad` reads it. */
export interface MadeRow {
  readonly id: string;
  readonly title: string;
  readonly context: string;
  readonly question: string;
  readonly answers: readonly { readonly text: string; readonly answer_start: number }[];
}

export interface MakeQuestionsOptions {
  /** Pocket after training on traces with questions to make (`memagent traces --asking`). */
  readonly model: Model;
  /** Answers what was asked; the same unless told. */
  readonly reader?: Model;
  readonly seed: number;
  /** The most questions of a paragraph that are tried; 6 unless told. */
  readonly each?: number;
  /** Paragraphs at once; 64 unless told. */
  readonly concurrency?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly signal?: AbortSignal;
  /** Told of every try: whether something that reads like a question came of it, and whether it was answered rightly. */
  readonly onTry?: (outcome: 'no question' | 'not answered' | 'made') => void;
}

/** The least agreement, as F1 over words, of the answer that was asked for and the one that the question is given. */
const agreement = 0.8;

// Names and numbers make better questions than things.
const weights: Readonly<Record<AnswerType, number>> = {
  ...{ name: 2, place: 2, year: 1.5, date: 1.5 },
  ...{ number: 1.5, amount: 1.5, thing: 1 },
};

/**
 * Questions about paragraphs, made by the model and answered by the reader from the sentence alone: those are kept whose
 * answer is the one that was asked for.
 *
 * @example
 * for await (const row of makeQuestions(await loadParagraphs('paragraphs.jsonl'), { model, seed: 1 }))
 *   process.stdout.write(`${JSON.stringify(row)}\n`);
 */
export async function* makeQuestions(
  paragraphs: Iterable<Paragraph>,
  options: MakeQuestionsOptions,
): AsyncGenerator<MadeRow> {
  const waiting: Promise<MadeRow[]>[] = [];
  let number = 0;
  for (const paragraph of paragraphs) {
    options.signal?.throwIfAborted();
    waiting.push(ofParagraph(paragraph, number++, options));
    // One that fails before its turn comes must not end the process.
    waiting.at(-1)!.catch(() => {});
    if (waiting.length >= (options.concurrency ?? 64)) yield* await waiting.shift()!;
  }
  for (const rows of waiting) yield* await rows;
}

async function ofParagraph(
  paragraph: Paragraph,
  number: number,
  options: MakeQuestionsOptions,
): Promise<MadeRow[]> {
  const random = new Random(`make-questions/${options.seed}/${number}`);
  const spans = drawSpans(paragraph, options.each ?? 6, random);
  const rows = await Promise.all(
    spans.map(async (span, i): Promise<MadeRow | undefined> => {
      const question = await ask(paragraph, span, random.fork(`${i}`).next(), options);
      const answer = paragraph.text.slice(span.start, span.end);
      const good = question !== undefined && (await answers(paragraph, span, question, options));
      options.onTry?.(question === undefined ? 'no question' : good ? 'made' : 'not answered');
      if (!good) return undefined;
      return {
        id: `made-${options.seed}-${number}-${i}`,
        title: paragraph.title,
        context: paragraph.text,
        question,
        answers: [{ text: answer, answer_start: span.start }],
      };
    }),
  );
  const found = rows.filter((row) => row !== undefined);
  return [...new Map(found.map((row) => [row.question, row])).values()];
}

/** Some of the spans of a paragraph that a question could ask for. */
function drawSpans({ text, sentences }: Paragraph, count: number, random: Random): Span[] {
  const all = sentences.flatMap(({ start, end }) =>
    answerSpans(text.slice(start, end)).map((span) => ({
      start: start + span.start,
      end: start + span.end,
      weight: weights[span.type],
    })),
  );
  const drawn: Span[] = [];
  while (drawn.length < count && all.length > 0) {
    const span = random.weighted(
      all,
      all.map(({ weight }) => weight),
    );
    all.splice(all.indexOf(span), 1);
    drawn.push(span);
  }
  return drawn;
}

async function ask(
  paragraph: Paragraph,
  span: Span,
  seed: number,
  { model, temperature = 0.8, topP = 0.95, signal }: MakeQuestionsOptions,
): Promise<string | undefined> {
  const { text, finish } = await model.complete(askingPrompt(paragraph, span), {
    ...{ maxTokens: 48, temperature, topP, seed },
    ...(signal ? { signal } : {}),
  });
  const question = oneLine(text.replace(/<\|end\|>\s*$/, ''));
  const answer = paragraph.text.slice(span.start, span.end);
  return finish === 'stop' && readsLikeQuestion(question, answer, paragraph) ? question : undefined;
}

/** Whether it could be a question about a paragraph: of some length, without the answer and without turning in circles. */
export function readsLikeQuestion(question: string, answer: string, { title, text }: Paragraph): boolean {
  const words = question.split(' ');
  if (!question.endsWith('?') || question.includes('<|') || words.length < 4 || words.length > 30)
    return false;
  if (new Set(words.map((word) => word.toLowerCase())).size < 0.7 * words.length) return false;
  if (` ${normalizeAnswer(question)} `.includes(` ${normalizeAnswer(answer)} `)) return false;
  const known = rareStems(`${title} ${text}`);
  return [...rareStems(question)].some((stem) => known.has(stem));
}

async function answers(
  paragraph: Paragraph,
  span: Span,
  question: string,
  { model, reader = model, signal }: MakeQuestionsOptions,
): Promise<boolean> {
  const { title, text, sentences } = paragraph;
  const lines = paragraph.sentencesAt(span.start, span.end).map((index) => ({
    text: oneLine(
      `${title === '' ? '' : `${title}: `}${text.slice(sentences[index]!.start, sentences[index]!.end)}`,
    ),
    entered: 0,
  }));
  const reply = await reader.complete(pocket.final({ question, memory: linesMemory(lines) }), {
    maxTokens: 32,
    ...(signal ? { signal } : {}),
  });
  const given = pocket.answer(reply.text);
  const wanted = { answers: [text.slice(span.start, span.end)], match: 'any' as const, answerable: true };
  return given.answered && f1(given.text, wanted) >= agreement;
}
