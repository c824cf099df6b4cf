import type { CompleteOptions, Completion, Model } from '@memagent/core';

/** What a model was asked since the last reset. */
export interface Meter {
  calls: number;
  prompt: number;
  /** Of the prompts' tokens, those that were there already. */
  cached: number;
  reply: number;
}

/** A model that counts its tokens. */
export interface MeteredModel extends Model {
  readonly meter: Meter;
  reset(): void;
}

/** Counts the tokens of a model's calls. Replies end after `mostReply` tokens, where that is given. */
export function metered(model: Model, mostReply = Number.POSITIVE_INFINITY): MeteredModel {
  const meter: Meter = { calls: 0, prompt: 0, cached: 0, reply: 0 };
  const note = ({ usage }: Completion) => {
    meter.calls += 1;
    meter.prompt += usage.promptTokens;
    meter.cached += usage.cachedTokens ?? 0;
    meter.reply += usage.completionTokens;
  };
  const bounded = (options: CompleteOptions) => ({
    ...options,
    maxTokens: Math.min(options.maxTokens, mostReply),
  });
  const { name, id, window, tokenizer, canChat, defaults, concurrency } = model;
  return {
    ...{ name, id, window, tokenizer, canChat },
    ...(defaults ? { defaults } : {}),
    ...(concurrency ? { concurrency } : {}),
    meter,
    reset: () => Object.assign(meter, { calls: 0, prompt: 0, cached: 0, reply: 0 }),
    async complete(prompt, options) {
      const completion = await model.complete(prompt, bounded(options));
      note(completion);
      return completion;
    },
    ...(model.completeMany
      ? {
          completeMany: async (prompts, options) => {
            const completions = await model.completeMany!(prompts, bounded(options));
            completions.forEach(note);
            return completions;
          },
        }
      : {}),
  };
}
