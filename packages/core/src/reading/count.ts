import { MemAgentError } from '../errors.ts';
import type { Model, Prompt } from '../model/model.ts';
import type { Budgets } from './budgets.ts';

/** Tokens of a prompt by the model's own tokenizer; segments that know their count are believed. */
export async function countPrompt(model: Model, prompt: Prompt, exactly = false): Promise<number> {
  const count = async (text: string) => (await model.tokenizer.encode(text)).length;
  // All at once: with a server's tokenizer each is a request.
  const counts = await Promise.all([
    prompt.system ? count(prompt.system) : 0,
    ...prompt.segments.map((segment) => {
      if (segment.tokens !== undefined && !exactly) return segment.tokens + 2;
      return segment.trusted && prompt.form === 'raw' ? markers(segment.text) : count(segment.text);
    }),
  ]);
  return counts.reduce((sum, tokens) => sum + tokens, prompt.form === 'chat' ? chatTemplate : 0);
}

/** Trusted parts of raw prompts are special tokens, each one token. */
const markers = (text: string) => text.split('<|').length - 1;

/** Room for roles, turn marks and a default system message. */
const chatTemplate = 48;

/** Refuses a prompt that would not fit the window together with its reply. */
export async function checkFits(
  model: Model,
  prompt: Prompt,
  output: number,
  budgets: Budgets,
  what: string,
): Promise<number> {
  let tokens = await countPrompt(model, prompt);
  if (tokens + output > budgets.window) tokens = await countPrompt(model, prompt, true);
  if (tokens + output <= budgets.window) return tokens;
  throw new MemAgentError(
    'no-fit',
    `The prompt for ${what} has ${tokens} tokens; with ${output} for the reply that is more than the window of ${budgets.window}.`,
    { hint: 'Make --chunk-tokens or --memory-tokens smaller.' },
  );
}
