import {
  type Budgets,
  type Completion,
  fitBudgets,
  MemAgentError,
  type Memory,
  type Model,
  mayWeigh,
  type Profile,
  type Prompt,
  profileNamed,
  reviewMemory,
  type Scores,
  type Segment,
  type Usage,
  weighAnswers,
} from '@memagent/core';
import type { SystemAnswer, SystemContext, SystemSettings, SystemStep } from './system.ts';

/** What every system is made with: the model, and how its window is shared out. */
export interface Kit {
  readonly model: Model;
  readonly settings: SystemSettings;
  readonly profile: Profile;
  readonly budgets: Budgets;
}

/** Fills in what the settings leave to the model. */
export function makeKit(model: Model, settings: SystemSettings): Kit {
  const chosen = settings.profile ?? model.defaults?.profile ?? 'section-first';
  const named = typeof chosen === 'string' ? profileNamed(chosen) : chosen;
  const profile = named.single ?? named; // every sample is one question
  return { model, settings, profile, budgets: fitBudgets(model, profile, settings.budgets) };
}

/** Refuses models that only read: some systems are made of instructions. */
export function needChat(system: string, model: Model): void {
  if (model.canChat) return;
  throw new MemAgentError(
    'bad-input',
    `The system "${system}" needs a chat model: it is made of instructions, and ${model.name} follows none.`,
    { hint: 'Leave it out, or name a chat model with --model.' },
  );
}

/** One sample's account: calls go through it, and it adds up what they took. */
export class Account {
  readonly kit: Kit;
  readonly context: SystemContext;
  readonly steps: SystemStep[] = [];
  calls = 0;
  tokensIn = 0;
  tokensOut = 0;
  private readonly began = performance.now();

  constructor(kit: Kit, context: SystemContext) {
    this.kit = kit;
    this.context = context;
  }

  /** Asks the model. */
  async complete(prompt: Prompt, maxTokens = this.kit.budgets.output, logprobs = false): Promise<Completion> {
    const { settings, model } = this.kit;
    const completion = await model.complete(prompt, {
      maxTokens: maxTokens + (settings.reasoningTokens ?? 0),
      temperature: settings.temperature ?? 0,
      ...(settings.topP !== undefined ? { topP: settings.topP } : {}),
      ...(settings.seed !== undefined ? { seed: settings.seed } : {}),
      ...(logprobs ? { logprobs } : {}),
      ...(this.context.signal ? { signal: this.context.signal } : {}),
    });
    this.count(completion.usage);
    return completion;
  }

  /**
   * The answerer that all systems share: the profile's final prompt over a memory. As in a reading, nothing
   * remembered is no answer, and the model is not asked to make one up.
   */
  async answerFrom(question: string, memory: Memory): Promise<SystemAnswer> {
    if (memory.text === '') return this.close({ text: '', answered: false });
    const { profile, settings } = this.kit;
    const shared = { profile, hints: profile.hints };
    const review =
      settings.review && profile.policies.includes('select')
        ? await reviewMemory(question, memory, { ...shared, complete: (prompt) => this.complete(prompt) })
        : undefined;
    if (review && settings.weigh && mayWeigh(true, this.kit.model, profile)) {
      const { reply, confidence } = await weighAnswers(question, memory, review, {
        ...shared,
        weighing: profile.weighing!,
        complete: (prompts) => Promise.all(prompts.map((prompt) => this.complete(prompt, undefined, true))),
        score: (prompt, continuations) => this.score(prompt, continuations),
      });
      return { ...this.close(reply), ...(reply.answered ? { confidence } : {}) };
    }
    const last = review?.memory ?? memory;
    const completion = await this.complete(profile.final({ question, memory: last }));
    return this.close(profile.answer(completion.text));
  }

  /** Asks the model how likely texts are. */
  private async score(prompt: Prompt, continuations: readonly (readonly Segment[])[]): Promise<Scores> {
    const { signal } = this.context;
    const scores = await this.kit.model.score!(prompt, continuations, { ...(signal ? { signal } : {}) });
    this.count(scores.usage);
    return scores;
  }

  private count({ promptTokens, completionTokens }: Usage): void {
    this.calls += 1;
    this.tokensIn += promptTokens;
    this.tokensOut += completionTokens;
  }

  /** The answer with what it took. */
  close({ text, answered }: { text: string; answered: boolean }): SystemAnswer {
    const { price } = this.kit.model;
    return {
      answer: text,
      answered,
      calls: this.calls,
      tokensIn: this.tokensIn,
      tokensOut: this.tokensOut,
      seconds: (performance.now() - this.began) / 1000,
      ...(price ? { money: (this.tokensIn * price.input + this.tokensOut * price.output) / 1e6 } : {}),
      ...(this.steps.length > 0 ? { steps: this.steps } : {}),
    };
  }
}

/** How many tokens of text a prompt that holds nothing else but the question can take. */
export const roomFor = ({ budgets }: Kit): number =>
  budgets.window - budgets.question - budgets.output - budgets.template;
