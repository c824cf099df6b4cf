import { MemAgentError } from '@memagent/core';
import { TinkerClient } from '../tinker/client.ts';
import { probeReduction } from '../tinker/probe-reduction.ts';
import type { TrainingModel } from '../tinker/training-model.ts';
import type { TrainRecipe } from './recipe.ts';
import type { Checkpoint } from './run-files.ts';
import type { TrainOptions } from './train-events.ts';

/** A session with the engine of a recipe, or with the one that was started for it. */
export function connect(
  recipe: TrainRecipe,
  started: string | undefined,
  { fetch, signal }: Pick<TrainOptions, 'fetch' | 'signal'>,
  onWarning: (text: string) => void,
): Promise<TinkerClient> {
  const { url, apiKey, idempotent, reduction } = recipe.engine;
  return TinkerClient.connect({
    url: started ?? url!,
    apiKey,
    idempotent,
    concurrency: recipe.concurrency,
    ...(reduction === 'sum' || reduction === 'mean' ? { reduction } : {}),
    onWarning,
    ...(fetch ? { fetch } : {}),
    ...(signal ? { signal } : {}),
  });
}

/** The model to train, with the weights that the run begins with or goes on from; and a way to others like it. */
export async function openModel(
  client: TinkerClient,
  recipe: TrainRecipe,
  found: Checkpoint | undefined,
  open: TrainingModel[],
  signal: AbortSignal,
) {
  const base = recipe.model.base ?? client.capabilities.models[0];
  if (base === undefined)
    throw new MemAgentError('bad-input', 'The engine names no model.', {
      hint: 'Set model.base in the recipe.',
    });
  const { rank, unembed } = recipe.model;
  const reduction =
    recipe.engine.reduction === 'probe'
      ? await probeReduction(client, base, { rank, signal })
      : client.reduction;
  const create = async (weights: string | null | undefined, optimizer: boolean) => {
    const made = { baseModel: base, rank, seed: recipe.seed, reduction, signal };
    const lora = unembed === undefined ? {} : { trainUnembed: unembed };
    const model = await client.createModel({ ...made, ...lora }).catch((error: unknown) => {
      const { models } = client.capabilities;
      throw models.includes(base) ? error : named(error, models);
    });
    open.push(model);
    if (weights) await model.loadWeights(weights, { optimizer, signal });
    return model;
  };
  const model = await create(found?.weights ?? recipe.model.weights, found !== undefined);
  if (recipe.offPolicy && model.samplersEnd)
    throw new MemAgentError(
      'bad-input',
      'This server cannot be trained one step off policy: it keeps one copy of the weights, and sampling would load old ones over what is trained.',
      { hint: 'Set offPolicy: false (--set offPolicy=false).' },
    );
  return { base, model, create };
}

/** A refusal of a model that the server does not list, with those that it does. */
function named(error: unknown, models: readonly string[]): unknown {
  if (!MemAgentError.isInstance(error) || error.code !== 'bad-input' || models.length === 0) return error;
  return new MemAgentError(error.code, error.message, {
    hint: `Set model.base to what the engine has: ${models.slice(0, 8).join(', ')}${models.length > 8 ? ', …' : ''}.`,
    cause: error,
  });
}

/** The model that a divergence is taken from: one more on the server. */
export async function openReference(
  create: (weights: undefined, optimizer: boolean) => Promise<TrainingModel>,
) {
  try {
    return await create(undefined, false);
  } catch (cause) {
    if (!MemAgentError.isInstance(cause) || cause.code === 'aborted') throw cause;
    throw new MemAgentError(
      cause.code,
      `The server makes no second model, which algorithm.kl needs as its reference: ${cause.message}`,
      {
        hint: 'Set algorithm.kl to null (--set algorithm.kl=null). SkyRL holds one model on FSDP, max_loras of them on Megatron, max_lora_adapters − 1 on JAX.',
        cause,
      },
    );
  }
}
