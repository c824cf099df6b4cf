import { type JsonCheck, jsonChecker } from '../answer/schema.ts';
import { MemAgentError } from '../errors.ts';
import type { Model } from '../model/model.ts';
import { type Policy, policyNamed } from '../policy/index.ts';
import { ofBestMatch } from '../policy/select.ts';
import { profileNamed } from '../profile/index.ts';
import type { Profile } from '../profile/profile.ts';
import { type Budgets, fitBudgets } from './budgets.ts';
import type { ReadOptions } from './options.ts';
import { stepOutput } from './step.ts';

/** A reading's options with every default filled in. */
export interface Settings {
  readonly questions: readonly string[];
  readonly profile: Profile;
  readonly policy: Policy;
  readonly budgets: Budgets;
  readonly hints: boolean;
  readonly review: boolean;
  readonly weigh: boolean;
  readonly keepMatches: boolean;
  /** The most chunks that are under way at once. */
  readonly ahead: number;
  readonly exit: boolean;
  readonly confidence: number;
  readonly chunks: 'natural' | 'tokens';
  readonly temperature: number;
  /** Where the answer is to be JSON. */
  readonly checkJson?: JsonCheck;
}

/** Fills in the defaults and refuses what cannot work, before anything is read. */
export async function settle(options: ReadOptions): Promise<Settings> {
  const { model } = options;
  const chosen = options.profile ?? model.defaults?.profile ?? 'section-first';
  const named = typeof chosen === 'string' ? profileNamed(chosen) : chosen;
  const questions = typeof options.question === 'string' ? [options.question] : options.question;
  const profile = (questions.length === 1 ? named.single : undefined) ?? named;
  const policy = policyNamed(options.policy ?? model.defaults?.policy ?? 'overwrite');
  if (!profile.policies.includes(policy.name)) {
    throw new MemAgentError(
      'bad-input',
      `The profile "${profile.name}" has no wording for the policy "${policy.name}".`,
      {
        hint: `Use one of: ${profile.policies.join(', ')}.`,
      },
    );
  }
  if (options.schema && !profile.schema) {
    throw new MemAgentError('bad-input', `${model.name} cannot answer in JSON (profile "${profile.name}").`, {
      hint: 'Name a chat model with --model.',
    });
  }
  const budgets = fitBudgets(model, profile, options.budgets);
  if (questions.length === 0) throw new MemAgentError('bad-input', 'No question was given.');
  for (const question of questions) await checkQuestion(question, budgets, options);
  await checkMemory(budgets, options);
  const hints = profile.hints && (options.hints ?? model.defaults?.hints ?? false);
  const select = policy.name === 'select';
  const review = select && (options.review ?? model.defaults?.review ?? false);
  return {
    questions: questions.map((question) => question.trim()),
    profile,
    policy,
    budgets,
    hints,
    review,
    weigh: review && !options.schema && mayWeigh(options.weigh, model, profile),
    keepMatches: select && hints && (options.keepMatches ?? model.defaults?.keepMatches ?? false),
    ahead: settleAhead(options),
    exit: Boolean(options.exit),
    confidence: (typeof options.exit === 'object' ? options.exit.confidence : undefined) ?? 0.9,
    chunks: options.chunks ?? 'natural',
    temperature: options.temperature ?? 0,
    ...(options.schema ? { checkJson: jsonChecker(options.schema, options.testPattern) } : {}),
  };
}

/** Chunks that are under way have been paid for: with a limit on that, one at a time. */
function settleAhead({ ahead = 1, limits }: ReadOptions): number {
  if (!Number.isInteger(ahead) || ahead < 1 || ahead > mostAhead)
    throw new MemAgentError('bad-input', `${ahead} chunks cannot be read at the same time.`, {
      hint: `Give a whole number from 1 to ${mostAhead}.`,
    });
  return limits?.tokens === undefined && limits?.money === undefined ? ahead : 1;
}

/** The most chunks that may be asked to be read at the same time. */
export const mostAhead = 256;

/** Whether answers are weighed: as told, else as the model likes to; told to where it cannot be done is an error. */
export function mayWeigh(told: boolean | undefined, model: Model, profile: Profile): boolean {
  const can = model.score !== undefined && profile.weighing !== undefined;
  if (told && !can)
    throw new MemAgentError(
      'bad-input',
      `Answers cannot be weighed with ${model.name} and the profile "${profile.name}".`,
      {
        hint: 'Leave that out: it needs a model that says how likely a text is, the embedded pocket for one.',
      },
    );
  return can && (told ?? model.defaults?.weigh ?? false);
}

async function checkQuestion(question: string, budgets: Budgets, { model }: ReadOptions): Promise<void> {
  if (question.trim() === '')
    throw new MemAgentError('bad-input', 'The question is empty.', { hint: 'Ask something about the text.' });
  const tokens = (await model.tokenizer.encode(question)).length;
  if (tokens <= budgets.question) return;
  throw new MemAgentError('no-fit', `The question has ${tokens} tokens; its budget is ${budgets.question}.`, {
    hint: 'Ask more briefly, or raise --question-tokens.',
  });
}

async function checkMemory(budgets: Budgets, { model, memory }: ReadOptions): Promise<void> {
  if (!memory) return;
  const tokens = (await model.tokenizer.encode(memory.text)).length;
  if (tokens <= budgets.memory) return;
  throw new MemAgentError(
    'no-fit',
    `The memory to begin with has ${tokens} tokens; its budget is ${budgets.memory}.`,
    { hint: 'Begin with fewer lines, or raise --memory-tokens.' },
  );
}

/**
 * What a reading's steps and answer depend on, apart from the text: two readings that agree in it share a journal. The
 * tokens of the answer are no part of it where the steps do not need them, so that one which was cut short can be had
 * whole without reading again.
 */
export function settingsKey(options: ReadOptions, settings: Settings): Record<string, unknown> {
  return {
    model: options.model.id,
    tokenizer: options.model.tokenizer.id,
    profile: [settings.profile.name, settings.profile.version],
    policy: settings.policy.name,
    hints: settings.hints,
    ...(settings.review ? { review: true } : {}),
    ...(settings.keepMatches ? { keepMatches: [ofBestMatch, 'and other words that say more'] } : {}),
    exit: settings.exit ? settings.confidence : false,
    chunks: settings.chunks,
    budgets: { ...settings.budgets, output: stepOutput(settings) },
    sampling: [settings.temperature, options.topP ?? null, options.seed ?? null],
    reasoning: options.reasoningTokens ?? null,
    ...(options.memory ? { memory: options.memory.text } : {}),
  };
}
