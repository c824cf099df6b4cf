import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the shipped model's weights lie; undefined where this package came without them. */
export function pocketPath(): string | undefined {
  const path = fileURLToPath(new URL('../pocket.gguf', import.meta.url));
  return existsSync(path) ? path : undefined;
}

/** How the shipped model wants to be used: what it was trained with. */
export const pocketDefaults = {
  profile: 'pocket',
  policy: 'select',
  hints: true,
  review: true,
  weigh: true,
  keepMatches: true,
  chunkTokens: 700,
  memoryTokens: 512,
  questionTokens: 256,
  outputTokens: 192, // of a list of five ids
} as const;

/** A special token that the vocabularies of pocket models have and others lack. */
export const pocketToken = '<|select|>';
