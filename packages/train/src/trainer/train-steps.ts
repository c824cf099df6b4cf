import type { Tokenizer } from '@memagent/core';
import { Random } from '@memagent/lab';
import { type TokenSampler, tinkerSampler } from '../rollout/token-sampler.ts';
import type { TinkerClient } from '../tinker/client.ts';
import type { TrainingModel } from '../tinker/training-model.ts';
import { pruneCheckpoints } from './keep-checkpoints.ts';
import { keepSamples } from './keep-samples.ts';
import { rolloutMetrics } from './metrics.ts';
import { markPhase, type PhaseTime, phaseTime, sharedPrompts, timeMetrics } from './phase-times.ts';
import { algorithmOf } from './recipe.ts';
import { type Batch, evaluateHeldOut, prepareBatch, type RollContext, rollBatch } from './roll-batch.ts';
import type { Checkpoint, RunFiles } from './run-files.ts';
import type { StepMetrics, TrainEvent } from './train-events.ts';
import { update } from './update.ts';

/** What the steps of a run are made with. */
export interface StepParts {
  readonly context: RollContext;
  readonly client: TinkerClient;
  readonly model: TrainingModel;
  /** What the divergence is taken from. */
  readonly reference?: TrainingModel;
  readonly tokenizer: Tokenizer;
  readonly files: RunFiles;
  /** Writes a line of metrics wherever they are wanted. */
  readonly keep: (metrics: StepMetrics) => Promise<void>;
  /** Warnings since they were told last. */
  readonly warnings: string[];
  /** When the run began, by `performance.now`. */
  readonly began: number;
}

interface Rolled {
  readonly batch: Batch;
  readonly rollout: PhaseTime;
  readonly shared: { readonly sharedPromptShare?: number };
}

/** Makes the steps of a run that are left, from a checkpoint on, and gives the last. */
export async function* trainSteps(
  parts: StepParts,
  from: Checkpoint,
  first: TokenSampler,
): AsyncGenerator<TrainEvent, Checkpoint> {
  const { context, client, model, files, warnings } = parts;
  const { recipe, signal } = context;
  const algorithm = algorithmOf(recipe);
  const mark = () => markPhase(client, signal);
  const roll = async (sampler: TokenSampler, step: number, position: number): Promise<Rolled> => {
    const began = await mark();
    const batch = await rollBatch(context, sampler, step, position);
    const ended = await mark();
    return { batch, rollout: phaseTime(began, ended, 'sampling'), shared: sharedPrompts(began, ended) };
  };
  let [state, sampler] = [from, first];
  let ahead: Promise<Rolled> | undefined;
  let ended = await mark();
  const took: number[] = [];
  for (let step = state.step + 1; step <= recipe.steps; step++) {
    signal.throwIfAborted();
    const began = await mark();
    // This step, another one, and the end of the run with evaluation and saving take as long as the longest of late;
    // the first steps of a run are longer, since the engine compiles.
    const left = (recipe.seconds ?? Number.POSITIVE_INFINITY) - (began.at - parts.began) / 1000;
    const last = step === recipe.steps || left < 3 * Math.max(0, ...took.slice(-4));
    yield { type: 'phase', step, phase: 'rolling out' };
    const { batch, rollout, shared } = await (ahead ?? roll(sampler, step, state.position));
    ahead = undefined;
    const position = state.position + batch.used;
    const keeps = step % recipe.checkpoint.every === 0 || last;
    // Not across a checkpoint: a resumed run would sample that batch with other weights.
    if (recipe.offPolicy && !keeps) {
      ahead = roll(sampler, step + 1, position);
      ahead.catch(() => {});
    } else if (!last) prepareBatch(context, position);
    yield { type: 'phase', step, phase: 'training' };
    const learningRate = algorithm.adam.learningRate * Math.min(1, step / Math.max(1, algorithm.adam.warmup));
    const updating = await mark();
    const result = await update(model, batch.groups, {
      algorithm,
      maxTokens: recipe.maxTokens,
      learningRate,
      callTokens: recipe.engine.callTokens,
      random: new Random(`minibatches/${recipe.seed}/${step}`),
      ...(parts.reference ? { reference: parts.reference } : {}),
      signal,
    });
    const trained = await mark();
    sampler = tinkerSampler(await model.sampler(signal), step);
    const handed = await mark();
    const evaluates = step % recipe.evaluation.every === 0 || last;
    if (evaluates) yield { type: 'phase', step, phase: 'evaluating' };
    const heldOut = evaluates ? await evaluateHeldOut(context, sampler) : {};
    const between = phaseTime(ended, began, 'training');
    ended = await mark();
    const metrics: StepMetrics = {
      step,
      ...rolloutMetrics(batch, batch.tasks),
      ...shared,
      ...heldOut,
      ...result,
      learningRate,
      staleness: step - 1 - batch.version,
      position,
      ...timeMetrics({
        between,
        rollout,
        update: phaseTime(updating, trained, 'training'),
        weights: phaseTime(trained, handed, 'training'),
        evaluation: phaseTime(handed, ended, 'sampling'),
      }),
    };
    await parts.keep(metrics);
    await keepSamples(files, step, batch, recipe.keepSamples, parts.tokenizer);
    for (const message of warnings.splice(0)) yield { type: 'warning', message };
    yield { type: 'step', metrics };
    state = { ...state, step, position };
    if (keeps) {
      const weights = await model.saveWeights(`step-${step}`, signal);
      state = { ...state, weights, saved: [...state.saved, { step, weights }] };
      await files.save(state);
      yield { type: 'checkpoint', step, weights };
      const { warn } = context;
      const { keep } = recipe.checkpoint;
      const metrics = await files.metrics();
      state = { ...state, saved: await pruneCheckpoints({ client, state, keep, metrics, warn, signal }) };
    }
    took.push((performance.now() - began.at) / 1000);
    if (last) break;
  }
  return state;
}
