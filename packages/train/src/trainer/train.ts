import { MemAgentError, type Tokenizer } from '@memagent/core';
import { Random, verifiers, type WorkerProgram } from '@memagent/lab';
import type { RunningEngine } from '../engine/start-engine.ts';
import type { Reward } from '../rollout/agent.ts';
import { tinkerSampler } from '../rollout/token-sampler.ts';
import { TinkerClient } from '../tinker/client.ts';
import { probeReduction } from '../tinker/probe-reduction.ts';
import type { TrainingModel } from '../tinker/training-model.ts';
import { agentOf } from './agent-of.ts';
import { metricsChart } from './chart.ts';
import { coldBatches, supervisedStep } from './cold-start.ts';
import { startOwnEngine } from './engine-of.ts';
import { pruneCheckpoints } from './keep-checkpoints.ts';
import { keepSamples } from './keep-samples.ts';
import { rolloutMetrics } from './metrics.ts';
import type { OwnModule } from './own-module.ts';
import { algorithmOf, type TrainRecipe } from './recipe.ts';
import { type Batch, evaluateHeldOut, type RollContext, rollBatch } from './roll-batch.ts';
import { serveRollouts, workerRoller } from './roll-workers.ts';
import { localRoller, type Roller } from './roller.ts';
import { type Checkpoint, RunFiles } from './run-files.ts';
import { taskSource } from './task-source.ts';
import { TensorBoardFile } from './tensorboard.ts';
import { told } from './told.ts';
import { update } from './update.ts';

