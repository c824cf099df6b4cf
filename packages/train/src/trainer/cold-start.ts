import { MemAgentError, type Tokenizer } from '@memagent/core';
import { encodeTrace, oracleReading, Random, tallyReading } from '@memagent/lab';
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

/** Supervised examples without end: a module's own, or what an ideal reader of the lab's samples does. */
export async function* coldTraces(
  recipe: TrainRecipe,
  own: OwnModule,
  source: TaskSource,
  tokenizer: Tokenizer,
): AsyncGenerator<ColdTrace> {
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
      hints: recipe.reading.hints ?? false,
      exit: recipe.reading.exit ?? false,
    });
    for await (const trace of traces) {
      const { prompt, response } = await encodeTrace(trace, tokenizer);
      yield { prompt, response, asks: /answer|none/.test(trace.kind) ? 'answer' : 'step' };
    }
  }
}

/** Gives each prompt the reply of another that asks for the same: what is left to learn is the form. */
export function scrambled(traces: readonly ColdTrace[], random: Random): ColdTrace[] {
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
  await model.optimStep({ learningRate, beta2: 0.95, eps: 1e-8 }, signal);
  return loss;
}
