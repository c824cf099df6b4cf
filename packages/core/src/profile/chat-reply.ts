import { extractAnswer, saysNothing } from '../answer/extract.ts';
import type { PolicyName, Reply } from '../policy/policy.ts';
import type { FinalReply } from './profile.ts';

/** The reply that keeps the memory as it is. */
export const keepWord = 'KEEP';

/** Understands a chat model's reply to a step. */
export function parseChatReply(text: string, policy: PolicyName): Reply {
  const trimmed = text.trim();
  const exit = /(?:^|\n|\s)DONE[.!]?\s*$/.test(trimmed);
  const body = exit ? trimmed.replace(/\s*DONE[.!]?\s*$/, '').trim() : trimmed;
  if (policy === 'overwrite') return { kind: 'write', text: body, exit };
  if (isKeep(body) || (exit && body === '')) return { kind: 'keep', exit };
  if (policy === 'gated') return { kind: 'write', text: body, exit };
  return { ...parseSelection(body), exit };
}

/** Understands a chat model's reply to the final prompt: boxed, plain or free. */
export function parseChatAnswer(text: string): FinalReply {
  const answer = extractAnswer(text);
  return { text: answer, answered: !saysNothing(answer) };
}

const isKeep = (text: string) => /^["'`*[(]*keep["'`*\])]*[.!]?$/i.test(text);

/** `+3 +17 -M2`, `add 3, 17; drop M2`, or bare numbers. */
function parseSelection(text: string): Reply {
  const add: number[] = [];
  const drop: number[] = [];
  const rest = text.replace(/(?:\b[Mm]|-\s*[Mm]?)(\d+)\b/g, (_, number: string) => {
    drop.push(Number(number));
    return ' ';
  });
  for (const match of rest.matchAll(/\d+/g)) add.push(Number(match[0]));
  // Prose that happens to hold a number is not a selection.
  const words =
    rest.replace(/\b(?:add|drop|keep|and|sentences?|lines?|memory|none)\b/gi, '').match(/\p{L}{2,}/gu)
      ?.length ?? 0;
  if (add.length + drop.length === 0) return { kind: 'unusable', why: 'the reply names no sentence' };
  if (words > 3 + add.length + drop.length)
    return { kind: 'unusable', why: 'the reply is prose where numbers were asked for' };
  return { kind: 'select', add, drop };
}
