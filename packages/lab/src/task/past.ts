import {
  countWords,
  matchScore,
  newFrequencies,
  oneLine,
  rareStems,
  sentenceInContext,
  splitSentences,
} from '@memagent/core';
import type { Random } from '../random.ts';
import type { Sample } from './task.ts';

export interface PastOptions {
  readonly random: Random;
  /** The most lines. */
  readonly most: number;
}

/** In characters: the longest sentence that is taken. */
const longest = 400;

/**
 * What a long text before this one would have left in the memory: sentences of another text that look like evidence for
 * a question and are none, some of the best, in reading order. A long past is nothing else to a reader than its memory,
 * so a short text that begins with such lines is read as the end of a long one.
 */
export function pastLines(sample: Sample, other: string, { random, most }: PastOptions): string[] {
  const sentences = splitSentences(other, { max: Number.POSITIVE_INFINITY });
  const frequencies = newFrequencies();
  countWords(frequencies, other, sentences);
  const wanted = rareStems(sample.question);
  const answers = sample.answers.map((answer) => answer.toLowerCase()).filter((answer) => answer !== '');
  const count = random.int(1, most);
  const best = sentences
    .map((sentence, index) => ({ index, line: oneLine(sentenceInContext(sentence)) }))
    .filter(({ line }) => line.length < longest)
    .map((one) => ({ ...one, score: matchScore(frequencies, wanted, one.line) }))
    .filter(({ score, line }) => score > 0 && !answers.some((answer) => line.toLowerCase().includes(answer)))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, 2 * count);
  return random
    .sample(best, Math.min(count, best.length))
    .sort((a, b) => a.index - b.index)
    .map(({ line }) => line)
    .filter((line, at, lines) => lines.indexOf(line) === at);
}
