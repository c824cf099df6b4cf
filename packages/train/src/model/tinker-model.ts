import { MemAgentError, type Model, type ModelDefaults, type Tokenizer } from '@memagent/core';
import type { PromptFormat } from '../rollout/prompt-format.ts';
import type { Capabilities } from '../tinker/capabilities.ts';
import { TinkerClient, type TinkerOptions } from '../tinker/client.ts';
import { samplerModel } from './sampler-model.ts';

/** How the weights of an engine are used as a model: what the protocol does not say of them. */
export interface ModelUse {
  readonly tokenizer: Tokenizer;
  readonly format: PromptFormat;
  /** The most tokens of prompt and reply together; what the server says, else 8192, unless told. */
  readonly window?: number;
  readonly defaults?: ModelDefaults;
}

export interface TinkerModelOptions extends TinkerOptions {
  /** A base model by its name, or saved weights by their path (`tinker://…`); the first that there is unless told. */
  readonly model?: string;
  /** How it is used; may depend on what the server says of itself. */
  readonly use: ModelUse | ((capabilities: Capabilities, model: string) => Promise<ModelUse>);
}

/**
 * The weights of an engine as a model: opens a session and a sampler. Close it, or its heartbeat goes on.
 *
 * @example
 * const model = await tinkerModel({ url: 'http://127.0.0.1:8000', use: { tokenizer, format: promptFormats.chatml! } });
 * const { answer } = await ask({ document, question: 'Who wrote it?', model });
 * await model.close?.();
 */
export async function tinkerModel(options: TinkerModelOptions): Promise<Model> {
  const client = await TinkerClient.connect(options);
  try {
    const { capabilities } = client;
    const model = options.model ?? capabilities.models[0];
    if (model === undefined)
      throw new MemAgentError('bad-input', `${client.transport.url} names no model.`, {
        hint: 'Name one after the address: tinker:http://host:port/model.',
      });
    const use = typeof options.use === 'function' ? await options.use(capabilities, model) : options.use;
    const sampler = await client.sampler({
      ...(model.startsWith('tinker://') ? { modelPath: model } : { baseModel: model }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    return samplerModel({
      sampler,
      tokenizer: use.tokenizer,
      format: use.format,
      window: use.window ?? capabilities.window ?? 8192,
      name: model,
      // With the weights: an engine may be started again at the same address with others under the same name.
      id: `tinker:${client.transport.url}/${model}${capabilities.fingerprint ? `#${capabilities.fingerprint}` : ''}`,
      ...(use.defaults ? { defaults: use.defaults } : {}),
      ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
      close: async () => client.close(),
    });
  } catch (error) {
    client.close();
    throw error;
  }
}
