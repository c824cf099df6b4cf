import { MemAgentError, type Tokenizer } from '@memagent/core';
import { Random, verifiers } from '@memagent/lab';
import { type Filled, fillBatch } from '../algorithm/dynamic-sampling.ts';
import type { Trajectory } from '../algorithm/types.ts';
import type { Agent, Reward, TrainingTask } from '../rollout/agent.ts';
import { readingAgent, singleTurnAgent } from '../rollout/agents.ts';
import { promptFormats } from '../rollout/prompt-format.ts';
import { recordingModel } from '../rollout/recording-model.ts';
import { rollGroup, rollTrajectory } from '../rollout/roll-out.ts';
import { type TokenSampler, tinkerSampler } from '../rollout/token-sampler.ts';
import { TinkerClient } from '../tinker/client.ts';
import { limiter } from '../tinker/limiter.ts';
import { probeReduction } from '../tinker/probe-reduction.ts';
import type { TrainingModel } from '../tinker/training-model.ts';
import { metricsChart } from './chart.ts';
import { coldTraces, scrambled, supervisedStep } from './cold-start.ts';
import { rolloutMetrics } from './metrics.ts';
import type { OwnModule } from './own-module.ts';
import { algorithmOf, type TrainRecipe } from './recipe.ts';
import { type Checkpoint, RunFiles } from './run-files.ts';
import { taskSource } from './task-source.ts';
import { update } from './update.ts';

export interface TrainOptions {
  readonly recipe: TrainRecipe;
  /** The folder of the run. */
  readonly out: string;
  readonly tokenizer: Tokenizer;
  /** The recipe's module, loaded. */
  readonly own?: OwnModule;
  readonly resume?: boolean;
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
}

/** A line of `metrics.jsonl`. */
export interface StepMetrics {
  readonly step: number;
  readonly rewardMean?: number;
  readonly heldOutAccuracy?: number;
  readonly [key: string]: unknown;
}

export type TrainEvent =
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

