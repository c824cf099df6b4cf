import type { Random } from '@memagent/lab';
import type { Datum, Numbers } from '../tinker/types.ts';
import type { LossRow } from './policy-loss.ts';
import type { Conversation, Row } from './types.ts';

/** Tokens of a conversation that are trained. */
export const trainedTokens = ({ mask }: Conversation): number =>
  mask.reduce<number>((sum, one) => sum + one, 0);

/** Tokens of a conversation in all: what a pass over it costs. */
export const allTokens = ({ prompt, response }: Conversation): number => prompt.length + response.length;

/** A row as the loss takes it: its lists are as long as the response, since the prompt counts nothing. */
export interface AlignedRow extends LossRow {
  readonly row: Row;
}

/** The lists of a row. Of a masked one no token counts. */
export function alignRow(row: Row): AlignedRow {
  const { response, logprobs, mask } = row.conversation;
  const sampled = Float64Array.from(logprobs);
  return {
    row,
    advantage: row.advantage,
    mask: row.masked ? new Float64Array(response.length) : Float64Array.from(mask),
    old: sampled,
    sampled,
  };
}

/**
 * A row as the engine takes it: position i predicts token i + 1, and the prompt's positions count nothing. Further
 * inputs are given as long as the response.
 */
export function rowDatum(
  { row: { conversation }, mask }: Pick<AlignedRow, 'row' | 'mask'>,
  more: { readonly logprobs?: Numbers; readonly advantages?: Numbers } = {},
): Datum {
  const { prompt, response } = conversation;
  const full = new Int32Array(allTokens(conversation));
  full.set(prompt);
  full.set(response, prompt.length);
  const { logprobs, advantages } = more;
  const all = (values: Numbers) => overAll(conversation, values);
  return {
    tokens: full.subarray(0, -1),
    inputs: {
      target_tokens: full.subarray(1),
      weights: all(mask),
      ...(logprobs ? { logprobs: all(logprobs) } : {}),
      ...(advantages ? { advantages: all(advantages) } : {}),
    },
  };
}

/** Values of a response as values of all positions; 0 where the prompt is predicted. */
export function overAll(conversation: Conversation, values: Numbers): Float64Array {
  const all = new Float64Array(allTokens(conversation) - 1);
  all.set(values, conversation.prompt.length - 1);
  return all;
}

/** Of values of all positions those of the response. */
export const ofResponse = ({ prompt }: Conversation, values: Float64Array): Float64Array =>
  values.subarray(prompt.length - 1);

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

/**
 * The same in the order in which they are sent: where there are several, the first is a quarter of one, so that an engine
 * has something to do while the others are made.
 */
export function callsByTokens(lengths: readonly number[], tokens: number): number[][] {
  const [first, ...others] = packByTokens(lengths, tokens);
  if (first === undefined || others.length === 0) return first ? [first] : [];
  let left = first.reduce((sum, item) => sum + lengths[item]!, 0) / 4;
  const end = first.findIndex((item) => {
    left -= lengths[item]!;
    return left <= 0;
  });
  return [first.slice(0, end + 1), first.slice(end + 1), ...others].filter((items) => items.length > 0);
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