export interface TrainOptions {
  readonly recipe: TrainRecipe;
  /** The folder of the run. */
  readonly out: string;
  readonly tokenizer: Tokenizer;
  /** The recipe's module, loaded. */
  readonly own?: OwnModule;
  readonly resume?: boolean;
  /** What rolls out where the recipe asks for several processes: a program that calls `serveRolloutsOf`. */
  readonly worker?: WorkerProgram;
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
  /** What an engine that is started here is found and run with; this process's unless told. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A line of `metrics.jsonl`. */
export interface StepMetrics {
  readonly step: number;
  readonly rewardMean?: number;
  readonly heldOutAccuracy?: number;
  readonly [key: string]: unknown;
}

export type TrainEvent =
  | { readonly type: 'engine'; readonly message: string }
  | { readonly type: 'started'; readonly step: number; readonly steps: number; readonly model: string }
  | { readonly type: 'cold-start'; readonly step: number; readonly steps: number; readonly loss: number }
  | {
      readonly type: 'phase';
      readonly step: number;
      readonly phase: string;
      readonly done?: number;
      readonly of?: number;
    }
  | { readonly type: 'warning'; readonly message: string }
  | { readonly type: 'step'; readonly metrics: StepMetrics }
  | { readonly type: 'checkpoint'; readonly step: number; readonly weights: string }
  | { readonly type: 'done'; readonly steps: number; readonly chart: string };

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
  const { recipe, tokenizer, own = {} } = options;
  // Whoever stops listening stops what was begun ahead, too.
  const over = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, over.signal]) : over.signal;
  const began = performance.now();
  const agent = agentOf(recipe, own);
  const files = new RunFiles(options.out);
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
        startOwnEngine({ recipe, out, tokenizer, signal, onProgress, ...(env ? { env } : {}) }),
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

    let sampler = tinkerSampler(await model.sampler(signal), state.step);
    if (state.step === 0 && !found) {
      if (recipe.evaluation.before) {
        yield { type: 'phase', step: 0, phase: 'evaluating' };
        const metrics: StepMetrics = { step: 0, ...(await evaluateHeldOut(context, sampler)) };
        await keep(metrics);
        yield { type: 'step', metrics };
      }
      await files.save(state);
      yield { type: 'checkpoint', step: 0, weights: state.weights };
    }

    let ahead: Promise<Batch> | undefined;
    const took: number[] = [];
    for (let step = state.step + 1; step <= recipe.steps; step++) {
      signal.throwIfAborted();
      const stepBegan = performance.now();
      // This step, another one, and the end of the run with evaluation and saving take as long as the longest of late;
      // the first steps of a run are longer, since the engine compiles.
      const left = (recipe.seconds ?? Number.POSITIVE_INFINITY) - (stepBegan - began) / 1000;
      const last = step === recipe.steps || left < 3 * Math.max(0, ...took.slice(-4));
      yield { type: 'phase', step, phase: 'rolling out' };
      const batch = await (ahead ?? rollBatch(context, sampler, step, state.position));
      ahead = undefined;
      const position = state.position + batch.used;
      const keeps = step % recipe.checkpoint.every === 0 || last;
      // Not across a checkpoint: a resumed run would sample that batch with other weights.
      if (recipe.offPolicy && !keeps) {
        ahead = rollBatch(context, sampler, step + 1, position);
        ahead.catch(() => {});
      }
      yield { type: 'phase', step, phase: 'training' };
      const learningRate =
        algorithm.adam.learningRate * Math.min(1, step / Math.max(1, algorithm.adam.warmup));
      const updating = performance.now();
      const result = await update(model, batch.groups, {
        algorithm,
        maxTokens: recipe.maxTokens,
        learningRate,
        callTokens: recipe.engine.callTokens,
        random: new Random(`minibatches/${recipe.seed}/${step}`),
        ...(reference ? { reference } : {}),
        signal,
      });
      const trained = performance.now();
      sampler = tinkerSampler(await model.sampler(signal), step);
      const handed = performance.now();
      const evaluates = step % recipe.evaluation.every === 0 || last;
      if (evaluates) yield { type: 'phase', step, phase: 'evaluating' };
      const heldOut = evaluates ? await evaluateHeldOut(context, sampler) : {};
      const metrics: StepMetrics = {
        step,
        ...rolloutMetrics(batch, batch.tasks),
        ...heldOut,
        ...result,
        learningRate,
        staleness: step - 1 - batch.version,
        position,
        seconds: {
          rollout: batch.seconds,
          update: (trained - updating) / 1000,
          weights: (handed - trained) / 1000,
          evaluation: (performance.now() - handed) / 1000,
        },
      };
      await keep(metrics);
      await keepSamples(files, step, batch, recipe.keepSamples, tokenizer);
      for (const message of warnings.splice(0)) yield { type: 'warning', message };
      yield { type: 'step', metrics };
      state = { ...state, step, position };
      if (keeps) {
        const weights = await model.saveWeights(`step-${step}`, signal);
        state = { ...state, weights, saved: [...state.saved, { step, weights }] };
        await files.save(state);
        yield { type: 'checkpoint', step, weights };
        const { keep } = recipe.checkpoint;
        const saved = await pruneCheckpoints({
          client,
          state,
          keep,
          metrics: await files.metrics(),
          warn,
          signal,
        });
        state = { ...state, saved };
      }
      took.push((performance.now() - stepBegan) / 1000);
      if (last) break;
    }
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

/** What makes two runs the same: the engine may move and steps may grow; everything else makes another run. */
function identityOf(recipe: TrainRecipe): string {
  const { steps: _steps, engine: _engine, concurrency: _concurrency, export: _export, ...rest } = recipe;
  const { seconds: _seconds, workers: _workers, ...identity } = rest;
  return JSON.stringify({ ...identity, checkpoint: { every: recipe.checkpoint.every } });
}

function connect(
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
async function openModel(
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
  const { rank } = recipe.model;
  const reduction =
    recipe.engine.reduction === 'probe'
      ? await probeReduction(client, base, { rank, signal })
      : client.reduction;
  const create = async (weights: string | null | undefined, optimizer: boolean) => {
    const made = { baseModel: base, rank, seed: recipe.seed, reduction, signal };
    const model = await client.createModel(made);
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

/** The model that a divergence is taken from: one more on the server. */
async function openReference(create: (weights: undefined, optimizer: boolean) => Promise<TrainingModel>) {
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
