import type { RunningEngine } from '../engine/start-engine.ts';
import { tinkerSampler } from '../rollout/token-sampler.ts';
import type { TinkerClient } from '../tinker/client.ts';
import type { TrainingModel } from '../tinker/training-model.ts';
import { agentOf } from './agent-of.ts';
import { metricsChart } from './chart.ts';
import { coldBatches, supervisedStep } from './cold-start.ts';
import { startOwnEngine } from './engine-of.ts';
import { connect, openModel, openReference } from './open-model.ts';
import { algorithmOf, type TrainRecipe } from './recipe.ts';
import { evaluateHeldOut, type RollContext } from './roll-batch.ts';
import { workerRoller } from './roll-workers.ts';
import type { Roller } from './roller.ts';
import { rollerHere } from './roller-here.ts';
import { type Checkpoint, RunFiles } from './run-files.ts';
import { taskSource } from './task-source.ts';
import { TensorBoardFile } from './tensorboard.ts';
import { told } from './told.ts';
import type { StepMetrics, TrainEvent, TrainOptions } from './train-events.ts';
import { trainSteps } from './train-steps.ts';

/**
 * Trains by a recipe. Everything random follows from the recipe's seed, the step and the number of a task, so that a
 * run which was killed and resumed draws what it would have drawn.
 *
 * @example
 * for await (const event of train({ recipe, out: 'runs/remember', tokenizer })) {
 *   if (event.type === 'step') console.log(event.metrics.step, event.metrics.rewardMean);
 * }
 */
export async function* train(options: TrainOptions): AsyncGenerator<TrainEvent> {
  const files = new RunFiles(options.out);
  const lock = await files.lock(options.resume ?? false);
  try {
    yield* run(options, files);
  } finally {
    await lock.release();
  }
}

async function* run(options: TrainOptions, files: RunFiles): AsyncGenerator<TrainEvent> {
  const { recipe, tokenizer, own = {} } = options;
  // Whoever stops listening stops what was begun ahead, too.
  const over = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, over.signal]) : over.signal;
  const began = performance.now();
  const agent = agentOf(recipe, own);
  const identity = identityOf(recipe);
  const found = await files.begin(identity, options.resume ?? false);
  const board = recipe.export.tensorboard ? new TensorBoardFile(files.path('tensorboard')) : undefined;
  await board?.begin(await files.metrics());
  const keep = async (metrics: StepMetrics) => {
    await files.append('metrics.jsonl', metrics);
    await board?.append(metrics);
  };
  const warnings: string[] = [];
  const warn = (text: string) => void warnings.push(text);
  let engine: RunningEngine | undefined;
  let client: TinkerClient | undefined;
  let roller: Roller | undefined;
  const open: TrainingModel[] = [];
  try {
    if (recipe.engine.url === undefined) {
      const { out, env } = options;
      const starting = told((onProgress) =>
        startOwnEngine({
          recipe,
          out,
          tokenizer,
          resumed: found !== undefined,
          signal,
          onProgress,
          ...(env ? { env } : {}),
        }),
      );
      let next = await starting.next();
      for (; !next.done; next = await starting.next()) yield { type: 'engine', message: next.value };
      engine = next.value;
      yield { type: 'engine', message: `${engine.url} (${engine.device})` };
    }
    client = await connect(recipe, engine?.url, { ...options, signal }, warn);
    const { model, base, create } = await openModel(client, recipe, found, open, signal);
    const algorithm = algorithmOf(recipe);
    // Before the cold start: a server that holds one model refuses the second now, not after it.
    const reference = algorithm.kl ? await openReference(create) : undefined;
    let state: Checkpoint = found ?? {
      version: 1,
      step: 0,
      position: 0,
      weights: '',
      reference: recipe.model.weights ?? null,
      saved: [],
      recipe: identity,
    };
    yield { type: 'started', step: state.step, steps: recipe.steps, model: base };

    if (!found) {
      if (recipe.coldStart) {
        const { steps, learningRate } = recipe.coldStart;
        const source = await taskSource(recipe, own, tokenizer);
        const batches = coldBatches({ recipe, own, source, agent, tokenizer });
        for (let step = 1; step <= steps; step++) {
          const { value: traces } = await batches.next();
          const loss = await supervisedStep(model, traces, learningRate, signal);
          await files.append('cold-start.jsonl', { step, loss });
          yield { type: 'cold-start', step, steps, loss };
        }
      }
      const weights = await model.saveWeights('start', signal);
      const saved = [{ step: 0, weights }];
      state = { ...state, weights, saved, reference: recipe.coldStart ? weights : state.reference };
    }
    if (state.reference) await reference?.loadWeights(state.reference, { optimizer: false, signal });
    const url = engine?.url ?? recipe.engine.url!;
    roller =
      options.worker && recipe.workers > 1
        ? workerRoller(options.worker, recipe.workers, url)
        : await rollerHere(recipe, own, tokenizer, base);
    const context: RollContext = { recipe, roller, signal, warn };

    const sampler = tinkerSampler(await model.sampler(signal), state.step);
    if (state.step === 0 && !found) {
      if (recipe.evaluation.before) {
        yield { type: 'phase', step: 0, phase: 'evaluating' };
        const heldOut = await evaluateHeldOut(context, sampler);
        // Nothing has been rolled out yet: the reward is the held-out tasks'.
        const metrics: StepMetrics = { step: 0, rewardMean: heldOut.heldOutAccuracy, ...heldOut };
        await keep(metrics);
        yield { type: 'step', metrics };
      }
      await files.save(state);
      yield { type: 'checkpoint', step: 0, weights: state.weights };
    }

    const steps = { context, client, model, tokenizer, files, keep, warnings, began };
    state = yield* trainSteps({ ...steps, ...(reference ? { reference } : {}) }, state, sampler);
    await files.writeWhole('metrics.svg', metricsChart(await files.metrics(), recipe.name ?? 'training'));
    yield { type: 'done', steps: state.step, chart: files.path('metrics.svg') };
  } finally {
    over.abort();
    await roller?.close?.();
    await Promise.allSettled(open.map((model) => model.unload(AbortSignal.timeout(5000))));
    client?.close();
    await engine?.stop();
  }
}

/** What makes two runs the same: the engine may move and steps may grow; everything else makes another run. */
function identityOf(recipe: TrainRecipe): string {
  const { steps: _steps, engine: _engine, concurrency: _concurrency, export: _export, ...rest } = recipe;
  const { seconds: _seconds, workers: _workers, ...identity } = rest;
  return JSON.stringify({ ...identity, checkpoint: { every: recipe.checkpoint.every } });
}
