import { readFile } from 'node:fs/promises';
import { MemAgentError } from '@memagent/core';
import type { Random } from '../random.ts';
import { adjectives } from './adjectives.ts';
import { nouns } from './nouns.ts';

/** The words that keys are made of. */
export interface Vocabulary {
  readonly adjectives: readonly string[];
  readonly nouns: readonly string[];
}

/** The lists that come with the lab. */
export const vocabulary: Vocabulary = {
  adjectives: [...new Set(adjectives)],
  nouns: [...new Set(nouns)],
};

/** Reads a word list: one word a line, empty lines and lines beginning with `#` left out. */
export async function loadWords(path: string): Promise<string[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new MemAgentError('bad-input', `The word list ${path} cannot be read.`, {
      hint: 'Give a text file with one word a line.',
      cause,
    });
  }
  const words = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (words.length < 20) {
    throw new MemAgentError('bad-input', `The word list ${path} has only ${words.length} words.`, {
      hint: 'Give at least 20 words, one a line.',
    });
  }
  return [...new Set(words)];
}

/** A key as RULER has them: adjective-noun. */
export const hyphenKey = (random: Random, words: Vocabulary = vocabulary): string =>
  `${random.pick(words.adjectives)}-${random.pick(words.nouns)}`;
