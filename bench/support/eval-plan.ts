import { type Prompt, type ScriptedModel, scriptedModel, type Tokenizer } from '@memagent/core';
import { createSystem, encodePrompt, type Plan, parseLength, resolveTask } from '@memagent/lab';
import { pocketDefaults } from '@memagent/pocket';
import { benchTokenizer } from './tokenizer.ts';

/** What a bench of evaluation reads. */
export interface EvalTaskSpec {
  readonly task: string;
  readonly tokens: number;
  readonly samples: number;
}

/** The plan and the model, the same in every process: pocket's own settings, so `select` with hints. */
export async function evalPlan({ task, tokens, samples }: EvalTaskSpec) {
  const { tokenizer } = await benchTokenizer('pocket');
  const model = instantReader(tokenizer);
  const plan: Plan = {
    tasks: [resolveTask({ task })],
    lengths: [parseLength(tokens)],
    systems: [createSystem({ system: 'memagent' }, model)],
    seeds: Array.from({ length: samples }, (_, i) => i + 1),
    split: 'test',
  };
  return { plan, model };
}

/**
 * A model that costs nothing beyond what its client must do: the prompt becomes token ids, as a sampler takes them,
 * and every fifth step a sentence is added to the memory.
 */
function instantReader(tokenizer: Tokenizer): ScriptedModel {
  return scriptedModel({
    tokenizer,
    name: 'instant',
    window: 4096,
    canChat: false,
    defaults: pocketDefaults,
    async reply(prompt: Prompt, _options, call) {
      const { length } = await encodePrompt(prompt, tokenizer);
      const text = call % 5 === 0 ? `<|s${1 + (call % 9)}|>` : '<|keep|>';
      return { text, finish: 'stop', usage: { promptTokens: length, completionTokens: 2 } };
    },
  });
}
