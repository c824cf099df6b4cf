import { saysNothing } from '@memagent/core';
import type { Sample } from '../task/task.ts';
import { normalizeAnswer } from './normalize.ts';

/** What a verifier looks at. */
export type Expected = Pick<Sample, 'answers' | 'match'> & { readonly answerable?: boolean };

/** Scores an answer from 0 to 1. A failed request is an empty answer, and that is wrong. */
export type Verifier = (answer: string, expected: Expected) => number;

const yesNo = new Set(['yes', 'no', 'noanswer']);

/** Whether an answer says that the text has none. */
export const abstains = (answer: string): boolean =>
  saysNothing(answer.trim()) || /^(?:unanswerable|not answerable|no answer|nothing)\.?$/i.test(answer.trim());

/**
 * Questions without an answer are right when the answer says so; a failed request says nothing. Where there is one, to
 * say that there is none is wrong, even if the words are in it: "no answer" is not the answer "no".
 */
function answerableOr(score: Verifier): Verifier {
  return (answer, expected) => {
    if (expected.answerable === false) return answer.trim() !== '' && abstains(answer) ? 1 : 0;
    const said = normalizeAnswer(answer);
    const isNone = abstains(answer) && !expected.answers.some((gold) => normalizeAnswer(gold) === said);
    return isNone || expected.answers.length === 0 ? 0 : score(answer, expected);
  };
}

/**
 * For training: the whole answer, normalised, equals an accepted one. Where all items are asked for, it must name each
 * and nothing else; commas, semicolons, line ends and "and" may stand between them, and in an item too.
 */
export const strict: Verifier = answerableOr((answer, { answers, match }) => {
  const given = normalizeAnswer(answer);
  if (given === '') return 0;
  if (match === 'any') return answers.some((gold) => normalizeAnswer(gold) === given) ? 1 : 0;
  // A comma ends an item ("12,15") or stands in one ("1,200").
  const ways = [
    (text: string) => text.replace(/[,;\n]/g, ' '),
    (text: string) => text.replace(/[;\n]/g, ' '),
  ];
  return ways.some((spaced) => namesAll(apart(spaced(answer)), answers.map(spaced).map(apart))) ? 1 : 0;
});

/** Normalised, with a space of its own on both sides of each word. */
const apart = (text: string): string => normalizeAnswer(text).replace(/\S+/g, ' $& ').replaceAll('   ', '  ');

/** Whether every item stands in the answer and nothing but "and" beside them; longer ones are taken out first. */
function namesAll(answer: string, items: readonly string[]): boolean {
  let rest = answer;
  for (const item of [...new Set(items)].sort((a, b) => b.length - a.length)) {
    if (item === '' || !rest.includes(item)) return false;
    rest = rest.replaceAll(item, '|');
  }
  return rest.split(/[ |]+/).every((word) => word === '' || word === 'and');
}

/**
 * The published table's metric: the first accepted answer stands in the answer or the answer in it, after
 * normalisation. Its holes are kept, for comparison only: an answer that normalises to nothing ("the", "-") counts
 * as right, so does "unknown" for the gold "no", and any short answer that happens to stand inside a long gold.
 */
export const subEm: Verifier = (answer, { answers, answerable }) => {
  if (answerable === false || answers.length === 0) return 0;
  const given = normalizeAnswer(answer);
  const gold = normalizeAnswer(answers[0]!);
  return given.includes(gold) || gold.includes(given) ? 1 : 0;
};

/** One way only, and at the borders of words: an accepted answer (or every item) stands in the answer. */
export const contains: Verifier = answerableOr((answer, { answers, match }) => {
  const given = ` ${normalizeAnswer(answer)} `;
  const holds = (gold: string) => {
    const normal = normalizeAnswer(gold);
    return normal !== '' && given.includes(` ${normal} `);
  };
  return (match === 'any' ? answers.some(holds) : answers.every(holds)) ? 1 : 0;
});

/** Equality with any accepted answer after normalisation; where all items are asked for, as `strict`. */
export const em: Verifier = answerableOr((answer, { answers, match }) => {
  if (match === 'all') return strict(answer, { answers, match });
  const given = normalizeAnswer(answer);
  return answers.some((gold) => normalizeAnswer(gold) === given) ? 1 : 0;
});

/**
 * The harmonic mean of precision and recall over words, the best over accepted answers, or over the words of all items
 * where all are asked for; yes and no must match.
 */
export const f1: Verifier = answerableOr((answer, { answers, match }) => {
  const accepted = match === 'all' ? [answers.join(' ')] : answers;
  return Math.max(...accepted.map((gold) => wordF1(normalizeAnswer(answer), normalizeAnswer(gold))));
});

function wordF1(given: string, gold: string): number {
  if ((yesNo.has(given) || yesNo.has(gold)) && given !== gold) return 0;
  const givenWords = given.split(' ').filter(Boolean);
  const goldWords = gold.split(' ').filter(Boolean);
  const left = new Map<string, number>();
  for (const word of goldWords) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of givenWords) {
    const count = left.get(word) ?? 0;
    if (count > 0) {
      common++;
      left.set(word, count - 1);
    }
  }
  if (common === 0) return 0;
  const precision = common / givenWords.length;
  const recall = common / goldWords.length;
  return (2 * precision * recall) / (precision + recall);
}

/** RULER: the share of references that stand in the answer, whatever their case. */
export const stringMatchAll: Verifier = answerableOr((answer, { answers }) => {
  const given = answer.toLowerCase();
  return answers.filter((gold) => given.includes(gold.toLowerCase())).length / answers.length;
});

/** RULER: 1 when any reference stands in the answer, whatever its case. */
export const stringMatchPart: Verifier = answerableOr((answer, { answers }) => {
  const given = answer.toLowerCase();
  return answers.some((gold) => given.includes(gold.toLowerCase())) ? 1 : 0;
});

/** All verifiers by the names that reports use. */
export const verifiers: Readonly<Record<string, Verifier>> = {
  strict,
  sub_em: subEm,
  contains,
  f1,
  em,
  string_match_all: stringMatchAll,
  string_match_part: stringMatchPart,
};
