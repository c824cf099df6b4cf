import type { Tokenizer } from '@memagent/core';
import { Random } from '@memagent/lab';
import type { Signals } from '../algorithm/dynamic-sampling.ts';
import { type TokenSampler, tinkerSampler } from '../rollout/token-sampler.ts';
import type { TinkerClient } from '../tinker/client.ts';
import type { Sampler } from '../tinker/sampler.ts';
import type { TrainingModel } from '../tinker/training-model.ts';
import { pruneCheckpoints } from './keep-checkpoints.ts';
import { keepSamples } from './keep-samples.ts';
import { rolloutMetrics } from './metrics.ts';
import { markPhase, type PhaseMark, phaseTime, sharedPrompts, timeMetrics } from './phase-times.ts';
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

/** A rollout under way. */
interface Rolling {
  readonly began: Promise<PhaseMark>;
  readonly batch: Promise<Batch>;
  readonly ended: Promise<PhaseMark>;
}

/**
 * Makes the steps of a run that are left, from a checkpoint on, and gives the last. The engine never waits for what it
 * is not needed for: where others roll out, the next rollout begins when the weights are with the sampler, and metrics,
 * samples and checkpoint are written while it goes on.
 */
export async function* trainSteps(
  parts: StepParts,
  from: Checkpoint,
  first: TokenSampler,
): AsyncGenerator<TrainEvent, Checkpoint> {
  const { context, client, model, files, warnings } = parts;
  const { recipe, signal } = context;
  const algorithm = algorithmOf(recipe);
  const apart = context.roller.elsewhere ?? false;
  const mark = () => markPhase(client, signal);
  // Where this process rolls out it does nothing else meanwhile: calls that meet in the same batches in every run give
  // the same bits.
  const quiet = async (marked: Promise<PhaseMark>) => {
    if (!apart) await marked;
  };
  // What became of the groups so far, of a run that goes on too.
  const past: Signals[] = (await files.metrics()).flatMap(({ groups, groupsWithoutSignal }) =>
    typeof groups === 'number' ? [{ groups, groupsWithoutSignal: Number(groupsWithoutSignal) }] : [],
  );
  const roll = (sampler: TokenSampler, step: number, position: number, began = mark()): Rolling => {
    const batch = quiet(began).then(() => rollBatch(context, sampler, step, position, past));
    const ended = batch.then(mark);
    // Whoever takes the batch is told.
    ended.catch(() => {});
    return { began, batch, ended };
  };
  let [state, sampler] = [from, first];
  let next: Rolling | undefined;
  let ended = mark();
  const took: number[] = [];
  for (let step = state.step + 1; step <= recipe.steps; step++) {
    signal.throwIfAborted();
    const rolling = next ?? roll(sampler, step, state.position);
    const began = await (recipe.offPolicy ? mark() : rolling.began);
    next = undefined;
    // This step, another one, and the end of the run with evaluation and saving take as long as the longest of late;
    // the first steps of a run are longer, since the engine compiles.
    const left = (recipe.seconds ?? Number.POSITIVE_INFINITY) - (began.at - parts.began) / 1000;
    const last = step === recipe.steps || left < 3 * Math.max(0, ...took.slice(-4));
    yield { type: 'phase', step, phase: 'rolling out' };
    const batch = await rolling.batch;
    past.push({ groups: batch.groups.length, groupsWithoutSignal: batch.withoutSignal });
    const position = state.position + batch.used;
    const keeps = step % recipe.checkpoint.every === 0 || last;
    // Not across a checkpoint: a resumed run would sample that batch with other weights.
    if (recipe.offPolicy && !keeps) next = roll(sampler, step + 1, position);
    yield { type: 'phase', step, phase: 'training' };
    const learningRate = algorithm.adam.learningRate * Math.min(1, step / Math.max(1, algorithm.adam.warmup));
    const updating = recipe.offPolicy ? mark() : rolling.ended;
    let handing: Promise<Sampler> | undefined;
    const result = await update(model, batch.groups, {
      algorithm,
      maxTokens: recipe.maxTokens,
      learningRate,
      callTokens: recipe.engine.callTokens,
      random: new Random(`minibatches/${recipe.seed}/${step}`),
      ...(parts.reference ? { reference: parts.reference } : {}),
      onAsked: () => {
        handing = model.sampler(signal);
        handing.catch(() => {});
        if (!next && !last) prepareBatch(context, position, past);
      },
      signal,
    });
    const trained = mark();
    sampler = tinkerSampler(await (handing ?? model.sampler(signal)), step);
    const handed = mark();
    const evaluates = step % recipe.evaluation.every === 0 || last;
    if (evaluates) yield { type: 'phase', step, phase: 'evaluating' };
    await quiet(handed);
    const heldOut = evaluates ? await evaluateHeldOut(context, sampler) : {};
    const between = phaseTime(await ended, began, 'training');
    ended = evaluates ? mark() : handed;
    const weights = keeps ? await model.saveWeights(`step-${step}`, signal) : undefined;
    if (!recipe.offPolicy && !last && apart) next = roll(sampler, step + 1, position, keeps ? mark() : ended);
    const [rollout, rolled] = await Promise.all([rolling.began, rolling.ended]);
    const metrics: StepMetrics = {
      step,
      ...rolloutMetrics(batch, batch.tasks),
      ...sharedPrompts(rollout, rolled),
      ...heldOut,
      ...result,
      learningRate,
      staleness: step - 1 - batch.version,
      position,
      ...timeMetrics({
        between,
        rollout: phaseTime(rollout, rolled, 'sampling'),
        update: phaseTime(await updating, await trained, 'training'),
        weights: phaseTime(await trained, await handed, 'training'),
        evaluation: phaseTime(await handed, await ended, 'sampling'),
      }),
    };
    await parts.keep(metrics);
    await keepSamples(files, step, batch, recipe.keepSamples, parts.tokenizer);
    for (const message of warnings.splice(0)) yield { type: 'warning', message };
    yield { type: 'step', metrics };
    state = { ...state, step, position };
    if (weights !== undefined) {
      state = { ...state, weights, saved: [...state.saved, { step, weights }] };
      await files.save(state);
      yield { type: 'checkpoint', step, weights };
      const { warn } = context;
      const { keep } = recipe.checkpoint;
      const metrics = await files.metrics();
      state = { ...state, saved: await pruneCheckpoints({ client, state, keep, metrics, warn, signal }) };
      await files.save(state);
    }
    took.push((performance.now() - began.at) / 1000);
    if (last) break;
  }
  return state;
}
