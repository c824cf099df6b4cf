import { MemAgentError, profileNamed, type Tokenizer } from '@memagent/core';
import { encodeTrace, oracleReading, Random, tallyReading } from '@memagent/lab';
import type { Agent } from '../rollout/agent.ts';
import { promptFormats } from '../rollout/prompt-format.ts';
import { randomReader } from '../rollout/random-reader.ts';
import { recordingModel } from '../rollout/recording-model.ts';
import { forwardBackwardCustom } from '../tinker/custom-loss.ts';
import type { TrainingModel } from '../tinker/training-model.ts';
import type { Datum } from '../tinker/types.ts';
import type { OwnModule, OwnTrace } from './own-module.ts';
import type { TrainRecipe } from './recipe.ts';
import type { TaskSource } from './task-source.ts';

interface ColdTrace extends OwnTrace {
  /** Replies are exchanged only among prompts that ask for the same: steps or answers. */
  readonly asks: string;
}

/** What the examples of a cold start are made from. */
export interface ColdStartSources {
  readonly recipe: TrainRecipe;
  readonly own: OwnModule;
  readonly source: TaskSource;
  readonly agent: Agent;
  readonly tokenizer: Tokenizer;
}

/** Batches of examples without end, by the recipe's `coldStart.contents`. The same recipe gives the same batches. */
export async function* coldBatches(sources: ColdStartSources): AsyncGenerator<readonly OwnTrace[]> {
  const { batch, contents } = sources.recipe.coldStart!;
  const traces = contents === 'in-sight' ? randomTraces(sources) : oracleTraces(sources);
  for (let step = 1; ; step++) {
    const taken: ColdTrace[] = [];
    while (taken.length < batch) taken.push((await traces.next()).value!);
    yield contents === 'exchanged'
      ? exchanged(taken, new Random(`exchange/${sources.recipe.seed}/${step}`))
      : taken;
  }
}

/** A module's own examples, or what an ideal reader of the lab's samples does. */
async function* oracleTraces({
  recipe,
  own,
  source,
  tokenizer,
}: ColdStartSources): AsyncGenerator<ColdTrace, never> {
  for (let index = 0; ; index++) {
    if (own.traces) {
      for (const trace of await own.traces({ index, split: 'train', seed: recipe.seed, tokenizer }))
        yield { ...trace, asks: 'own' };
      continue;
    }
    if (!source.sample)
      throw new MemAgentError(
        'bad-input',
        'There are no traces for the cold start: the tasks are not the lab’s.',
        {
          hint: 'Export traces from the module, or leave coldStart out.',
        },
      );
    const sample = await source.sample(index);
    const reading = sample.form === 'tally' ? tallyReading : oracleReading;
    const traces = reading(sample, {
      tokenizer,
      random: new Random(`cold/${recipe.seed}/${index}`),
      chunkTokens: recipe.reading.chunkTokens ?? 700,
      memoryTokens: recipe.reading.memoryTokens ?? 512,
      slips: 0,
      hints: recipe.reading.hints ? 'all' : 'none',
      exit: recipe.reading.exit ?? false,
      // In the order that the agent will be asked in.
      single: profileNamed(recipe.reading.profile ?? 'pocket').single !== undefined,
    });
    for await (const trace of traces) {
      const { prompt, response } = await encodeTrace(trace, tokenizer);
      yield { prompt, response, asks: /answer|none/.test(trace.kind) ? 'answer' : 'step' };
    }
  }
}

/** What the agent does with a model that replies in form, with random words of what it is shown. */
async function* randomTraces({
  recipe,
  source,
  agent,
  tokenizer,
}: ColdStartSources): AsyncGenerator<ColdTrace, never> {
  const format = promptFormats[recipe.model.format]!;
  if (format.name !== 'pocket')
    throw new MemAgentError('bad-input', `There are no random replies in the format ${format.name}.`, {
      hint: 'Set coldStart.contents to oracle or exchanged, or model.format to pocket.',
    });
  const sampler = randomReader(tokenizer, format);
  for (let index = 0; ; index++) {
    const seed = `cold/${recipe.seed}/${index}`;
    const model = recordingModel({ sampler, tokenizer, format, window: recipe.model.window, seed });
    await agent(await source.train(index), model);
    for (const { prompt, response, kind } of model.recorder.conversations())
      yield { prompt, response, asks: kind };
  }
}

/** Gives each prompt the reply of another that asks for the same: what is left to learn is the form. */
export function exchanged(traces: readonly ColdTrace[], random: Random): ColdTrace[] {
  const replies = new Map<string, (readonly number[])[]>();
  for (const { asks, response } of traces) replies.set(asks, [...(replies.get(asks) ?? []), response]);
  for (const list of replies.values()) random.shuffle(list);
  return traces.map((trace) => ({ ...trace, response: replies.get(trace.asks)!.pop()! }));
}

/** A trace as a datum, its reply weighed. */
export function traceDatum({ prompt, response }: OwnTrace, weight: number): Datum {
  const full = [...prompt, ...response];
  const start = prompt.length - 1;
  return {
    tokens: Int32Array.from(full.slice(0, -1)),
    inputs: {
      target_tokens: Int32Array.from(full.slice(1)),
      weights: Float64Array.from({ length: full.length - 1 }, (_, i) => (i >= start ? weight : 0)),
    },
  };
}

/** One supervised step: the mean cross-entropy over all reply tokens, the same on every server. Gives the loss. */
export async function supervisedStep(
  model: TrainingModel,
  traces: readonly OwnTrace[],
  learningRate: number,
  signal?: AbortSignal,
): Promise<number> {
  const tokens = traces.reduce((sum, { response }) => sum + response.length, 0);
  let loss = 0;
  const add = (data: readonly Datum[], logprobs: readonly ArrayLike<number>[], scale: number) => {
    for (const [i, { inputs }] of data.entries())
      for (let t = 0; t < inputs.weights!.length; t++) loss -= inputs.weights![t]! * logprobs[i]![t]! * scale;
  };
  if (model.reduction === 'sum') {
    const data = traces.map((trace) => traceDatum(trace, 1 / tokens));
    const { outputs } = await model.forwardBackward(data, 'cross_entropy', undefined, signal);
    add(
      data,
      outputs.map(({ logprobs }) => logprobs),
      1,
    );
  } else {
    // Such a server divides the weights out again: the same gradient goes by way of advantages.
    const data = traces.map((trace) => traceDatum(trace, 1));
    await forwardBackwardCustom(
      model,
      data,
      (logprobs) => {
        add(data, logprobs, 1 / tokens);
        return {
          loss,
          gradient: data.map(({ inputs }) => Float64Array.from(inputs.weights!, (w) => -w / tokens)),
        };
      },
      signal ? { signal } : {},
    );
  }
  await model.optimStep({ learningRate, beta2: 0.95, eps: 1e-8, gradClipNorm: 1 }, signal);
  return loss;
}
