import { MemAgentError } from '@memagent/core';
import { EntityPool } from '../data/exchange.ts';
import { type ExchangeOptions, exchangeQuestion } from '../data/exchange-question.ts';
import { bareTitle } from '../data/hotpot.ts';
import type { Paragraph } from '../data/paragraph.ts';
import type { Gold, NaturalQuestion } from '../data/question.ts';
import { Random } from '../random.ts';
import { composeTokens } from './compose.ts';
import { type DocumentLayout, type DocumentOptions, goldSpans, layDocuments } from './documents.ts';
import { makeSample } from './sample.ts';
import type { Evidence, GenerateOptions, Sample, Task } from './task.ts';

/** What a task of natural questions is made from. */
export interface NaturalTaskOptions {
  readonly name: string;
  readonly description?: string;
  readonly questions: readonly NaturalQuestion[];
  /** Further distractors. */
  readonly pool: readonly Paragraph[];
  /** Exchange names and numbers (training); off unless told. */
  readonly exchange?: ExchangeOptions;
}

/** Options of one natural sample beside the usual ones. */
export interface NaturalOptions extends GenerateOptions, Omit<DocumentOptions, 'depths'> {
  /** Which question, by its place in the list; drawn by the seed unless told. */
  readonly index?: number;
}

export interface NaturalTask extends Task {
  generate(options: NaturalOptions): Sample;
}

/**
 * Questions about paragraphs among distractors, at any length: RULER's qa tasks and RULER-HQA. Consecutive seeds give
 * different questions until all have been asked. A gold paragraph never occurs twice; without an answer it does not
 * occur at all.
 *
 * @example
 * const corpus = await loadCorpus('test', files);
 * const task = naturalTask({ name: 'hqa', questions: corpus.hotpot!.questions, pool: corpus.pool });
 * const sample = task.generate({ seed: 1, length: 0, documents: 200, split: 'test' });
 */
export function naturalTask(task: NaturalTaskOptions): NaturalTask {
  if (task.questions.length === 0) {
    throw new MemAgentError('bad-input', `The task ${task.name} has no questions.`, {
      hint: 'Give a question file that has some in this split.',
    });
  }
  const asked = questionOrder(task.name, task.questions.length);
  let entities: EntityPool | undefined;
  return {
    name: task.name,
    description: task.description ?? 'Questions about paragraphs among others, shuffled, at any length.',
    form: 'select',
    canBeUnanswerable: true,
    generate(options) {
      const random = new Random(`${task.name}/${options.split ?? 'train'}/${options.seed}`);
      const index = options.index ?? asked(options.seed);
      let question = task.questions[index]!;
      if (task.exchange !== undefined) {
        entities ??= new EntityPool([
          ...sampled(task.pool),
          ...sampled(task.questions.map(({ gold }) => gold[0]!.paragraph)),
        ]);
        question = exchangeQuestion(question, entities, random.fork('exchange'), task.exchange);
      }
      return naturalSample(task, question, options, random);
    },
  };
}

/** Which of so many questions a seed asks: all of them in turn, in a shuffled order. */
export function questionOrder(name: string, count: number): (seed: number) => number {
  const order = new Random(`${name}/questions`).shuffle(Uint32Array.from({ length: count }, (_, i) => i));
  return (seed) => order[((seed % count) + count) % count]!;
}

/** Names come from a few thousand paragraphs spread over the whole list. */
export function* sampled(list: readonly Paragraph[], count = 8000) {
  const step = Math.max(1, list.length / count);
  for (let at = 0; at < list.length; at += step) yield list[Math.floor(at)]!;
}

/** One sample of a question that may have been exchanged or made up. */
export function naturalSample(
  task: Pick<NaturalTaskOptions, 'name' | 'pool'>,
  question: NaturalQuestion,
  options: NaturalOptions,
  random: Random,
): Sample {
  const answerable = options.answerable ?? true;
  // In training the hops come in an order in which each can be recognised; in tests as chance has it.
  const keepOrder = options.keepOrder ?? (options.split !== 'test' && question.bridge);
  const waits = question.bridge ? waitingGold(question) : new Set<Gold>();
  const gold = answerable
    ? [...question.gold].sort((a, b) => Number(waits.has(a)) - Number(waits.has(b)))
    : [];
  const make = (chars: number): DocumentLayout =>
    layDocuments(
      {
        gold: gold.map(({ paragraph }) => paragraph),
        near: question.near,
        pool: task.pool,
        avoid: question.gold,
      },
      chars,
      random,
      { ...options, keepOrder },
    );
  const layout = options.documents === undefined ? composeTokens(options, make) : make(0);
  const spans = goldSpans(layout, gold).sort((a, b) => a.start - b.start);
  const evidence = spans.map((span): Evidence => {
    const paragraph = gold[span.gold]!.paragraph;
    const { start, end } = paragraph.sentences[span.sentence]!;
    const needs = waits.has(gold[span.gold]!)
      ? spans.findIndex((other) => !waits.has(gold[other.gold]!))
      : -1;
    return {
      start: span.start,
      end: span.end,
      fact: `${paragraph.title}: ${paragraph.text.slice(start, end)}`,
      ...(needs >= 0 && { needs }),
    };
  });
  return makeSample({
    task: task.name,
    options,
    ...(options.documents !== undefined && { size: `${options.documents}-documents` }),
    question: question.question,
    answers: question.answers,
    answerable,
    composition: layout,
    evidence,
    meta: {
      question: question.id,
      documents: layout.documents,
      bridge: question.bridge,
      // False when a hop lies before the one that makes it recognisable: one pass in order cannot keep it.
      reachable: evidence.every(({ needs }, index) => needs === undefined || needs < index),
    },
  });
}

/** Gold paragraphs that nothing in the question points at: neither their title nor several of its rarer words. */
function waitingGold(question: NaturalQuestion): Set<Gold> {
  const asked = question.question.toLowerCase();
  const words = new Set(asked.match(/[\p{L}\p{N}]{5,}/gu) ?? []);
  const points = question.gold.map(({ paragraph, sentences }) => {
    if (asked.includes(bareTitle(paragraph.title))) return 10;
    const text = sentences
      .map((index) =>
        paragraph.text.slice(paragraph.sentences[index]!.start, paragraph.sentences[index]!.end),
      )
      .join(' ')
      .toLowerCase();
    const shared = new Set(
      (`${paragraph.title} ${text}`.toLowerCase().match(/[\p{L}\p{N}]{5,}/gu) ?? []).filter((word) =>
        words.has(word),
      ),
    );
    return shared.size;
  });
  const best = Math.max(...points);
  return new Set(question.gold.filter((_, index) => points[index]! < 2 && points[index]! < best));
}
