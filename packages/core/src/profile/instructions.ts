import type { Hint } from '../hints/hints.ts';
import type { Memory } from '../memory/memory.ts';
import type { PolicyName } from '../policy/policy.ts';
import { oneLine, type Sentence } from '../text/sentences.ts';
import { keepWord } from './chat-reply.ts';

const read =
  'You are given a problem, a section of a longer text that may help to solve it, and the memory of the sections before.';

const instructions: Record<PolicyName, string> = {
  overwrite: `${read} Read the section carefully and write the new memory: keep every detail of the old memory that helps to solve the problem, and add what is new and useful. Write the memory only.`,
  gated: `${read} Read the section carefully. If it holds nothing new that helps to solve the problem, reply with the single word ${keepWord}. Otherwise write the new memory: keep every detail of the old memory that helps, and add what is new and useful.`,
  select: `${read} The sentences of the section are numbered [1], [2], ...; the lines of the memory [M1], [M2], .... Reply with the numbers of the sentences to add to the memory, each with a plus sign, and of the memory's lines that are no longer needed, each with a minus sign, for example: +3 +17 -M2. Add only what helps to solve the problem. If there is nothing to change, reply with the single word ${keepWord}.`,
};

/** What a chat model is told about how to treat the memory. */
export const stepInstructions = (policy: PolicyName) => instructions[policy];

export const numberedSentences = (sentences: readonly Sentence[]) =>
  sentences.map((sentence, i) => `[${i + 1}] ${oneLine(sentence.text)}`).join('\n');

export const numberedMemory = (memory: Memory) =>
  memory.lines.map((line, i) => `[M${i + 1}] ${line.text}`).join('\n');

export const hintsText = (hints: readonly Hint[]) =>
  hints.length === 0
    ? ''
    : `\nSentences that share rare words with the problem or the memory: ${hints.map(({ index }) => index + 1).join(', ')}\n`;
