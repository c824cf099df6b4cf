import { splitSentences } from '@memagent/core';
import type { AnswerEvent, Source } from './events.ts';
import { shareOfWords, wordsOf } from './words.ts';

/** A sentence of the answer and the source that it rests on most; `source` counts from 0 in the answer's sources. */
export interface AnswerPart {
  readonly text: string;
  readonly source: number | undefined;
}

/** The answer, sentence by sentence, each with its source; white space between them stays with the one before. */
export function answerParts({ answer, sources }: Pick<AnswerEvent, 'answer' | 'sources'>): AnswerPart[] {
  const sentences = splitSentences(answer);
  if (sentences.length === 0)
    return answer === '' ? [] : [{ text: answer, source: bestSource(answer, sources) }];
  return sentences.map((sentence, i) => ({
    text: answer.slice(i === 0 ? 0 : sentence.start, sentences[i + 1]?.start ?? answer.length),
    source: bestSource(sentence.text, sources),
  }));
}

/** The source that holds a sentence, else the one with most of its words, else the first. */
export function bestSource(sentence: string, sources: readonly Source[]): number | undefined {
  if (sources.length === 0) return undefined;
  const plain = sentence
    .toLowerCase()
    .replace(/[.!?\s]+$/, '')
    .trim();
  const words = wordsOf(sentence);
  let best = 0;
  let most = -1;
  for (const [i, source] of sources.entries()) {
    const score =
      (plain !== '' && source.text.toLowerCase().includes(plain) ? 1 : 0) +
      shareOfWords(words, wordsOf(source.text));
    if (score > most) [best, most] = [i, score];
  }
  return best;
}
