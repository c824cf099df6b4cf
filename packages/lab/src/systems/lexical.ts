import {
  emptyMemory,
  type Frequencies,
  type Memory,
  matchScore,
  rareStems,
  readSections,
  select,
  sentenceInContext,
} from '@memagent/core';
import { Account, type Kit } from './kit.ts';
import type { System } from './system.ts';

/** Sentences that one chunk may add. */
const added = 6;
/** What words of the memory weigh beside those of the question: a second hop shares them, and so does much else. */
const rememberedWeight = 0.7;

/**
 * A streaming lexical memory: of every chunk the sentences that share most with question and memory, by the weight
 * that hints go by, are added by code, and what shares least goes when the memory is full. No model is in the loop:
 * it is what one there has to beat.
 */
export function lexicalSystem(kit: Kit): System {
  const { model, budgets, profile } = kit;
  return {
    name: 'lexical',
    settings: { memoryTokens: budgets.memory },
    async run(sample, context) {
      const account = new Account(kit, context);
      let memory: Memory = emptyMemory;
      for await (const section of readSections(context.document, model.tokenizer, {
        tokens: budgets.chunk,
        mode: kit.settings.chunks ?? 'natural',
        maxSentences: profile.maxSentences,
        hints: true,
        headings: true,
        ...(context.signal ? { signal: context.signal } : {}),
      })) {
        const { chunk, frequencies } = section;
        const began = performance.now();
        const relevance = relevanceTo(sample.question, memory, frequencies);
        const best = section
          .sentences()
          .map((sentence, index) => ({ index, score: relevance(sentenceInContext(sentence)) }))
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score || a.index - b.index)
          .slice(0, added);
        const change = await select.apply(
          best.length === 0
            ? { kind: 'keep' }
            : { kind: 'select', add: best.map(({ index }) => index + 1), drop: [] },
          {
            memory,
            chunk,
            sentences: section.sentences(),
            memoryTokens: budgets.memory,
            count: async (text) => (await model.tokenizer.encode(text)).length,
            relevance,
          },
        );
        memory = change.memory;
        account.steps.push({
          chunk: chunk.index,
          start: chunk.start,
          end: chunk.end,
          tokens: chunk.tokens,
          outcome: change.outcome,
          memory,
          tokensIn: 0,
          tokensOut: 0,
          seconds: (performance.now() - began) / 1000,
        });
      }
      return account.answerFrom(sample.question, memory);
    },
    estimate: () => ({ calls: 1, tokensIn: budgets.memory + 150, tokensOut: budgets.output }),
  };
}

/** How much a text shares with the question, and with what is remembered other than itself. */
function relevanceTo(question: string, memory: Memory, frequencies: Frequencies): (text: string) => number {
  const wanted = rareStems(question);
  const lines = memory.lines.map(({ text }) => ({ text, stems: rareStems(text) }));
  const without = (left: string | undefined) => {
    const stems = new Set<number>();
    for (const line of lines) if (line.text !== left) for (const stem of line.stems) stems.add(stem);
    for (const stem of wanted) stems.delete(stem);
    return stems;
  };
  const all = without(undefined);
  const known = new Set(lines.map(({ text }) => text));
  return (text) =>
    matchScore(frequencies, wanted, text) +
    rememberedWeight * matchScore(frequencies, known.has(text) ? without(text) : all, text);
}
