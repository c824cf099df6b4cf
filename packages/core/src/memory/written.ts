import type { Change, StepState } from '../policy/policy.ts';
import { splitSentences } from '../text/sentences.ts';
import { stems } from '../text/words.ts';
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
  const older = state.memory.lines.map((line) => ({ line, words: stems(line.text) }));
  const fresh = state.sentences.map((sentence) => ({ sentence, words: stems(sentence.text) }));
  return splitSentences(text).map((sentence) => {
    const words = stems(sentence.text);
    const old = best(older, words);
    const here = best(fresh, words);
    // What was remembered before and is still there did not come from this chunk, unless it says clearly more here.
    if (old && old.score >= 0.5 && old.score >= (here?.score ?? 0) * 0.8) {
      return { text: sentence.text, entered: old.item.line.entered, source: old.item.line.source };
    }
    if (here && here.score >= 0.3) {
      return {
        text: sentence.text,
        entered: state.chunk.index,
        source: sentenceSource(state.chunk, here.item.sentence),
      };
    }
    return { text: sentence.text, entered: state.chunk.index };
  });
}

/** The item that shares most words with a sentence: the share of the sentence's words that it contains. */
function best<T extends { words: Set<number> }>(items: readonly T[], words: Set<number>) {
  let found: { item: T; score: number } | undefined;
  for (const item of items) {
    let shared = 0;
    for (const word of words) if (item.words.has(word)) shared += 1;
    const score = shared / Math.max(1, Math.min(words.size, item.words.size * 2));
    if (!found || score > found.score) found = { item, score };
  }
  return found;
}
