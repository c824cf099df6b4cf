import { MemAgentError } from '../errors.ts';
import type { Model } from '../model/model.ts';
import type { Profile } from '../profile/profile.ts';

/** How a window is shared out, in tokens. */
export interface Budgets {
  readonly window: number;
  readonly question: number;
  readonly chunk: number;
  readonly memory: number;
  /** The most that a step or the final answer may generate. */
  readonly output: number;
  /** Room for the prompt's own words, the chat template, and sentence numbers. */
  readonly template: number;
}

/** What a user may set; the rest follows from the model. */
export type BudgetOptions = Partial<Omit<Budgets, 'template'>>;

const usual = { window: 8192, question: 1024, chunk: 5000, memory: 1024, output: 1024 };
const least = { question: 32, chunk: 64, memory: 32, output: 16 };

/** Shares out a window: the paper's numbers where they fit, in proportion where the window is smaller. */
export function fitBudgets(model: Model, profile: Profile, options: BudgetOptions = {}): Budgets {
  const defaults = model.defaults ?? {};
  const window = Math.min(options.window ?? model.window, model.window);
  const wanted = {
    question: options.question ?? defaults.questionTokens ?? usual.question,
    chunk: options.chunk ?? defaults.chunkTokens ?? usual.chunk,
    memory: options.memory ?? defaults.memoryTokens ?? usual.memory,
    output: options.output ?? defaults.outputTokens ?? usual.output,
  };
  const template = templateRoom(profile, wanted.chunk);
  const parts = Object.keys(wanted) as (keyof typeof wanted)[];
  for (const part of parts) {
    if (!Number.isInteger(wanted[part]) || wanted[part] <= 0) {
      throw new MemAgentError(
        'bad-input',
        `The ${part} budget must be a whole number above 0, not ${wanted[part]}.`,
      );
    }
  }
  const sum = parts.reduce((total, part) => total + wanted[part], template);
  if (sum <= window) return { window, ...wanted, template };
  const fixed = parts.filter((part) => options[part] !== undefined);
  const free = parts.filter((part) => options[part] === undefined);
  const room = window - template - fixed.reduce((total, part) => total + wanted[part], 0);
  const share = room / free.reduce((total, part) => total + wanted[part], 0);
  const shrunk = { ...wanted };
  for (const part of free) shrunk[part] = Math.floor(wanted[part] * share);
  if (free.length === 0 || free.some((part) => shrunk[part] < least[part])) {
    throw new MemAgentError(
      'no-fit',
      `A window of ${window} tokens does not hold question ${wanted.question} + chunk ${wanted.chunk} + memory ${wanted.memory} + output ${wanted.output} + ${template} for the template = ${sum}.`,
      {
        hint: 'Use smaller budgets (--chunk-tokens, --memory-tokens, --question-tokens, --output-tokens) or a model with a larger window.',
      },
    );
  }
  return { window, ...shrunk, template: templateRoom(profile, shrunk.chunk) };
}

/** Tokens of our own wording and numbering. Numbered sentences cost more; about one sentence in twelve tokens at most. */
function templateRoom(profile: Profile, chunk: number): number {
  if (profile.name === 'pocket') return 24 + Math.min(profile.maxSentences, Math.ceil(chunk / 8)) + 32;
  const numbering = Math.ceil(chunk * 0.02);
  return 200 + numbering;
}
