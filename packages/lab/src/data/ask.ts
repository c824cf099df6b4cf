import type { Random } from '../random.ts';
import { type Neighbours, rephrase } from '../words/neighbours.ts';
import { type AnswerSpan, type AnswerType, answerSpans } from './answer-spans.ts';
import { findEntities } from './exchange.ts';

/** A question that was made from a sentence, and the words of the sentence that answer it. */
export interface MadeQuestion {
  readonly question: string;
  readonly answer: string;
}

const asks: Readonly<Record<AnswerType, readonly string[]>> = {
  name: ['who', 'who', 'whom', 'what', 'which', 'whose', 'what name', 'which person'],
  place: ['where', 'in which place', 'what place', 'where', 'in what town', 'which'],
  year: ['when', 'in what year', 'what year', 'in which year'],
  date: ['when', 'on what date', 'what day', 'on which day'],
  number: ['how many', 'how many', 'what number of', 'how many'],
  amount: ['how much', 'how much', 'what', 'what amount', 'how long', 'how far', 'what sum', 'how many'],
  thing: ['what', 'what', 'what', 'which', 'which', 'what kind of thing', 'what sort of'],
};
const helpers = ['', '', 'did', 'was', 'is', 'does', 'were', 'had', 'do'];
const forWhom = [
  'the man who',
  'the woman who',
  'the person who',
  'the one who',
  'the one that',
  'the place that',
];

/**
 * A question about a sentence, in rough English: one of its spans asked for with the right question word, the rest
 * thinned out, out of order, and partly in other words. Undefined where nothing in it can be asked for.
 */
export function askAbout(
  sentence: string,
  random: Random,
  neighbours?: Neighbours,
): MadeQuestion | undefined {
  if (sentence.length < 30 || sentence.length > 500) return undefined;
  const spans = answerSpans(sentence);
  if (spans.length === 0) return undefined;
  const types = [...new Set(spans.map(({ type }) => type))];
  const type = random.pick(types);
  const span = random.pick(spans.filter((candidate) => candidate.type === type));
  const question = phrase(sentence, span, random, neighbours);
  return question === undefined ? undefined : { question, answer: sentence.slice(span.start, span.end) };
}

/**
 * A question that needs two sentences: what the second says of somebody or something that only the first describes.
 * Undefined where they share no name or the second has nothing else to ask for.
 */
export function askAcross(
  first: string,
  second: string,
  random: Random,
  neighbours?: Neighbours,
): MadeQuestion | undefined {
  if (Math.min(first.length, second.length) < 40 || Math.max(first.length, second.length) > 400)
    return undefined;
  const shared = findEntities(first).filter((name) => isName(name) && standsIn(second, name));
  if (shared.length === 0) return undefined;
  const name = random.pick(shared);
  const spans = answerSpans(second).filter(({ start, end }) => {
    const answer = second.slice(start, end);
    return !answer.includes(name) && !name.includes(answer) && !first.includes(answer);
  });
  if (spans.length === 0) return undefined;
  const span = random.pick(spans);
  const at = first.indexOf(name);
  const about = window(first, { start: at, end: at + name.length }, random, 5, 12);
  const described = [about.left, about.right]
    .map((part) => thin(part, random, 0.15))
    .join(' ')
    .trim();
  if (described.split(' ').length < 3) return undefined;
  const question = phrase(second, span, random, neighbours, (text) =>
    text.replace(wholeName(name), () => `${random.pick(forWhom)} ${described}`),
  );
  if (question === undefined || question.includes(name) || !question.includes(described)) return undefined;
  return { question, answer: second.slice(span.start, span.end) };
}

const isName = (text: string) => /^\p{Lu}\p{L}{2}/u.test(text) && !titles.has(text);
const titles = new Set(['Mrs', 'Miss', 'Sir', 'Lady', 'Lord', 'God']);
const wholeName = (name: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])(?:['’]s)?`, 'gu');
const standsIn = (text: string, name: string) => wholeName(name).test(text);

function phrase(
  sentence: string,
  span: AnswerSpan,
  random: Random,
  neighbours: Neighbours | undefined,
  rewrite: (text: string) => string = (text) => text,
): string | undefined {
  const rest = span.rest ?? 0;
  const { left, right } = window(sentence, span, random, Math.max(4, rest + 2), Math.max(16, rest + 2), rest);
  const drop = random.pick([0.05, 0.15, 0.3]);
  const rate = neighbours === undefined ? 0 : random.weighted([0, 0.3, 0.6, 1], [0.3, 0.25, 0.25, 0.2]);
  const say = (text: string, keep = 0) => {
    const words = text.split(' ');
    const thinned = thin(words.slice(keep).join(' '), random, drop);
    const rewritten = rewrite([...words.slice(0, keep), thinned].join(' '));
    return rate === 0 ? rewritten : rephrase(rewritten, neighbours!, random, rate);
  };
  const before = say(left);
  let after = say(right, rest);
  if (`${before} ${after}`.trim().split(' ').length < 3) return undefined;
  let word = random.pick(asks[span.type]);
  // "which" is followed by what kind of thing is asked for: a neighbour of the answer's last word.
  const kinds = neighbours?.get(sentence.slice(span.start, span.end).split(' ').at(-1)!.toLowerCase());
  if (word === 'which' && kinds !== undefined && kinds.length > 0) word = `which ${random.pick(kinds)}`;
  // "how many" is followed by what was counted.
  if (span.type === 'number' && rest > 0) {
    const [counted = '', ...others] = after.split(' ');
    word = `${word} ${counted}`;
    after = others.join(' ');
  }
  const helper = random.pick(helpers);
  const forms = [
    `${word} ${helper} ${before} ${after}?`,
    `${before} ${word} ${after}?`,
    `${word} ${after} ${helper} ${before}?`,
    `${before} ___ ${after}`,
  ];
  const made = random.weighted(forms, [0.4, 0.2, 0.2, 0.2]).replace(/\s+/g, ' ').replace(' ?', '?').trim();
  return made.charAt(0).toUpperCase() + made.slice(1);
}

/** The words around a span, at least `least` and at most `most` in all where there are as many, `rest` of them after it. */
function window(
  sentence: string,
  span: { start: number; end: number },
  random: Random,
  least: number,
  most: number,
  rest = 0,
): { left: string; right: string } {
  const bare = (text: string) =>
    text
      .replace(/["“”()[\];:.!?—_*]+/g, ' ')
      .split(/\s+/)
      .filter((word) => word !== '' && word !== ',');
  const left = bare(sentence.slice(0, span.start));
  const right = bare(sentence.slice(span.end));
  const count = random.int(least, most);
  const fromLeft = Math.min(
    left.length,
    Math.max(count - right.length, Math.round((count - rest) * random.float())),
  );
  return {
    left: fromLeft === 0 ? '' : left.slice(-fromLeft).join(' '),
    right: right.slice(0, Math.max(0, count - fromLeft)).join(' '),
  };
}

const thin = (text: string, random: Random, drop: number) =>
  text
    .split(' ')
    .filter((word) => word !== '' && !random.chance(drop))
    .map((word) => word.replace(/[,;]+$/, ''))
    .join(' ');
