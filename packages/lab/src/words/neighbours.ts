import { MemAgentError } from '@memagent/core';
import { z } from 'zod';
import { readText } from '../data/file.ts';
import type { Random } from '../random.ts';

/** For a word, others that are used alike: not its synonyms only, but what can stand in its place. */
export type Neighbours = ReadonlyMap<string, readonly string[]>;

const where = 'It is JSON, {"word": ["another", …]}; `recipes/pocket` makes it from a language model.';

/** Reads a table of neighbours. */
export async function loadNeighbours(path: string): Promise<Neighbours> {
  const parsed = z.record(z.string(), z.array(z.string())).safeParse(parse(await readText(path, where)));
  if (!parsed.success) {
    throw new MemAgentError('bad-input', `${path} is no table of neighbouring words.`, { hint: where });
  }
  return new Map(Object.entries(parsed.data));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text with each word that has neighbours exchanged for one of them, with probability `rate`. */
export function rephrase(text: string, neighbours: Neighbours, random: Random, rate: number): string {
  return text.replace(/(?<![\p{L}'’-])\p{Ll}{3,}(?![\p{L}'’-])/gu, (word) => {
    const others = neighbours.get(word);
    return others === undefined || others.length === 0 || !random.chance(rate) ? word : random.pick(others);
  });
}
