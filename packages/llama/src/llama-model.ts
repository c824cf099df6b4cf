import { setMaxListeners } from 'node:events';
import { basename } from 'node:path';
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
  type Tokenizer,
  tokenizerFromGguf,
} from '@memagent/core';
import { abortError } from './engine/job.ts';
import { Reply } from './engine/reply.ts';
import { Scheduler } from './engine/scheduler.ts';
import { fileIdentity } from './model-id.ts';
import type { Addon, NativeSampler } from './native/addon.ts';
import { readGgufHeader } from './native/gguf-header.ts';
import { loadAddon } from './native/load-addon.ts';
import { type Lora, type OpenModel, openModel } from './native/open-model.ts';

import { type Vocabulary, vocabularyOf } from './native/vocabulary.ts';
import { encodeContinuation, encodePrompt } from './prompt/encode-prompt.ts';
import { usableCores } from './threads/cores.ts';
import { threadGovernor } from './threads/governor.ts';

/** How to run a GGUF model in this process. */
export interface LlamaOptions {
  /** The GGUF file. */
  readonly path: string;
  /** Threads to compute with, exactly; as many as there are cores free of other work unless told otherwise. */
  readonly threads?: number;
  /** Tokens of prompt and reply together; what the model was trained with, at most 8192, unless told otherwise. */
  readonly window?: number;
  /** `auto` (the default) uses a GPU where its package is installed and works; `false` never does. */
  readonly gpu?: false | 'auto';
  /** LoRA adapters in GGUF, applied in this order. */
  readonly lora?: readonly Lora[];
  /** What a person calls it; the name in the GGUF or of the file unless told otherwise. */
  readonly name?: string;
  /**
   * How many readings go through the model at once, each with a window of its own in memory; 4 unless told otherwise,
   * fewer where their keys and values would fill more than 1 GiB.
   */
  readonly parallel?: number;
  readonly defaults?: ModelDefaults;
  /** Faster on long prompts (the default). */
  readonly flashAttention?: boolean;
}

const defaultWindow = 8192;
const mostParallel = 4;
const parallelBytes = 2 ** 30;
/** Measured on CPUs: the keys and values of 256 tokens stay in the cache that those of 512 overflow. */
const cpuBatch = 256;
const gpuBatch = 512;

/**
 * A GGUF model on llama.cpp in this process.
 *
 * @example
 * const model = await llamaModel({ path: 'qwen3-4b-q4_k_m.gguf' });
 * const { text } = await model.complete(prompt, { maxTokens: 256 });
 * await model.close();
 */
export async function llamaModel(options: LlamaOptions): Promise<LlamaModel> {
  const header = await readGgufHeader(options.path);
  const { addon, gpu } = await loadAddon(options.gpu ?? 'auto');
  const window = options.window ?? Math.min(header.contextLength, defaultWindow);
  if (window > header.contextLength) {
    throw new MemAgentError(
      'bad-input',
      `The window of ${window} tokens is more than the ${header.contextLength} that ${options.path} was trained with.`,
      { hint: `Choose a window of at most ${header.contextLength}.` },
    );
  }
  const parallel = options.parallel ?? defaultParallel(window * header.kvBytesPerToken);
  const threads = options.threads ?? usableCores();
  const batchSize = Math.max(parallel, Math.min(window, gpu ? gpuBatch : cpuBatch));
  const open = await openModel({
    path: options.path,
    header,
    gpu: options.gpu ?? 'auto',
    window,
    sequences: parallel,
    batchSize,
    threads,
    flashAttention: options.flashAttention ?? true,
    lora: options.lora ?? [],
  });
  const tokenizer = tokenizerFromGguf(header.gguf);
  const adapters = (options.lora ?? []).map(
    async ({ path, scale = 1 }) => `+${await fileIdentity(path)}*${scale}`,
  );
  return new LlamaModel({
    name: options.name ?? header.name ?? basename(options.path, '.gguf'),
    id: ['gguf:', await fileIdentity(options.path), ...(await Promise.all(adapters))].join(''),
    window,
    tokenizer,
    defaults: options.defaults,
    concurrency: parallel,
    addon,
    open,
    vocabulary: vocabularyOf(open.model, header, tokenizer),
    scheduler: new Scheduler({
      context: open.context,
      sequences: parallel,
      window,
      batchSize,
      threads: options.threads === undefined ? threadGovernor(threads) : () => threads,
    }),
  });
}

function defaultParallel(bytesPerReading: number): number {
  return Math.max(1, Math.min(mostParallel, Math.floor(parallelBytes / bytesPerReading)));
}

interface Parts {
  readonly name: string;
  readonly id: string;
  readonly window: number;
  readonly tokenizer: Tokenizer;
  readonly defaults: ModelDefaults | undefined;
  readonly concurrency: number;
  readonly addon: Addon;
  readonly open: OpenModel;
  readonly vocabulary: Vocabulary;
  readonly scheduler: Scheduler;
}

/** A model that runs in this process. Close it to free its memory. */
export class LlamaModel implements Model {
  readonly name: string;
  readonly id: string;
  readonly window: number;
  readonly tokenizer: Tokenizer;
  readonly canChat: boolean;
  readonly concurrency: number;
  readonly defaults?: ModelDefaults;
  readonly #parts: Parts;
  #closing: Promise<void> | undefined;

