import type { Tokenizer } from '../tokenizer/tokenizer.ts';
import { abortedError } from './clock.ts';
import type { CompleteOptions, Completion, Model, ModelDefaults, Prompt } from './model.ts';
import { testTokenizer } from './test-tokenizer.ts';

/** A call that a scripted model was given. */
export interface ScriptedCall {
  readonly prompt: Prompt;
  readonly options: CompleteOptions;
  /** The prompt's segments as one string. */
  readonly text: string;
}

export interface ScriptedModelOptions {
  /** What it replies; text longer than `maxTokens` is cut there, as a model's is. `call` counts from 0. */
  readonly reply: (
    prompt: Prompt,
    options: CompleteOptions,
    call: number,
  ) => string | Completion | Promise<string | Completion>;
  /** 8192 unless told otherwise. */
  readonly window?: number;
  readonly tokenizer?: Tokenizer;
  readonly name?: string;
  readonly id?: string;
  readonly canChat?: boolean;
  readonly defaults?: ModelDefaults;
  readonly price?: Model['price'];
  readonly concurrency?: number;
  /** Keep every call in `calls`; off by default, since a long reading would be held whole. */
  readonly record?: boolean;
}

/** A model that replies by a function, and what it was asked. */
export interface ScriptedModel extends Model {
  readonly calls: readonly ScriptedCall[];
  readonly count: number;
}

/**
 * An instant, deterministic model whose replies a function gives: for tests, and for trying out a profile or a policy
 * without a model.
 *
 * @example
 * const model = scriptedModel({ reply: (prompt, options, call) => `memory ${call}` });
 */
export function scriptedModel(options: ScriptedModelOptions): ScriptedModel {
  const tokenizer = options.tokenizer ?? testTokenizer();
  const name = options.name ?? 'scripted';
  const calls: ScriptedCall[] = [];
  let count = 0;

  return {
    name,
    id: options.id ?? `scripted:${name}`,
    window: options.window ?? 8192,
    tokenizer,
    canChat: options.canChat ?? true,
    ...(options.defaults ? { defaults: options.defaults } : {}),
    ...(options.price ? { price: options.price } : {}),
    ...(options.concurrency ? { concurrency: options.concurrency } : {}),
    calls,
    get count() {
      return count;
    },
    async complete(prompt, completeOptions) {
      const { signal, onText } = completeOptions;
      if (signal?.aborted) throw abortedError(signal);
      if (options.record) calls.push({ prompt, options: completeOptions, text: textOf(prompt) });
      const reply = await options.reply(prompt, completeOptions, count++);
      if (signal?.aborted) throw abortedError(signal);
      const completion =
        typeof reply === 'string' ? await asCompletion(reply, prompt, completeOptions) : reply;
      if (completion.text !== '') onText?.(completion.text);
      return completion;
    },
  };

  async function asCompletion(
    reply: string,
    prompt: Prompt,
    { maxTokens, stop, promptTokens }: CompleteOptions,
  ) {
    let text = reply;
    for (const word of stop ?? []) {
      const at = text.indexOf(word);
      if (at >= 0) text = text.slice(0, at);
    }
    let ids = await tokenizer.encode(text);
    const finish: Completion['finish'] = ids.length > maxTokens ? 'length' : 'stop';
    if (finish === 'length') {
      ids = ids.slice(0, maxTokens);
      text = await tokenizer.decode(ids);
    }
    const read = promptTokens ?? (await tokenizer.encode((prompt.system ?? '') + textOf(prompt))).length;
    return { text, finish, usage: { promptTokens: read, completionTokens: ids.length } } satisfies Completion;
  }
}

function textOf(prompt: Prompt): string {
  return prompt.segments.map((segment) => segment.text).join('');
}
