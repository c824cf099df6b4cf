import type { Change, StepState } from '../policy/policy.ts';
import { splitSentences } from '../text/sentences.ts';
import { StemSet } from '../text/stem-set.ts';
import { eachStem, stems } from '../text/words.ts';
import type { Memory, MemoryLine } from './memory.ts';
import { sentenceSource } from './source.ts';

/** The memory that a model wrote: cut to its cap at a sentence, each sentence traced to where it came from. */
export async function writtenMemory(reply: string, state: StepState): Promise<Change> {
  const { text, cut } = await cutToCap(reply.trim(), state);
  const lines = traceLines(text, state);
  const before = state.memory.lines;
  const memory: Memory = { text, lines };
  return {
    outcome: text === state.memory.text ? 'kept' : 'written',
    memory,
    added: lines.filter((line) => !before.some((old) => old.text === line.text)),
    dropped: before.filter((old) => !lines.some((line) => line.text === old.text)),
    ...(cut ? { cut: true } : {}),
  };
}

/** The longest run of whole sentences within the memory's budget; cut at a space where one sentence is too long. */
async function cutToCap(text: string, state: StepState): Promise<{ text: string; cut: boolean }> {
  if ((await state.count(text)) <= state.memoryTokens) return { text, cut: false };
  const sentences = splitSentences(text);
  let low = 0;
  let high = sentences.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const size = await state.count(text.slice(0, sentences[middle - 1]!.end));
    if (size <= state.memoryTokens) low = middle;
    else high = middle - 1;
  }
  if (low > 0) return { text: text.slice(0, sentences[low - 1]!.end), cut: true };
  let end = text.length;
  while (end > 0 && (await state.count(text.slice(0, end))) > state.memoryTokens) {
    const shorter = Math.floor(end * 0.9);
    const space = text.lastIndexOf(' ', shorter);
    end = space > 0 ? space : shorter;
  }
  return { text: text.slice(0, end), cut: true };
}

/** Each sentence of a written memory with the older line it continues, or the sentence of the chunk it came from. */
function traceLines(text: string, state: StepState): MemoryLine[] {
  const written = splitSentences(text);
  const matcher = new Matcher(written);
  const older = matcher.best(state.memory.lines);
  const fresh = matcher.best(state.sentences);
  return written.map((sentence, i) => {
    const old = older[i]!;
    const here = fresh[i]!;
    // What was remembered before and is still there did not come from this chunk, unless it says clearly more here.
    if (old.item && old.score >= 0.5 && old.score >= here.score * 0.8) {
      return { text: sentence.text, entered: old.item.entered, source: old.item.source };
    }
    if (here.item && here.score >= 0.3) {
      return {
        text: sentence.text,
        entered: state.chunk.index,
        source: sentenceSource(state.chunk, here.item),
      };
    }
    return { text: sentence.text, entered: state.chunk.index };
  });
}

/**
 * Finds where sentences come from. It goes once over the words of all candidates, and looks up which of the
 * sentences have each: comparing every sentence with every candidate would be most of what reading costs.
 */
class Matcher {
  private readonly sizes: readonly number[];
  /** The sentences that have a stem. */
  private readonly having = new Map<number, number[]>();

  constructor(sentences: readonly { readonly text: string }[]) {
    this.sizes = sentences.map(({ text }, i) => {
      const own = stems(text);
      for (const stem of own) {
        const list = this.having.get(stem);
        if (list) list.push(i);
        else this.having.set(stem, [i]);
      }
      return own.size;
    });
  }

  /** For each sentence the candidate that shares most words: the share of the sentence's words that it contains. */
  best<T extends { readonly text: string }>(candidates: readonly T[]): { item?: T; score: number }[] {
    const { sizes, having } = this;
    const found = sizes.map((): { item?: T; score: number } => ({ score: 0 }));
    const shared = new Uint32Array(sizes.length);
    const seen = new StemSet();
    for (const item of candidates) {
      shared.fill(0);
      seen.clear();
      eachStem(item.text, 0, item.text.length, (stem) => {
        if (!seen.add(stem)) return;
        const list = having.get(stem);
        if (list) for (let i = 0; i < list.length; i++) shared[list[i]!]! += 1;
      });
      for (let i = 0; i < shared.length; i++) {
        if (shared[i] === 0) continue;
        const score = shared[i]! / Math.max(1, Math.min(sizes[i]!, seen.size * 2));
        if (score > found[i]!.score) found[i] = { item, score };
      }
    }
    return found;
  }
}
