import { chunkDocument, type Memory, memoryOf } from '@memagent/core';
import { Account, type Kit, needChat } from './kit.ts';
import type { System } from './system.ts';
import { plainAnswer, refinePrompt } from './templates.ts';

/** An answer from the first chunk, improved with every further one: the answer is all that is remembered. */
export function refineSystem(kit: Kit): System {
  needChat('refine', kit.model);
  const { model, budgets } = kit;
  return {
    name: 'refine',
    settings: { chunkTokens: budgets.chunk },
    async run(sample, context) {
      const account = new Account(kit, context);
      let memory: Memory = memoryOf([]);
      for await (const chunk of chunkDocument(context.document, model.tokenizer, {
        tokens: budgets.chunk,
        mode: kit.settings.chunks ?? 'natural',
        ...(context.signal ? { signal: context.signal } : {}),
      })) {
        const began = performance.now();
        const { text, usage } = await account.complete(
          refinePrompt(sample.question, memory.text, chunk),
          Math.min(budgets.output, budgets.memory),
        );
        const answer = text.trim();
        const changed = answer !== '' && answer !== memory.text;
        if (changed) memory = memoryOf(answer.split('\n'));
        account.steps.push({
          chunk: chunk.index,
          start: chunk.start,
          end: chunk.end,
          tokens: chunk.tokens,
          outcome: changed ? 'written' : 'kept',
          memory,
          tokensIn: usage.promptTokens,
          tokensOut: usage.completionTokens,
          seconds: (performance.now() - began) / 1000,
        });
      }
      return account.close(plainAnswer(memory.text));
    },
    estimate(tokens) {
      const chunks = Math.ceil(tokens / budgets.chunk);
      return { calls: chunks, tokensIn: tokens + chunks * 250, tokensOut: chunks * 64 };
    },
  };
}
