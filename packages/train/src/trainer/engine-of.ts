import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MemAgentError, type Tokenizer } from '@memagent/core';
import { writeRandomModel } from '../engine/random-model.ts';
import { type RunningEngine, startEngine } from '../engine/start-engine.ts';
import { endToken, promptFormats } from '../rollout/prompt-format.ts';
import type { TrainRecipe } from './recipe.ts';

/** What a run without an engine's URL starts its own with. */
export interface OwnEngineOptions {
  readonly recipe: TrainRecipe;
  /** The folder of the run: weights, and those that the model begins with, are kept in it. */
  readonly out: string;
  readonly tokenizer: Tokenizer;
  /** The run goes on: the weights that it began with are there. */
  readonly resumed?: boolean;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string) => void;
}

/** Says so where the model to start an engine with is not there, before anything is begun. */
export function checkStart({ engine: { url, start } }: TrainRecipe): void {
  if (url === undefined && start.model !== undefined && !existsSync(start.model))
    throw new MemAgentError('bad-input', `There is no model at ${start.model}.`, {
      hint: 'Set engine.start.model to a Hugging Face folder or a GGUF; its path is taken from where the recipe lies.',
    });
}

/** Starts an engine of a run's own, on the model that its recipe names or with random weights. */
export async function startOwnEngine(options: OwnEngineOptions): Promise<RunningEngine> {
  const { recipe, out, tokenizer } = options;
  const { start } = recipe.engine;
  const model = start.model ?? join(out, 'model');
  checkStart(recipe);
  if (start.model === undefined) {
    if (!recipe.model.random)
      throw new MemAgentError(
        'bad-input',
        'The recipe names neither an engine nor a model to start one with.',
        {
          hint: 'Give engine.url, engine.start.model, or model.random; or --engine.',
        },
      );
    const size = (tokenizer as { size?: number }).size;
    if (size === undefined)
      throw new MemAgentError('bad-input', 'A random model needs a tokenizer that knows its size.', {
        hint: 'Use the tokenizer "words", or give engine.start.model.',
      });
    // Those of a run that broke off before its first checkpoint may be of another seed or size.
    if (!options.resumed || !existsSync(join(model, 'config.json')))
      await writeRandomModel(model, {
        ...recipe.model.random,
        vocabulary: size,
        window: recipe.model.window,
        seed: recipe.seed,
        end: endToken(promptFormats[recipe.model.format]!, tokenizer),
      });
  }
  const { env, signal, onProgress } = options;
  return startEngine({
    model,
    name: recipe.model.base ?? recipe.name ?? 'model',
    device: start.device,
    threads: start.threads,
    flags: start.flags,
    checkpoints: join(out, 'checkpoints'),
    log: join(out, 'engine.log'),
    ...(env ? { env } : {}),
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onProgress } : {}),
  });
}
