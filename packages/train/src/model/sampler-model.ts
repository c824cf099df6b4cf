import {
  type CompleteOptions,
  type Completion,
  MemAgentError,
  type Model,
  type ModelDefaults,
  type Prompt,
  type ScoreOptions,
  type Scores,
  type Segment,
  splitReasoning,
  type Tokenizer,
} from '@memagent/core';
import { endToken, type PromptFormat } from '../rollout/prompt-format.ts';
import type { Sampler } from '../tinker/sampler.ts';
import type { SampledSequence } from '../tinker/types.ts';
import { promptEncoder } from './prompt-encoder.ts';

export interface SamplerModelOptions {
  readonly sampler: Pick<Sampler, 'sample'> & Partial<Pick<Sampler, 'score'>>;
  readonly tokenizer: Tokenizer;
  readonly format: PromptFormat;
  /** The most tokens of prompt and reply together. */
  readonly window: number;
  /** What a person calls it. */
  readonly name: string;
  /** Stable identity of the weights. */
  readonly id: string;
  readonly defaults?: ModelDefaults;
  /** How many calls it serves well at once; 256 unless told. */
  readonly concurrency?: number;
  readonly close?: () => Promise<void>;
}

/**
 * A model of `core` over a Tinker sampler, for reading and for the lab. Calls that are made at the same time share
 * requests where the engine offers that; ids and log-probabilities of what was sampled come with every completion.
 *
 * @example
 * const sampler = await client.sampler({ baseModel: 'pocket' });
 * const model = samplerModel({ sampler, tokenizer, format: promptFormats.pocket!, window: 4096, name: 'pocket', id: 'a' });
 */
export function samplerModel(options: SamplerModelOptions): Model {
  const { sampler, tokenizer, format, window, name } = options;
  const end = endToken(format, tokenizer);
  const encode = promptEncoder(tokenizer, format);

  async function complete(prompt: Prompt, asked: CompleteOptions): Promise<Completion> {
    const ids = await encode(prompt);
    if (ids.length + asked.maxTokens > window)
      throw new MemAgentError(
        'no-fit',
        `The prompt of ${ids.length} tokens and ${asked.maxTokens} for the reply do not fit the window of ${window}.`,
        { hint: 'Use smaller chunks or a smaller memory, or set a larger window if the engine has one.' },
      );
    const { sequences } = await sampler.sample(ids, {
      maxTokens: asked.maxTokens,
      temperature: asked.temperature ?? 0,
      stop: [end],
      ...(asked.topP === undefined ? {} : { topP: asked.topP }),
      ...(asked.seed === undefined ? {} : { seed: asked.seed }),
      ...(asked.signal ? { signal: asked.signal } : {}),
    });
    const completion = await completionOf(sequences[0]!, prompt, ids.length, asked);
    if (completion.text !== '') asked.onText?.(completion.text);
    return completion;
  }

  async function score(
    prompt: Prompt,
    continuations: readonly (readonly Segment[])[],
    { signal }: ScoreOptions = {},
  ): Promise<Scores> {
    if (prompt.form !== 'raw')
      throw new MemAgentError('bad-input', 'Only what follows a raw prompt can be scored.');
    const given = (await encode(prompt)).length;
    let promptTokens = 0;
    const logprobs = continuations.map(async (segments) => {
      const ids = await encode({ ...prompt, segments: [...prompt.segments, ...segments] });
      promptTokens += ids.length;
      if (ids.length >= window)
        throw new MemAgentError(
          'no-fit',
          `A prompt of ${given} tokens and what is to be scored, ${ids.length} together, do not fit the window of ${window}.`,
        );
      return sampler.score!(ids, ids.length - given, signal);
    });
    return { logprobs: await Promise.all(logprobs), usage: { promptTokens, completionTokens: 0 } };
  }

  async function completionOf(
    { tokens, logprobs, stopReason }: SampledSequence,
    prompt: Prompt,
    promptTokens: number,
    asked: CompleteOptions,
  ): Promise<Completion> {
    const said = tokens.at(-1) === end ? tokens.slice(0, -1) : tokens;
    const whole = await tokenizer.decode(said);
    const { text, reasoning } = prompt.form === 'raw' ? { text: whole } : splitReasoning(whole, false);
    // The protocol takes texts or ids that end a reply, not both: the ids are the surer.
    const cut = firstStop(text, asked.stop ?? []);
    return {
      text: cut === undefined ? text : text.slice(0, cut),
      ...(reasoning === undefined ? {} : { reasoning }),
      finish: cut !== undefined || stopReason === 'stop' ? 'stop' : 'length',
      usage: { promptTokens, completionTokens: tokens.length },
      ids: tokens,
      logprobs,
    };
  }

  return {
    name,
    id: options.id,
    window,
    tokenizer,
    canChat: format.chat !== undefined,
    concurrency: options.concurrency ?? 256,
    ...(options.defaults ? { defaults: options.defaults } : {}),
    complete,
    ...(sampler.score ? { score } : {}),
    ...(options.close ? { close: options.close } : {}),
  };
}

function firstStop(text: string, stops: readonly string[]): number | undefined {
  const found = stops.map((stop) => text.indexOf(stop)).filter((at) => at >= 0);
  return found.length > 0 ? Math.min(...found) : undefined;
}
