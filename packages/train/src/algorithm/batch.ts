import type { Random } from '@memagent/lab';
import type { Datum } from '../tinker/types.ts';
import type { LossRow } from './policy-loss.ts';
import type { Conversation, Row } from './types.ts';

/** Tokens of a conversation that are trained. */
export const trainedTokens = ({ mask }: Conversation): number =>
  mask.reduce<number>((sum, one) => sum + one, 0);

/** Tokens of a conversation in all: what a pass over it costs. */
export const allTokens = ({ prompt, response }: Conversation): number => prompt.length + response.length;

/** A row as the engine and the loss take it: aligned to the model's input, which lacks the last token. */
export interface AlignedRow extends LossRow {
  readonly datum: Datum;
  readonly row: Row;
}

/** Aligns a row: position i predicts token i + 1, and the prompt's positions count nothing. */
export function alignRow(row: Row): AlignedRow {
  const { prompt, response, logprobs, mask } = row.conversation;
  const full = new Int32Array(allTokens(row.conversation));
  full.set(prompt);
  full.set(response, prompt.length);
  const start = prompt.length - 1;
  const aligned = new Float64Array(full.length - 1);
  if (!row.masked) aligned.set(mask, start);
  const sampled = new Float64Array(full.length - 1);
  sampled.set(logprobs, start);
  return {
    row,
    advantage: row.advantage,
    mask: aligned,
    old: sampled,
    sampled,
    datum: {
      tokens: full.subarray(0, -1),
      inputs: { target_tokens: full.subarray(1), weights: aligned },
    },
  };
}

/** Divides items over `packs` so that their totals are near each other: the longest first, each to the lightest. */
export function balancedPacks(lengths: readonly number[], packs: number): number[][] {
  const made = Array.from({ length: Math.max(1, Math.min(packs, lengths.length)) }, () => ({
    total: 0,
    items: [] as number[],
  }));
  const order = lengths.map((_, i) => i).sort((a, b) => lengths[b]! - lengths[a]! || a - b);
  for (const item of order) {
    let lightest = made[0]!;
    for (const pack of made) if (pack.total < lightest.total) lightest = pack;
    lightest.items.push(item);
    lightest.total += lengths[item]!;
  }
  return made.map(({ items }) => items.sort((a, b) => a - b)).filter((items) => items.length > 0);
}

/** Calls of about `tokens` tokens each, near each other in size. */
export function packByTokens(lengths: readonly number[], tokens: number): number[][] {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return balancedPacks(lengths, Math.max(1, Math.ceil(total / tokens)));
}

/** Splits a batch into minibatches of about equally many tokens, shuffled so that no turn of a reading is alone. */
export function minibatches<T extends { readonly row: Row }>(
  rows: readonly T[],
  count: number,
  random: Random,
): T[][] {
  if (count <= 1) return [[...rows]];
  const shuffled = random.shuffle([...rows]);
  const packs = balancedPacks(
    shuffled.map(({ row }) => allTokens(row.conversation)),
    count,
  );
  return packs.map((items) => items.map((i) => shuffled[i]!));
}
