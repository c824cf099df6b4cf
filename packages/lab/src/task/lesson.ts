import { askAbout, askAcross, type MadeQuestion } from '../data/ask.ts';
import { Titles } from '../data/bridge.ts';
import { drawExchange, type EntityPool } from '../data/exchange.ts';
import type { LineIndex } from '../data/line-index.ts';
import { Paragraph } from '../data/paragraph.ts';
import type { NaturalQuestion } from '../data/question.ts';
import { titledLines } from '../data/remembered.ts';
import type { Random } from '../random.ts';
import { type Neighbours, rephrase } from '../words/neighbours.ts';
import { drawBridge } from './bridge.ts';
import { templateQuestion } from './cloze.ts';
import { stretch } from './prose.ts';
import { makeSample } from './sample.ts';
import type { Evidence, Sample } from './task.ts';

/** What a lesson is asked for with. */
export interface LessonOptions {
  /** About how long the text should be, in UTF-16 units. */
  readonly chars: number;
  /** The most questions. */
  readonly questions: number;
  readonly random: Random;
}

/** Many questions about one text: a reader that computes a section once can be asked all of them for little more. */
export interface Lesson {
  /** They share their text, character by character; may be empty. */
  readonly samples: Sample[];
  /** Sentences of the kind of the text that are not in it: what a reader may have kept by mistake before. */
  readonly near: readonly string[];
  /** Lines of all paragraphs there are that match a question best: what a very long text leaves. For questions of people,
   * which mostly say what they are about: many lines answer one that was made from any sentence. */
  readonly matching?: (question: string) => string[];
}

/** Where lessons come from. */
export interface LessonSource {
  readonly name: string;
  lesson(options: LessonOptions): Lesson;
}

/** Of an article that makes a lesson. */
const leastParagraphs = 12;

/** Most chunks of a long text do not answer the question: so it must be in training too. */
const absentPart = 0.45;

/** Questions made from the sentences of running prose, some about another place of the same book. */
export function proseLessons(books: readonly string[], neighbours?: Neighbours): LessonSource {
  const name = 'prose';
  return {
    name,
    lesson({ chars, questions, random }) {
      const book = random.pick(books);
      const text = stretch(book, random.float(), chars);
      const own = new Paragraph('', text);
      const elsewhere = new Paragraph('', stretch(book, random.float(), 4000));
      const samples = collect(questions, () => {
        const absent = random.chance(absentPart);
        const made = ask(absent ? elsewhere : own, random, neighbours);
        return made && lessonSample(name, text, made, absent ? [] : made.evidence, random);
      });
      return { samples, near: titledLines(elsewhere) };
    },
  };
}

/** Questions made from plain paragraphs under their titles, some about paragraphs that are not there. */
export function paragraphLessons(pool: readonly Paragraph[], neighbours?: Neighbours): LessonSource {
  const name = 'cloze';
  return {
    name,
    lesson({ chars, questions, random }) {
      const { text, laid } = lay(random.sample(pool, Math.max(1, Math.round(chars / 500))));
      const samples = collect(questions, () => {
        const absent = random.chance(absentPart);
        const place = absent ? { paragraph: random.pick(pool), start: 0 } : random.pick(laid);
        const made = ask(place.paragraph, random, neighbours);
        const evidence = absent ? [] : shifted(made?.evidence ?? [], place.start);
        return made && lessonSample(name, text, made, evidence, random);
      });
      return { samples, near: random.sample(pool, 24).flatMap(titledLines) };
    },
  };
}

/** Questions made over two paragraphs, one of which names the other, and some about paragraphs that are not there. */
export function bridgeLessons(pool: readonly Paragraph[], neighbours?: Neighbours): LessonSource {
  let titles: Titles | undefined;
  const draw = (random: Random) => {
    titles ??= new Titles(pool);
    return drawBridge(titles, random, neighbours);
  };
  return hopLessons('bridge', draw, pool);
}

/** Of the questions over two paragraphs, those of which the text has the first and not the one that answers. */
const halfPart = 0.2;

/**
 * Questions that need two paragraphs, some about paragraphs that are not there and some about two of which only the first
 * is: it is kept, and answers nothing. With an index the memory may begin with the best lines of all paragraphs.
 */
