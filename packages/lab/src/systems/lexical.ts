import {
  emptyMemory,
  findHints,
  type Memory,
  matchScore,
  rareStems,
  readSections,
  select,
} from '@memagent/core';
import { Account, type Kit } from './kit.ts';
import type { System } from './system.ts';

/**
 * A streaming lexical memory: at every chunk the sentences that hints would name are added by code, and what matches
 * least goes when the memory is full. What a model in the loop has to beat.
 */
export function lexicalSystem(kit: Kit): System {
  const { model, budgets, profile } = kit;
  return {
    name: 'lexical',
    settings: { memoryTokens: budgets.memory },
    async run(sample, context) {
      const account = new Account(kit, context);
      const wanted = rareStems(sample.question);
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
        const hints = findHints(frequencies, section.sentences(), sample.question, memory.text);
        const change = await select.apply(
          hints.length === 0
            ? { kind: 'keep' }
            : { kind: 'select', add: hints.map(({ index }) => index + 1), drop: [] },
          {
            memory,
            chunk,
            sentences: section.sentences(),
            memoryTokens: budgets.memory,
            count: async (text) => (await model.tokenizer.encode(text)).length,
            relevance: (text) => matchScore(frequencies, wanted, text),
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
