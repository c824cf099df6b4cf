import type { Prompt, Tokenizer } from '@memagent/core';
import { type PromptFormat, promptIds } from '../rollout/prompt-format.ts';

/** Turns prompts into token ids. */
export type PromptEncoder = (prompt: Prompt) => readonly number[] | Promise<readonly number[]>;

const marker = /<\|[^|]*\|>/g;

/**
 * The ids of `promptIds`, made quickly where that pays: a raw prompt of a tokenizer that answers at once is a hundred
 * short segments, and waiting a turn for each would cost as much as the tokens themselves.
 */
export function promptEncoder(tokenizer: Tokenizer, format: PromptFormat): PromptEncoder {
  const begin = format.begin === undefined ? undefined : tokenizer.special(format.begin);
  const plain = format.begin !== undefined && begin === undefined;
  return (prompt) => {
    const quick =
      prompt.form === 'raw' && !plain
        ? rawIds(prompt, tokenizer, begin === undefined ? [] : [begin])
        : undefined;
    return quick ?? promptIds(prompt, format, tokenizer);
  };
}

/** Undefined where the tokenizer takes its time or lacks a token: the slow way then waits, or says what is wrong. */
function rawIds(prompt: Prompt, tokenizer: Tokenizer, ids: number[]): number[] | undefined {
  const text = (part: string): boolean => {
    if (part === '') return true;
    const more = tokenizer.encode(part);
    if (!(more instanceof Uint32Array)) return false;
    for (let i = 0; i < more.length; i++) ids.push(more[i]!);
    return true;
  };
  for (const segment of prompt.segments) {
    if (!segment.trusted) {
      if (!text(segment.text)) return undefined;
      continue;
    }
    let from = 0;
    for (const match of segment.text.matchAll(marker)) {
      const id = tokenizer.special(match[0]);
      if (id === undefined || !text(segment.text.slice(from, match.index))) return undefined;
      ids.push(id);
      from = match.index + match[0].length;
    }
    if (!text(segment.text.slice(from))) return undefined;
  }
  return ids;
}