export function hopLessons(
  name: string,
  draw: (random: Random) => NaturalQuestion | undefined,
  pool: readonly Paragraph[],
  index?: LineIndex,
): LessonSource {
  return {
    name,
    lesson({ chars, questions, random }) {
      const drawn: NaturalQuestion[] = [];
      const order: Paragraph[] = [];
      for (let length = 0; length < chars; ) {
        const whole = draw(random);
        if (whole === undefined || whole.gold.some(({ paragraph }) => isAmong(order, paragraph))) break;
        const question = (random.chance(halfPart) ? withoutAnswer(whole) : undefined) ?? whole;
        drawn.push(question);
        for (const { paragraph } of question.gold) {
          // Anywhere, but after the one that names it.
          const after = question.bridge ? order.indexOf(question.gold[0]!.paragraph) + 1 : 0;
          order.splice(random.int(after, order.length), 0, paragraph);
          length += paragraph.text.length;
        }
      }
      const { text, laid } = lay(order);
      // And as they were before their names were exchanged.
      const known = [...order, ...drawn.flatMap(({ own = [] }) => own)];
      const startOf = new Map(laid.map(({ paragraph, start }) => [paragraph, start]));
      // What another question brought along may answer a half one.
      const asked = drawn.filter((question) => !isHalf(question) || !text.includes(question.answers[0]!));
      const own = asked.map((question) =>
        lessonSample(
          name,
          text,
          { question: question.question, answer: question.answers[0]! },
          question.gold
            .flatMap(({ paragraph, sentences }) =>
              shifted(
                sentences.map((index) => paragraph.sentences[index]!),
                startOf.get(paragraph)!,
              ),
            )
            .sort((a, b) => a.start - b.start),
          random,
          { waits: question.bridge, answerable: !isHalf(question) },
        ),
      );
      const others = collect(Math.max(1, Math.round(own.length * 0.6)), () => {
        const question = draw(random);
        if (question === undefined || question.gold.some(({ paragraph }) => isAmong(order, paragraph)))
          return undefined;
        return lessonSample(
          name,
          text,
          { question: question.question, answer: question.answers[0]! },
          [],
          random,
        );
      });
      return {
        samples: [...own, ...others].slice(0, questions),
        near: random.sample(pool, 24).flatMap(titledLines),
        ...(index && {
          matching: (question: string) =>
            index.best(question, { most: mostMatching, except: (paragraph) => isAmong(known, paragraph) }),
        }),
      };
    },
  };
}

/** A question over two paragraphs, one of which leads to the other, without the one that its answer stands in. */
function withoutAnswer(question: NaturalQuestion): NaturalQuestion | undefined {
  const answer = question.answers[0]!;
  const first = question.gold.filter(({ paragraph }) => !paragraph.text.includes(answer));
  return question.bridge && question.gold.length === 2 && first.length === 1
    ? { ...question, gold: first }
    : undefined;
}

/** One paragraph of two is left of it. */
const isHalf = ({ gold }: NaturalQuestion) => gold.length === 1;

/** The same article, too: with its names exchanged a paragraph is another object. */
const isAmong = (paragraphs: readonly Paragraph[], { title, text }: Paragraph) =>
  paragraphs.some((other) => other.title === title || other.text === text);

/** How many lines of all paragraphs may get into a memory: twice as many as do. */
const mostMatching = 24;

/**
 * The questions of a question set, all those of a few paragraphs of one article, names and numbers exchanged. Articles
 * of few paragraphs are put together. One without answers is asked about the very paragraph that does not answer it.
 */
export function questionLessons(
  name: string,
  questions: readonly NaturalQuestion[],
  entities: EntityPool,
  index: LineIndex,
  neighbours?: Neighbours,
): LessonSource {
  const byTitle = new Map<string, Map<Paragraph, NaturalQuestion[]>>();
  for (const question of questions) {
    const { paragraph } = question.gold[0]!;
    const article = byTitle.get(paragraph.title) ?? new Map<Paragraph, NaturalQuestion[]>();
    byTitle.set(paragraph.title, article.set(paragraph, [...(article.get(paragraph) ?? []), question]));
  }
  const articles: [Paragraph, NaturalQuestion[]][][] = [];
  for (const article of byTitle.values()) {
    const last = articles.at(-1);
    if (last && last.length < leastParagraphs) last.push(...article);
    else articles.push([...article]);
  }
  const sizes = articles.map((article) => article.length);
  return {
    name,
    lesson({ chars, questions: most, random }) {
      const article = random.weighted(articles, sizes);
      const order = random.shuffle([...article]);
      const chosen: typeof order = [];
      for (let length = 0; order.length > 0 && length < chars * 0.8; )
        length += chosen[chosen.push(order.pop()!) - 1]![0].text.length;
      // Other paragraphs of the article are not in the text: what is asked about them is not answered.
      const others = order.slice(0, 3);
      const beside = order.slice(3, 8);
      const asked = [
        ...chosen.flatMap(([, list]) =>
          list.map((question) => ({ question, absent: question.answers.length === 0 })),
        ),
        ...others.flatMap(([, list]) =>
          random.sample(list, 4).map((question) => ({ question, absent: true })),
        ),
      ];
      const paragraphs = [...chosen, ...others, ...beside].map(([paragraph]) => paragraph);
      const titles = new Set(paragraphs.map(({ title }) => title));
      const exchange =
        (random.chance(0.9) &&
          drawExchange(
            paragraphs.flatMap(({ title, text }) => [title, text]),
            entities,
            random,
            { share: 0.6 },
          )) ||
        ((text: string) => text);
      const rewritten = new Map(paragraphs.map((paragraph) => [paragraph, paragraph.map(exchange)]));
      const { text, laid } = lay(chosen.map(([paragraph]) => rewritten.get(paragraph)!));
      const samples = random.sample(asked, most).flatMap(({ question, absent }) => {
        const { paragraph: old, sentences } = question.gold[0]!;
        const paragraph = rewritten.get(old)!;
        const evidence = sentences.map((index) => paragraph.sentences[index]!);
        const answer = exchange(question.answers[0] ?? '');
        // The exchange may have cut an answer apart: then it is no answer any more.
        if (!evidence.some(({ start, end }) => paragraph.text.slice(start, end).includes(answer))) return [];
        const at = laid.find((place) => place.paragraph === paragraph)?.start ?? 0;
        let words = exchange(question.question);
        if (neighbours !== undefined && random.chance(0.35))
          words = rephrase(words, neighbours, random, random.pick([0.15, 0.3]));
        const made = { question: words, answer };
        return [lessonSample(name, text, made, absent ? [] : shifted(evidence, at), random)];
      });
      return {
        samples,
        near: [...others, ...beside].flatMap(([paragraph]) => titledLines(rewritten.get(paragraph)!)),
        // Not of the same article: what it says in its own names contradicts what was exchanged.
        matching: (question) =>
          index.best(question, { most: mostMatching, except: ({ title }) => titles.has(title) }),
      };
    },
  };
}

