import { chunkDocument, memoryOf, readSections, sentenceInContext } from '@memagent/core';
import { Account, type Kit, roomFor } from './kit.ts';
import type { System, SystemContext } from './system.ts';

/** Retrieval: the passages that match the question best by BM25, in reading order, then the shared answerer. */
export function bm25System(kit: Kit): System {
  // A model that only reads takes sentences, as many as its memory holds; a chat model passages, as its window holds.
  const sentences = !kit.model.canChat;
  const room = sentences ? kit.budgets.memory : roomFor(kit) - 64;
  const passage = sentences ? kit.budgets.chunk : Math.min(passageTokens, Math.floor(room / 2));
  return {
    name: 'bm25',
    settings: { room, passages: sentences ? 'sentences' : passage },
    async run(sample, context) {
      const account = new Account(kit, context);
      const passages = sentences
        ? sentencePassages(kit, context, passage)
        : chunkPassages(kit, context, passage);
      const ranking = new Bm25(sample.question);
      for await (const text of passages) ranking.add(text);
      const lines = await fitting(ranking.best(), room, kit, sentences ? memoryLines : undefined);
      return account.answerFrom(sample.question, memoryOf(lines, sentences ? '\n' : '\n\n'));
    },
    estimate: (tokens) => ({
      calls: 1,
      tokensIn: Math.min(tokens, room) + 150,
      tokensOut: kit.budgets.output,
    }),
  };
}

const passageTokens = 200;
/** Models that only read number the lines of their memory, and have this many numbers. */
const memoryLines = 32;

async function* chunkPassages(kit: Kit, { document, signal }: SystemContext, tokens: number) {
  const options = { tokens, mode: 'natural' as const, ...(signal ? { signal } : {}) };
  for await (const { text } of chunkDocument(document, kit.model.tokenizer, options)) yield text.trim();
}

async function* sentencePassages(kit: Kit, { document, signal }: SystemContext, tokens: number) {
  for await (const section of readSections(document, kit.model.tokenizer, {
    tokens,
    mode: 'natural',
    maxSentences: kit.profile.maxSentences,
    hints: false,
    headings: true,
    ...(signal ? { signal } : {}),
  }))
    for (const sentence of section.sentences()) yield sentenceInContext(sentence);
}

/** The best passages that fit, put back into reading order. */
async function fitting(
  best: readonly { index: number; text: string }[],
  room: number,
  { model }: Kit,
  most = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const taken: { index: number; text: string }[] = [];
  let left = room;
  for (const passage of best) {
    if (taken.length >= most) break;
    const tokens = (await model.tokenizer.encode(`${passage.text}\n\n`)).length;
    if (tokens > left) break;
    left -= tokens;
    taken.push(passage);
  }
  return taken.sort((a, b) => a.index - b.index).map(({ text }) => text);
}

// Robertson and Zaragoza 2009, with the idf that never turns negative.
const k1 = 1.2;
const b = 0.75;

/** Ranks passages that come as a stream; of the words only those of the question are counted. */
export class Bm25 {
  private readonly terms: readonly string[];
  private readonly documents: Uint32Array;
  private readonly matching: { index: number; text: string; length: number; counts: number[] }[] = [];
  private count = 0;
  private words = 0;

  constructor(question: string) {
    this.terms = [...new Set(wordsOf(question))];
    this.documents = new Uint32Array(this.terms.length);
  }

  add(text: string): void {
    const found = wordsOf(text);
    const counts = new Map<string, number>();
    for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1);
    const own = this.terms.map((term) => counts.get(term) ?? 0);
    own.forEach((count, i) => {
      if (count > 0) this.documents[i]! += 1;
    });
    if (own.some((count) => count > 0))
      this.matching.push({ index: this.count, text, length: found.length, counts: own });
    this.count += 1;
    this.words += found.length;
  }

  /** Those that share a word with the question, best first, earlier ones first among equals. */
  best(): { index: number; text: string; score: number }[] {
    const mean = this.words / Math.max(1, this.count);
    const idf = Array.from(this.documents, (n) => Math.log(1 + (this.count - n + 0.5) / (n + 0.5)));
    return this.matching
      .map(({ index, text, length, counts }) => ({
        index,
        text,
        score: counts.reduce(
          (sum, tf, i) => sum + (idf[i]! * tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * length) / mean)),
          0,
        ),
      }))
      .sort((x, y) => y.score - x.score || x.index - y.index);
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
