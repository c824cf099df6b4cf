import type { Tokenizer } from '@memagent/core';
import { fitsServerLoss } from '../algorithm/policy-loss.ts';
import { endToken, promptFormats } from '../rollout/prompt-format.ts';
import { recordingModel } from '../rollout/recording-model.ts';
import { agentOf } from './agent-of.ts';
import { checkStart } from './engine-of.ts';
import type { OwnModule } from './own-module.ts';
import { algorithmOf, type TrainRecipe } from './recipe.ts';
import { taskSource } from './task-source.ts';
import { lossOptions } from './update.ts';

/** What a recipe will do, found out without an engine. */
export interface TrainPlan {
  readonly steps: number;
  readonly tasksPerStep: number;
  readonly trajectoriesPerStep: number;
  readonly updatesPerStep: number;
  /** `ppo` where a server's own loss is ours, `custom` where ours is computed here. */
  readonly loss: 'ppo' | 'custom';
  /** Tokens of texts that a step reads, about, from the first tasks. */
  readonly textTokensPerStep: number;
  readonly firstTask: { readonly id: string; readonly question: string; readonly answers: readonly string[] };
}

/** Checks a recipe with all that belongs to it (module, data, tokenizer, tasks) and says what it will do. */
export async function planTraining(
  recipe: TrainRecipe,
  own: OwnModule,
  tokenizer: Tokenizer,
): Promise<TrainPlan> {
  const format = promptFormats[recipe.model.format]!;
  const end = endToken(format, tokenizer);
  checkStart(recipe);
  const agent = agentOf(recipe, own);
  const source = await taskSource(recipe, own, tokenizer);
  const algorithm = algorithmOf(recipe);
  const looked = Math.min(4, algorithm.batchTasks);
  let tokens = 0;
  for (let i = 0; i < looked; i++) {
    const { document } = await source.train(i);
    if (document)
      for await (const { text } of document.open()) tokens += (await tokenizer.encode(text)).length;
  }
  await source.heldOut(0);
  const first = await source.train(0);
  // An agent of ours is tried with a model that says nothing: does its profile exist, do its prompts fit the window?
  // One of a module may need real replies.
  if (!own.agent) {
    const sample = async () => ({ ids: [end], logprobs: [0], cut: false });
    const sampler = { version: 0, sample };
    const { window } = recipe.model;
    await agent(first, recordingModel({ sampler, tokenizer, format, window, seed: recipe.seed }));
  }
  const trajectories = algorithm.batchTasks * algorithm.groupSize;
  return {
    steps: recipe.steps,
    tasksPerStep: algorithm.batchTasks,
    trajectoriesPerStep: trajectories,
    updatesPerStep: algorithm.minibatches,
    loss: fitsServerLoss(lossOptions(algorithm)) ? 'ppo' : 'custom',
    textTokensPerStep: Math.round((tokens / looked) * trajectories),
    firstTask: { id: first.id, question: first.question, answers: first.answers },
  };
}
