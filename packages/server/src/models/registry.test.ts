import { type Model, type Prompt, scriptedModel } from '@memagent/core';
import { expect, it } from 'vitest';
import { Metrics } from '../observe/metrics.ts';
import { Tracing } from '../observe/tracing.ts';
import { ModelRegistry } from './registry.ts';

const prompt: Prompt = { form: 'raw', shared: 0, segments: [{ text: 'a', trusted: false }] };
const texts = [[{ text: 'b', trusted: false }]];
const scores = { logprobs: [-1.5], usage: { promptTokens: 2, completionTokens: 0 } };

async function viewOf(model: Model) {
  const metrics = new Metrics();
  const tracing = await Tracing.create(false);
  const models = new ModelRegistry({ sources: { one: async () => model }, metrics, tracing });
  return { view: models.view(await models.open('one'), 0), metrics };
}

it('a served model says how likely texts are where the model does, and that is counted', async () => {
  const { view, metrics } = await viewOf({
    ...scriptedModel({ reply: () => '' }),
    score: async (given, continuations) => {
      expect([given, continuations]).toEqual([prompt, texts]);
      return scores;
    },
  });
  expect(await view.score!(prompt, texts)).toEqual(scores);
  expect(await metrics.render()).toContain('memagent_tokens_total{model="one",direction="in"} 2');
  expect((await viewOf(scriptedModel({ reply: () => '' }))).view.score).toBeUndefined();
});
