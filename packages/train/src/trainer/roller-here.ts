import type { Tokenizer } from '@memagent/core';
import { verifiers } from '@memagent/lab';
import type { Reward } from '../rollout/agent.ts';
import { agentOf } from './agent-of.ts';
import { connect } from './open-model.ts';
import type { OwnModule } from './own-module.ts';
import type { TrainRecipe } from './recipe.ts';
import { serveRollouts } from './roll-workers.ts';
import { localRoller, type Roller } from './roller.ts';
import { taskSource } from './task-source.ts';
import type { TrainOptions } from './train-events.ts';

/** Rolls a recipe's tasks out in this process. */
export async function rollerHere(
  recipe: TrainRecipe,
  own: OwnModule,
  tokenizer: Tokenizer,
  name: string,
): Promise<Roller> {
  const source = await taskSource(recipe, own, tokenizer);
  const reward: Reward =
    own.reward ?? ((answer, task) => verifiers[task.verifier ?? recipe.verifier]!(answer, task));
  return localRoller({ recipe, source, agent: agentOf(recipe, own), reward, tokenizer, name });
}

/** A process of `worker`: rolls out for the process that started it, by the same recipe, until that goes away. */
export function serveRolloutsOf({ recipe, tokenizer, own = {} }: TrainOptions): Promise<void> {
  const concurrency = Math.ceil(recipe.concurrency / recipe.workers);
  return serveRollouts(
    () => rollerHere({ ...recipe, concurrency }, own, tokenizer, 'policy'),
    (url) => connect(recipe, url, {}, () => {}),
  );
}