  /** @internal */
  constructor(parts: Parts) {
    this.#parts = parts;
    this.name = parts.name;
    this.id = parts.id;
    this.window = parts.window;
    this.tokenizer = parts.tokenizer;
    this.canChat = parts.vocabulary.template !== undefined;
    this.concurrency = parts.concurrency;
    if (parts.defaults !== undefined) this.defaults = parts.defaults;
  }

  async complete(prompt: Prompt, options: CompleteOptions): Promise<Completion> {
    const { vocabulary, scheduler } = this.#parts;
    // Native parts do not bear being used after their end.
    if (this.#closing) throw new MemAgentError('model-unavailable', `${this.name} has been closed.`);
    if (options.signal?.aborted) throw abortError(options.signal);
    const { tokens, reasons } = encodePrompt(prompt, vocabulary);
    this.#checkFit(tokens.length, options.maxTokens);
    const reply = new Reply({
      decode: (ids) => vocabulary.decode(ids, prompt.form === 'raw'),
      stop: options.stop ?? [],
      onText: options.onText,
      reasoning: prompt.form === 'raw' ? 'none' : reasons ? 'begun' : 'told-apart',
    });
    const logprobs: number[] = [];
    const sampled: number[] = [];
    let finish: Completion['finish'] = 'length';
    const sampler = this.#sampler(options);
    const job = scheduler.run({
      prompt: tokens,
      maxTokens: options.maxTokens,
      sampler,
      logprobs: options.logprobs ?? false,
      ...(options.signal ? { signal: options.signal } : {}),
      onToken: (token, logprob) => {
        sampled.push(token);
        if (logprob !== undefined) logprobs.push(logprob);
        const over = vocabulary.ends(token) || reply.push(token);
        if (over) finish = 'stop';
        return over;
      },
    });
    const { cachedTokens } = await job;
    const { reasoningTokens, ...text } = reply.end();
    return {
      ...text,
      finish,
      usage: {
        promptTokens: tokens.length,
        cachedTokens,
        completionTokens: sampled.length,
        ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
      },
      ids: sampled,
      ...(options.logprobs ? { logprobs } : {}),
    };
  }

  /** All at once: what the prompts share is computed once, and their suffixes go through the batch together. */
  async completeMany(prompts: readonly Prompt[], options: CompleteOptions): Promise<Completion[]> {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, ...(options.signal ? [options.signal] : [])]);
    setMaxListeners(0, signal);
    try {
      return await Promise.all(prompts.map((prompt) => this.complete(prompt, { ...options, signal })));
    } catch (error) {
      stop.abort(error);
      throw error;
    }
  }

  /**
   * How likely each continuation of the prompt is: the logarithm of its probability. One after the other, so that each goes
   * on where the prompt has been read already: to copy that to other sequences costs more than their few tokens.
   */
  async score(
    prompt: Prompt,
    continuations: readonly (readonly Segment[])[],
    options: ScoreOptions = {},
  ): Promise<Scores> {
    const { vocabulary, scheduler } = this.#parts;
    const given = encodePrompt(prompt, vocabulary).tokens;
    const logprobs: number[] = [];
    const usage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0 };
    for (const segments of continuations) {
      if (this.#closing) throw new MemAgentError('model-unavailable', `${this.name} has been closed.`);
      if (options.signal?.aborted) throw abortError(options.signal);
      const tokens = encodeContinuation(segments, vocabulary);
      if (tokens.length === 0) throw new MemAgentError('bad-input', 'There is nothing to score.');
      this.#checkFit(given.length, tokens.length);
      let sum = 0;
      const { cachedTokens } = await scheduler.run({
        prompt: Uint32Array.from([...given, ...tokens]),
        maxTokens: 1,
        scored: tokens.length,
        sampler: this.#sampler({}),
        logprobs: true,
        ...(options.signal ? { signal: options.signal } : {}),
        onToken: (_, logprob) => {
          sum += logprob!;
          return false;
        },
      });
      logprobs.push(sum);
      usage.promptTokens += given.length + tokens.length;
      usage.cachedTokens += cachedTokens;
    }
    return { logprobs, usage };
  }

  close(): Promise<void> {
    this.#closing ??= this.#parts.scheduler.close().then(() => this.#parts.open.close());
    return this.#closing;
  }

  #checkFit(promptTokens: number, maxTokens: number): void {
    if (!(maxTokens >= 1))
      throw new MemAgentError('bad-input', `maxTokens is ${maxTokens}: it must be at least 1.`);
    if (promptTokens === 0) throw new MemAgentError('bad-input', 'The prompt is empty.');
    if (promptTokens + maxTokens <= this.window) return;
    throw new MemAgentError(
      'no-fit',
      `The prompt of ${promptTokens} tokens and ${maxTokens} for the reply do not fit the window of ${this.window}.`,
      { hint: 'Use smaller chunks or a smaller memory, or open the model with a larger window.' },
    );
  }

  #sampler({ temperature = 0, topP, seed }: Omit<CompleteOptions, 'maxTokens'>): NativeSampler {
    const { addon, open } = this.#parts;
    const sampler = new addon.AddonSampler(open.model);
    sampler.applyConfig({
      temperature,
      ...(topP === undefined ? {} : { topP }),
      // Without one llama.cpp takes the second of the clock: calls within a second would sample alike.
      seed: seed === undefined ? Math.floor(Math.random() * 2 ** 32) : seed >>> 0,
    });
    return sampler;
  }
}
