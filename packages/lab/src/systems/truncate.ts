import { chunkDocument, type Document, type Tokenizer } from '@memagent/core';
import { Account, type Kit, needChat, roomFor } from './kit.ts';
import type { System } from './system.ts';
import { plainAnswer, plainPrompt } from './templates.ts';

/** The plain model: the whole text in its window, with the middle cut out where it does not fit. */
export function truncateSystem(kit: Kit): System {
  needChat('truncate', kit.model);
  // A chat template and our own words come on top of what the budgets call template.
  const room = roomFor(kit) - 64;
  return {
    name: 'truncate',
    settings: { room },
    async run(sample, context) {
      const account = new Account(kit, context);
      const text = await cutMiddle(context.document, kit.model.tokenizer, room, context.signal);
      const completion = await account.complete(plainPrompt(sample.question, text));
      return account.close(plainAnswer(completion.text));
    },
    estimate: (tokens) => ({
      calls: 1,
      tokensIn: Math.min(tokens, room) + 200,
      tokensOut: kit.budgets.output,
    }),
  };
}

const pieceTokens = 64;

/** The first and the last half of so many tokens of a document; all of it where that is enough. */
export async function cutMiddle(
  document: Document,
  tokenizer: Tokenizer,
  tokens: number,
  signal?: AbortSignal,
): Promise<string> {
  const half = Math.floor(tokens / 2);
  const head: string[] = [];
  let headTokens = 0;
  const tail: { text: string; tokens: number }[] = [];
  let tailTokens = 0;
  let cut = false;
  for await (const chunk of chunkDocument(document, tokenizer, {
    tokens: Math.min(pieceTokens, half),
    mode: 'tokens',
    ...(signal ? { signal } : {}),
  })) {
    if (tail.length === 0 && headTokens + chunk.tokens <= half) {
      head.push(chunk.text);
      headTokens += chunk.tokens;
      continue;
    }
    tail.push(chunk);
    tailTokens += chunk.tokens;
    while (headTokens + tailTokens > tokens) {
      tailTokens -= tail.shift()!.tokens;
      cut = true;
    }
  }
  return `${head.join('')}${cut ? '\n[…]\n' : ''}${tail.map(({ text }) => text).join('')}`;
}
