import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompleteOptions, Completion } from '@memagent/core';
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api';

type Api = typeof import('@opentelemetry/api');

/** What a traced call gave. */
export interface TracedCall<T> {
  readonly value: T;
  readonly completions: readonly Completion[];
}

/**
 * OpenTelemetry spans with the `gen_ai.*` attributes: one for a reading (`invoke_agent`), one for each call of a model
 * (`chat`). Does nothing where `@opentelemetry/api` is not installed or no SDK is registered. No span holds text.
 */
export class Tracing {
  #api: Api | undefined;
  #tracer: Tracer | undefined;
  readonly #within = new AsyncLocalStorage<Context>();

  static async create(enabled = true): Promise<Tracing> {
    const tracing = new Tracing();
    if (!enabled) return tracing;
    tracing.#api = await import('@opentelemetry/api').catch(() => undefined);
    tracing.#tracer = tracing.#api?.trace.getTracer('memagent');
    return tracing;
  }

  /** A span around a reading; calls inside it become its children. */
  async reading<T>(model: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
    return this.#span(
      'invoke_agent memagent',
      {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'memagent',
        'gen_ai.provider.name': 'memagent',
        'gen_ai.request.model': model,
        ...attributes,
      },
      work,
      // The agent is in this process; what it calls may be elsewhere.
      'INTERNAL',
    );
  }

  /** A span around one call of a model. */
  async call<T>(model: string, options: CompleteOptions, work: () => Promise<TracedCall<T>>): Promise<T> {
    if (!this.#tracer) return (await work()).value;
    return this.#span(
      `chat ${model}`,
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'memagent',
        'gen_ai.request.model': model,
        'gen_ai.request.max_tokens': options.maxTokens,
        'gen_ai.request.temperature': options.temperature ?? 0,
        ...(options.topP === undefined ? {} : { 'gen_ai.request.top_p': options.topP }),
        ...(options.seed === undefined ? {} : { 'gen_ai.request.seed': options.seed }),
        'gen_ai.output.type': options.schema ? 'json' : 'text',
      },
      async (span) => {
        const { value, completions } = await work();
        const sum = (of: (each: Completion) => number) =>
          completions.reduce((total, each) => total + of(each), 0);
        span?.setAttributes({
          'gen_ai.usage.input_tokens': sum(({ usage }) => usage.promptTokens),
          'gen_ai.usage.output_tokens': sum(({ usage }) => usage.completionTokens),
          'gen_ai.response.finish_reasons': completions.map(({ finish }) => finish),
        });
        return value;
      },
    );
  }

  async #span<T>(
    name: string,
    attributes: Attributes,
    work: (span: Span | undefined) => Promise<T>,
    kind: 'CLIENT' | 'INTERNAL' = 'CLIENT',
  ): Promise<T> {
    const api = this.#api;
    if (!api || !this.#tracer) return work(undefined);
    const parent = this.#within.getStore() ?? api.context.active();
    const span = this.#tracer.startSpan(name, { kind: api.SpanKind[kind], attributes }, parent);
    try {
      return await this.#within.run(api.trace.setSpan(parent, span), () => work(span));
    } catch (error) {
      const type = error instanceof Error ? error.name : 'error';
      span.setAttribute('error.type', (error as { code?: unknown } | null)?.code?.toString() ?? type);
      span.setStatus({ code: api.SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }
}