interface Asked extends MadeQuestion {
  /** Spans in the paragraph, in reading order. */
  readonly evidence: readonly { start: number; end: number }[];
}

/** A question about a paragraph: of one sentence, in a known form about its title, or across two sentences. */
function ask(paragraph: Paragraph, random: Random, neighbours: Neighbours | undefined): Asked | undefined {
  const { sentences, text, title } = paragraph;
  if (sentences.length === 0) return undefined;
  const textOf = (index: number) => text.slice(sentences[index]!.start, sentences[index]!.end);
  const kind = random.float();
  if (kind < 0.25 && sentences.length > 2) {
    for (let tries = 0; tries < 6; tries++) {
      const first = random.int(0, sentences.length - 2);
      const second = random.int(first + 1, sentences.length - 1);
      const made = askAcross(textOf(first), textOf(second), random, neighbours);
      if (made) return { ...made, evidence: [sentences[first]!, sentences[second]!] };
    }
  }
  if (kind > 0.85 && title !== '') {
    const made = templateQuestion(paragraph, random);
    if (made)
      return {
        question: made.question,
        answer: made.answers[0]!,
        evidence: [sentences[made.gold[0]!.sentences[0]!]!],
      };
  }
  const index = random.int(0, sentences.length - 1);
  const made = askAbout(textOf(index), random, neighbours);
  if (made === undefined) return undefined;
  // Half of the questions about an encyclopedia's paragraph name what it is about.
  const named = title !== '' && !made.question.includes(title) && random.chance(0.5);
  const question = named ? `${title}: ${made.question}` : made.question;
  return { question, answer: made.answer, evidence: [sentences[index]!] };
}

function lessonSample(
  task: string,
  text: string,
  made: MadeQuestion,
  spans: readonly { start: number; end: number }[],
  random: Random,
  { waits = true, answerable = spans.length > 0 } = {},
): Sample {
  return makeSample({
    task,
    options: { seed: random.next(), length: Math.round(text.length / 4) },
    question: made.question,
    answers: [made.answer],
    answerable,
    composition: { length: text.length, pieces: () => [text] },
    evidence: spans.map(
      ({ start, end }, index): Evidence => ({
        start,
        end,
        fact: text.slice(start, end),
        ...(waits && index > 0 && { needs: 0 }),
      }),
    ),
  });
}

/** Paragraphs under their titles as one text, and where each begins in it. */
function lay(paragraphs: readonly Paragraph[]): {
  text: string;
  laid: { paragraph: Paragraph; start: number }[];
} {
  let text = '';
  const laid = paragraphs.map((paragraph) => {
    text += `${text === '' ? '' : '\n\n'}${paragraph.title}\n`;
    const start = text.length;
    text += paragraph.text;
    return { paragraph, start };
  });
  return { text, laid };
}

const shifted = (spans: readonly { start: number; end: number }[], by: number) =>
  spans.map(({ start, end }) => ({ start: start + by, end: end + by }));

/** As many as wanted, of about twice as many tries. */
function collect(count: number, make: () => Sample | undefined): Sample[] {
  const made: Sample[] = [];
  for (let tries = 0; tries < 2 * count && made.length < count; tries++) {
    const sample = make();
    if (sample) made.push(sample);
  }
  return made;
}