interface Batch extends Filled {
  readonly tasks: ReadonlyMap<string, TrainingTask>;
  readonly retried: number;
  readonly version: number;
  readonly seconds: number;
}

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
  const algorithm = algorithmOf(recipe);
  const format = promptFormats[recipe.model.format]!;
  const source = await taskSource(recipe, own, tokenizer);
  const agent = agentOf(recipe, own);
  const reward: Reward = own.reward ?? ((answer, task) => verifiers[recipe.verifier]!(answer, task));
  const files = new RunFiles(options.out);
  // The engine may move and steps may grow; everything else makes another run.
  const { steps: _steps, engine: _engine, concurrency: _concurrency, ...identity } = recipe;
  const found = await files.begin(JSON.stringify(identity), options.resume ?? false);
  const warnings: string[] = [];
  const client = await TinkerClient.connect({
    url: recipe.engine.url,
    apiKey: recipe.engine.apiKey,
    idempotent: recipe.engine.idempotent,
    concurrency: recipe.concurrency,
    ...(recipe.engine.reduction === 'sum' || recipe.engine.reduction === 'mean'
      ? { reduction: recipe.engine.reduction }
      : {}),
    onWarning: (text) => void warnings.push(text),
    ...(options.fetch ? { fetch: options.fetch } : {}),
    signal,
  });
  const limit = limiter(recipe.concurrency);
  const open: TrainingModel[] = [];
  try {
    const base = recipe.model.base ?? client.capabilities.models[0];
    if (base === undefined)
      throw new MemAgentError('bad-input', 'The engine names no model.', {
        hint: 'Set model.base in the recipe.',
      });
    const reduction =
      recipe.engine.reduction === 'probe'
        ? await probeReduction(client, base, { rank: recipe.model.rank, signal })
        : client.reduction;
    const create = async (weights: string | null | undefined, optimizer: boolean) => {
      const model = await client.createModel({
        baseModel: base,
        rank: recipe.model.rank,
        seed: recipe.seed,
        reduction,
        signal,
      });
      if (weights) await model.loadWeights(weights, { optimizer, signal });
      open.push(model);
      return model;
    };
    const model = await create(found?.weights ?? recipe.model.weights, found !== undefined);
    let state: Checkpoint = found ?? {
      version: 1,
      step: 0,
      position: 0,
      weights: '',
      reference: recipe.model.weights ?? null,
      recipe: JSON.stringify(identity),
    };
    yield { type: 'started', step: state.step, steps: recipe.steps, model: base };

    if (!found) {
      if (recipe.coldStart) {
        const { steps, batch, learningRate, scramble } = recipe.coldStart;
        const traces = coldTraces(recipe, own, source, tokenizer);
        for (let step = 1; step <= steps; step++) {
          const taken = [];
          while (taken.length < batch) taken.push((await traces.next()).value!);
          const shown = scramble ? scrambled(taken, new Random(`scramble/${recipe.seed}/${step}`)) : taken;
          const loss = await supervisedStep(model, shown, learningRate, signal);
          await files.append('cold-start.jsonl', { step, loss });
          yield { type: 'cold-start', step, steps, loss };
        }
      }
      const weights = await model.saveWeights('start', signal);
      state = { ...state, weights, reference: recipe.coldStart ? weights : state.reference };
    }
    const reference = algorithm.kl ? await create(state.reference, false) : undefined;

    const modelFor = (sampler: TokenSampler, temperature: number) => (seed: string, stop?: AbortSignal) =>
      recordingModel({
        sampler,
        tokenizer,
        format,
        window: recipe.model.window,
        temperature,
        seed,
        name: base,
        ...(stop ? { signal: stop } : {}),
      });
    const evaluate = async (sampler: TokenSampler) => {
      const { samples, temperature } = recipe.evaluation;
      const rewards = await Promise.all(
        Array.from({ length: samples }, (_, i) =>
          limit(async () => {
            const task = await source.heldOut(i);
            const made = { agent, reward, model: modelFor(sampler, temperature), retries: recipe.retries };
            // A failure counts as wrong: leaving it out would flatter the model.
            return rollTrajectory(task, `${recipe.seed}/held out/${i}`, made, signal).catch(
              (error): Pick<Trajectory, 'reward'> => {
                signal.throwIfAborted();
                warnings.push(`The held-out task ${task.id} failed: ${(error as Error).message}`);
                return { reward: 0 };
              },
            );
          }),
        ),
      );
      return rewards.reduce((sum, each) => sum + each.reward, 0) / samples;
    };
    const rollBatch = async (sampler: TokenSampler, step: number, position: number): Promise<Batch> => {
      const began = performance.now();
      const tasks = new Map<string, TrainingTask>();
      let retried = 0;
      let last: MemAgentError | undefined;
      const most = Math.ceil(algorithm.batchTasks * (algorithm.dynamicSampling?.factor ?? 2));
      const filled = await fillBatch(
        async (n) => {
          const task = await source.train(position + n);
          const key = `${position + n}`;
          tasks.set(key, task);
          const group = await rollGroup(task, {
            agent,
            reward,
            model: modelFor(sampler, recipe.temperature),
            groupSize: algorithm.groupSize,
            seed: `${recipe.seed}/${step}/${position + n}`,
            limit,
            retries: recipe.retries,
            signal,
            onRetry: () => void retried++,
            onDropped: (dropped, error) => {
              last = error;
              warnings.push(`The group of ${dropped.id} was dropped: ${error.message}`);
            },
          });
          return group && { ...group, task: key };
        },
        { groups: algorithm.batchTasks, dynamic: algorithm.dynamicSampling !== null, most },
      );
      if (filled.dropped === filled.used)
        throw new MemAgentError(
          last?.code ?? 'model-unavailable',
          `No task of step ${step} could be rolled out: ${last?.message}`,
          {
            hint: last?.hint ?? 'Look at the engine’s log, then go on with --resume.',
            cause: last,
          },
        );
      return {
        ...filled,
        tasks,
        retried,
        version: sampler.version,
        seconds: (performance.now() - began) / 1000,
      };
    };

    let sampler = tinkerSampler(await model.sampler(signal), state.step);
    if (state.step === 0 && !found) {
      if (recipe.evaluation.before) {
        yield { type: 'phase', step: 0, phase: 'evaluating' };
        const heldOutAccuracy = await evaluate(sampler);
        const metrics: StepMetrics = { step: 0, heldOutAccuracy };
        await files.append('metrics.jsonl', metrics);
        yield { type: 'step', metrics };
      }
      await files.save(state);
      yield { type: 'checkpoint', step: 0, weights: state.weights };
    }

    let ahead: Promise<Batch> | undefined;
    for (let step = state.step + 1; step <= recipe.steps; step++) {
      signal.throwIfAborted();
      yield { type: 'phase', step, phase: 'rolling out' };
      const batch = await (ahead ?? rollBatch(sampler, step, state.position));
      ahead = undefined;
      const position = state.position + batch.used;
      const keeps = step % recipe.checkpoint.every === 0 || step === recipe.steps;
      // Not across a checkpoint: a resumed run would sample that batch with other weights.
      if (recipe.offPolicy && !keeps) {
        ahead = rollBatch(sampler, step + 1, position);
        ahead.catch(() => {});
      }
      yield { type: 'phase', step, phase: 'training' };
      const learningRate =
        algorithm.adam.learningRate * Math.min(1, step / Math.max(1, algorithm.adam.warmup));
      const began = performance.now();
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
      let heldOutAccuracy: number | undefined;
      if (step % recipe.evaluation.every === 0 || step === recipe.steps) {
        yield { type: 'phase', step, phase: 'evaluating' };
        heldOutAccuracy = await evaluate(sampler);
      }
      const metrics: StepMetrics = {
        step,
        ...rolloutMetrics(batch, batch.tasks),
        ...(heldOutAccuracy !== undefined ? { heldOutAccuracy } : {}),
        ...result,
        learningRate,
        staleness: step - 1 - batch.version,
        position,
        seconds: {
          rollout: batch.seconds,
          update: (trained - began) / 1000,
          weights: (handed - trained) / 1000,
          evaluation: (performance.now() - handed) / 1000,
        },
      };
      await files.append('metrics.jsonl', metrics);
      await keepSamples(files, step, batch, recipe.keepSamples, tokenizer);
      for (const message of warnings.splice(0)) yield { type: 'warning', message };
      yield { type: 'step', metrics };
      state = { ...state, step, position };
      if (keeps) {
        state = { ...state, weights: await model.saveWeights(`step-${step}`, signal) };
        await files.save(state);
        yield { type: 'checkpoint', step, weights: state.weights };
      }
    }
    await files.writeWhole('metrics.svg', metricsChart(await files.metrics(), recipe.name ?? 'training'));
    yield { type: 'done', steps: recipe.steps, chart: files.path('metrics.svg') };
  } finally {
    over.abort();
    await Promise.allSettled(open.map((model) => model.unload(AbortSignal.timeout(5000))));
    client.close();
  }
}

