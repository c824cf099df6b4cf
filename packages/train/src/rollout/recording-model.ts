import {
  type CompleteOptions,
  type Completion,
  MemAgentError,
  type Model,
  type ModelDefaults,
  type Tokenizer,
} from '@memagent/core';
import { Random } from '@memagent/lab';
import { type PromptEncoder, promptEncoder } from '../model/prompt-encoder.ts';
import { chatIds, endToken, type PromptFormat, type Turn } from './prompt-format.ts';
import { Recorder } from './recorder.ts';
import type { SampledReply, TokenSampler } from './token-sampler.ts';

export interface RecordingOptions {
  readonly sampler: TokenSampler;
  readonly tokenizer: Tokenizer;
  readonly format: PromptFormat;
  /** Turns prompts into ids, where others turn the same ones. */
  readonly encode?: PromptEncoder;
  readonly window: number;
  /** Of all calls, whatever the agent asks for: rollouts have to explore. 1 unless told. */
  readonly temperature?: number;
  readonly topP?: number;
  /** The same seed gives the same replies, call by call. */
  readonly seed: string | number;
  readonly defaults?: ModelDefaults;
  readonly name?: string;
  readonly signal?: AbortSignal;
}

/** A chat that is one conversation however many turns it has. */
export interface RecordedChat {
  /** Adds a turn that the model did not write: it is never trained. */
  add(role: Turn['role'], text: string): void;
  /** Lets the model reply. */
  reply(options: { maxTokens: number; signal?: AbortSignal }): Promise<Completion>;
}

/** A model of `core` whose every call is recorded as a conversation. */
export interface RecordingModel extends Model {
  readonly recorder: Recorder;
  /** A chat of several turns, kept in tokens: replies go into the next prompt as they were sampled. */
  chat(): RecordedChat;
}

/**
 * Makes a model of a token sampler; what it samples is recorded with its ids and log-probabilities as the engine
 * gave them. No text is tokenized again.
 *
 * @example
 * const model = recordingModel({ sampler, tokenizer, format: promptFormats.chatml!, window: 8192, seed: 1 });
 * const answer = await agent(task, model);
 * const conversations = model.recorder.conversations();
 */
export function recordingModel(options: RecordingOptions): RecordingModel {
  const { sampler, tokenizer, format } = options;
  const recorder = new Recorder();
  const end = endToken(format, tokenizer);
  const encode = options.encode ?? promptEncoder(tokenizer, format);
  const random = new Random(options.seed);
  let calls = 0;

  async function call(
    ids: readonly number[],
    asked: CompleteOptions,
  ): Promise<{ completion: Completion; reply: SampledReply }> {
    if (ids.length >= options.window)
      throw new MemAgentError(
        'no-fit',
        `A prompt of ${ids.length} tokens leaves no room for a reply in the window of ${options.window}.`,
        { hint: 'Have the agent show less at once, or set a larger model.window if the engine has one.' },
      );
    // Numbered when it is made, not when it returns: parallel calls keep their seeds.
    const seed = random.fork(calls++).next() % 2 ** 31;
    const reply = await sampler.sample(ids, {
      maxTokens: Math.max(1, Math.min(asked.maxTokens, options.window - ids.length)),
      temperature: options.temperature ?? 1,
      ...(options.topP !== undefined ? { topP: options.topP } : {}),
      seed,
      stop: asked.stop?.length ? asked.stop : [end],
      signal: asked.signal ?? options.signal,
    });
    recorder.add(ids, reply, sampler.version);
    const said = reply.ids.at(-1) === end ? reply.ids.slice(0, -1) : reply.ids;
    const completion: Completion = {
      text: await tokenizer.decode(said),
      finish: reply.cut ? 'length' : 'stop',
      usage: { promptTokens: ids.length, completionTokens: reply.ids.length },
      ids: reply.ids,
      logprobs: reply.logprobs,
    };
    return { completion, reply };
  }

  return {
    name: options.name ?? 'policy',
    id: `policy:${sampler.version}`,
    window: options.window,
    tokenizer,
    canChat: format.chat !== undefined,
    ...(options.defaults ? { defaults: options.defaults } : {}),
    recorder,
    complete: async (prompt, asked) => (await call(await encode(prompt), asked)).completion,
    chat() {
      let ids: number[] = [];
      let waiting: Turn[] = [];
      let open = false;
      return {
        add: (role, text) => void waiting.push({ role, segments: [{ text, trusted: false }] }),
        async reply(asked) {
          const more = await chatIds(
            waiting,
            ids.length === 0 ? format : { ...format, begin: undefined },
            tokenizer,
          );
          // The model ends its turn with the end token alone; the template has a line end after it.
          const joint = open ? await tokenizer.encode('\n') : [];
          ids = [...ids, ...joint, ...more];
          waiting = [];
          const { completion, reply } = await call(ids, asked);
          ids = [...ids, ...reply.ids];
          if (reply.ids.at(-1) !== end) ids.push(end);
          open = true;
          return completion;
        },
      };
    },
  };
}
