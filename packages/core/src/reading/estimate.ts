import { chunkDocument } from '../chunk/chunker.ts';
import type { ReadOptions } from './options.ts';
import { settle } from './settings.ts';

/** What a reading will take, before it starts. */
export interface Estimate {
  /** True when the whole text was counted; otherwise the first part was, and the rest follows from its size. */
  readonly exact: boolean;
  readonly tokens: number;
  readonly chunks: number;
  readonly calls: number;
  readonly tokensIn: number;
  /** The most that can be generated. */
  readonly tokensOut: number;
  readonly seconds?: number;
  readonly money?: number;
}

export interface EstimateOptions extends ReadOptions {
  /** Tokens per second that the model reads and writes, where they are known. */
  readonly speed?: { readonly read: number; readonly write: number };
  /** Count at most this many chunks before extrapolating; all where the size is not known. */
  readonly sample?: number;
}

/** Estimates chunks, calls, tokens, time and money. */
export async function estimate(options: EstimateOptions): Promise<Estimate> {
  const { questions, budgets, chunks: mode, policy, review, weigh } = await settle(options);
  const { document, model } = options;
  const most =
    document.bytes === undefined || document.consumed ? Number.POSITIVE_INFINITY : (options.sample ?? 8);
  let counted = 0;
  let tokens = 0;
  let bytes = 0;
  let ended = true;
  for await (const chunk of chunkDocument(document, model.tokenizer, {
    tokens: budgets.chunk,
    mode,
    signal: options.signal,
  })) {
    counted += 1;
    tokens += chunk.tokens;
    bytes = chunk.end;
    if (counted >= most && !chunk.last) {
      ended = false;
      break;
    }
  }
  const scale = ended || bytes === 0 ? 1 : document.bytes! / bytes;
  const chunks = Math.ceil(counted * scale);
  const total = Math.round(tokens * scale);
  // Over the memory once more, and the answer; weighed at the most how likely choices are (2), the answers of six, and how
  // likely the question is after each of them and after all lines.
  const inTheEnd = weigh ? 2 + 2 + 6 + 7 : review ? 2 : 1;
  const calls = (chunks + inTheEnd) * questions.length;
  const perStep = budgets.memory * 0.5 + 64 + (model.canChat ? 200 : 80);
  const tokensIn = Math.round(questions.length * (total + chunks * perStep + inTheEnd * budgets.memory));
  const tokensOut =
    questions.length *
    (chunks *
      (policy.name === 'overwrite'
        ? budgets.output
        : policy.name === 'gated'
          ? Math.ceil(budgets.output / 4)
          : 3) +
      budgets.output);
  const { speed } = options;
  return {
    exact: ended,
    tokens: total,
    chunks,
    calls,
    tokensIn,
    tokensOut,
    ...(speed ? { seconds: tokensIn / speed.read + tokensOut / speed.write } : {}),
    ...(model.price ? { money: (tokensIn * model.price.input + tokensOut * model.price.output) / 1e6 } : {}),
  };
}
