import type { Model, ModelDefaults } from '@memagent/core';

/** The same model, used differently where the user has not said how. */
export function withDefaults(model: Model, defaults: ModelDefaults, name = model.name): Model {
  return {
    name,
    id: model.id,
    window: model.window,
    tokenizer: model.tokenizer,
    canChat: model.canChat,
    ...(model.price ? { price: model.price } : {}),
    ...(model.concurrency === undefined ? {} : { concurrency: model.concurrency }),
    defaults: { ...defaults, ...model.defaults },
    complete: (prompt, options) => model.complete(prompt, options),
    ...(model.completeMany ? { completeMany: model.completeMany.bind(model) } : {}),
    ...(model.score ? { score: model.score.bind(model) } : {}),
    ...(model.close ? { close: () => model.close!() } : {}),
  };
}
