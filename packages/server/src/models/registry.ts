import type { CompleteOptions, Completion, Model, Prompt, ScoreOptions, Segment } from '@memagent/core';
import { ApiError } from '../http/api-error.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Tracing } from '../observe/tracing.ts';
import { PriorityGate } from './priority-gate.ts';

/** How each served model is made, by the name that clients call it. */
export type ModelSources = Readonly<Record<string, () => Promise<Model>>>;

/** A model that is being served, with the gate that all its calls go through. */
export interface ServedModel {
  readonly name: string;
  readonly model: Model;
  readonly gate: PriorityGate;
}

export interface RegistryOptions {
  readonly sources: ModelSources;
  /** Calls at once for each model; what the model says of itself, else 4. */
  readonly concurrency?: Readonly<Record<string, number>>;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
}

/** The models of a server: each is opened when it is first needed, and once. */
export class ModelRegistry {
  readonly names: readonly string[];
  readonly #options: RegistryOptions;
  readonly #opening = new Map<string, Promise<ServedModel>>();
  readonly #open = new Map<string, ServedModel>();

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.names = Object.keys(options.sources);
  }

  /** The name that is meant when none is given. */
  get defaultName(): string {
    return this.names[0]!;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#options.sources, name);
  }

  /** Throws 404 for a name that is not served. */
  check(name: string): void {
    if (this.has(name)) return;
    throw new ApiError(
      404,
      'model_not_found',
      `There is no model "${name}" here. There is: ${this.names.join(', ')}.`,
      { param: 'model' },
    );
  }

  async open(name: string): Promise<ServedModel> {
    this.check(name);
    let opening = this.#opening.get(name);
    if (!opening) {
      opening = this.#make(name);
      this.#opening.set(name, opening);
      // One that could not be opened is tried again by the next who asks.
      opening.catch(() => this.#opening.delete(name));
    }
    return opening;
  }

  async #make(name: string): Promise<ServedModel> {
    const model = await this.#options.sources[name]!();
    const gate = new PriorityGate(this.#options.concurrency?.[name] ?? model.concurrency ?? 4);
    const served = { name, model, gate };
    this.#open.set(name, served);
    return served;
  }

  get opened(): readonly ServedModel[] {
    return [...this.#open.values()];
  }

  /** The model as one who calls it with this priority sees it: gated, counted and traced. */
  view({ name, model, gate }: ServedModel, priority: number): Model {
    const { metrics, tracing } = this.#options;
    const count = (usage: readonly Completion[], seconds: number) => {
      for (const { usage: each, finish } of usage) {
        metrics.count('memagent_model_calls_total', { model: name, finish });
        metrics.count('memagent_tokens_total', { model: name, direction: 'in' }, each.promptTokens);
        metrics.count('memagent_tokens_total', { model: name, direction: 'out' }, each.completionTokens);
      }
      metrics.observe('memagent_model_call_seconds', { model: name }, seconds);
    };
    const call = <T>(options: CompleteOptions, work: () => Promise<T>, of: (made: T) => Completion[]) =>
      gate.run(
        () =>
          tracing.call(name, options, async () => {
            const began = performance.now();
            try {
              const made = await work();
              count(of(made), (performance.now() - began) / 1000);
              return { value: made, completions: of(made) };
            } catch (error) {
              metrics.count('memagent_model_calls_total', { model: name, finish: 'error' });
              throw error;
            }
          }),
        priority,
        options.signal,
      );
    return {
      name: model.name,
      id: model.id,
      window: model.window,
      tokenizer: model.tokenizer,
      canChat: model.canChat,
      ...(model.defaults ? { defaults: model.defaults } : {}),
      ...(model.price ? { price: model.price } : {}),
      ...(model.concurrency === undefined ? {} : { concurrency: model.concurrency }),
      complete: (prompt: Prompt, options: CompleteOptions) =>
        call(
          options,
          () => model.complete(prompt, options),
          (made) => [made],
        ),
      ...(model.completeMany
        ? {
            completeMany: (prompts: readonly Prompt[], options: CompleteOptions) =>
              call(
                options,
                () => model.completeMany!(prompts, options),
                (made) => made,
              ),
          }
        : {}),
      ...(model.score
        ? {
            score: (
              prompt: Prompt,
              continuations: readonly (readonly Segment[])[],
              options: ScoreOptions = {},
            ) =>
              call(
                { ...options, maxTokens: 0 },
                () => model.score!(prompt, continuations, options),
                ({ usage }) => [{ text: '', finish: 'stop', usage }],
              ),
          }
        : {}),
    };
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.opened.map(({ model }) => model.close?.()));
    this.#open.clear();
    this.#opening.clear();
  }
}