function agentOf(recipe: TrainRecipe, own: OwnModule): Agent {
  if (own.agent) return own.agent;
  if (recipe.agent === 'single') return singleTurnAgent({ maxTokens: recipe.maxTokens });
  if (recipe.agent === 'module')
    throw new MemAgentError('bad-input', `The module ${recipe.module} exports no agent.`, {
      hint: 'Export agent.',
    });
  const { chunkTokens, memoryTokens, questionTokens, outputTokens, profile, ...rest } = recipe.reading;
  const budgets = {
    ...(chunkTokens ? { chunk: chunkTokens } : {}),
    ...(memoryTokens ? { memory: memoryTokens } : {}),
    ...(questionTokens ? { question: questionTokens } : {}),
    output: outputTokens ?? recipe.maxTokens,
  };
  return readingAgent({
    ...rest,
    profile: profile ?? (recipe.model.format === 'pocket' ? 'pocket' : 'paper'),
    budgets,
  });
}

/** Trajectories for reading: the best and the worst of the step's groups. */
async function keepSamples(
  files: RunFiles,
  step: number,
  batch: Batch,
  count: number,
  tokenizer: Tokenizer,
): Promise<void> {
  const all = batch.groups.flatMap(({ task, trajectories }) =>
    trajectories.map((trajectory) => ({ task, trajectory })),
  );
  all.sort((a, b) => b.trajectory.reward - a.trajectory.reward);
  const chosen = all.filter((_, i) => i < Math.ceil(count / 2) || i >= all.length - Math.floor(count / 2));
  for (const { task, trajectory } of chosen) {
    const asked = batch.tasks.get(task)!;
    const conversations = await Promise.all(
      trajectory.conversations.map(async ({ kind, prompt, response, cut }) => ({
        kind,
        prompt: await tokenizer.decode(prompt),
        response: await tokenizer.decode(response),
        ...(cut ? { cut } : {}),
      })),
    );
    const { reward, answer } = trajectory;
    await files.append('samples.jsonl', {
      step,
      task: asked.id,
      question: asked.question,
      expected: asked.answers,
      answer,
      reward,
      conversations,
    });
  }
}
