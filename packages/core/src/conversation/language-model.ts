import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
  SharedV3Warning,
} from '@ai-sdk/provider';
import { textDocument } from '../document/index.ts';
import { MemAgentError } from '../errors.ts';
import type { Model, Prompt } from '../model/model.ts';
import { fitBudgets } from '../reading/budgets.ts';
import type { AnswerEvent, ReadingEvent } from '../reading/events.ts';
import type { ReadOptions } from '../reading/options.ts';
import { read } from '../reading/read.ts';
import { settle } from '../reading/settings.ts';
import { splitConversation, type Turn } from './split-conversation.ts';

export interface LanguageModelOptions extends Omit<ReadOptions, 'document' | 'question' | 'signal' | 'stop'> {
  readonly model: Model;
}

/**
 * A MemAgent as an AI SDK model: software written for a chat model can send it millions of tokens. What fits the
 * window goes straight to a model that can chat; anything longer is read, each step shown as reasoning.
 *
 * @example
 * const { text } = await generateText({ model: memAgentLanguageModel({ model }), prompt: `${book}\n\nWho is the hero?` });
 */
export function memAgentLanguageModel(options: LanguageModelOptions): LanguageModelV3 {
  const { model } = options;
  return {
    specificationVersion: 'v3',
    provider: 'memagent',
    modelId: model.name,
    supportedUrls: {},
    async doGenerate(call) {
      const content: LanguageModelV3Content[] = [];
      let finish: Finish | undefined;
      for await (const part of reply(options, call)) {
        if (part.type === 'finish') finish = part;
        else content.push({ type: part.type, text: part.text });
      }
      return {
        content,
        finishReason: finish!.finishReason,
        usage: finish!.usage,
        warnings: unsupported(call),
        providerMetadata: finish!.metadata,
      };
    },
    async doStream(call) {
      return { stream: toStream(reply(options, call), unsupported(call)) };
    },
  };
}

interface Finish {
  readonly type: 'finish';
  readonly finishReason: LanguageModelV3FinishReason;
  readonly usage: LanguageModelV3Usage;
  readonly metadata?: { memagent: Record<string, never> };
}

type Part = { readonly type: 'reasoning' | 'text'; readonly text: string } | Finish;

async function* reply(options: LanguageModelOptions, call: LanguageModelV3CallOptions): AsyncGenerator<Part> {
  const { model } = options;
  const turns = call.prompt.map(turnOf);
  const output = call.maxOutputTokens ?? Math.min(1024, Math.floor(model.window / 4));
  const text = turns.map((turn) => turn.text).join('\n\n');
  if (model.canChat && (await model.tokenizer.encode(text)).length + output + 64 <= model.window) {
    yield* passThrough(model, turns, output, call);
    return;
  }
  const base = { ...options, document: textDocument(''), question: 'x' };
  const { profile } = await settle(base);
  const { document, question } = splitConversation(
    turns,
    fitBudgets(model, profile, options.budgets).question,
  );
  const readOptions: ReadOptions = {
    ...options,
    document: textDocument(
      document.map((part) => `${part}\n\n`),
      { name: 'conversation' },
    ),
    question,
    ...(call.responseFormat?.type === 'json' && call.responseFormat.schema
      ? { schema: call.responseFormat.schema as object }
      : {}),
    ...(call.temperature !== undefined ? { temperature: call.temperature } : {}),
    ...(call.topP !== undefined ? { topP: call.topP } : {}),
    ...(call.seed !== undefined ? { seed: call.seed } : {}),
    ...(call.abortSignal ? { signal: call.abortSignal } : {}),
  };
  for await (const event of read(readOptions)) {
    const thought = describe(event);
    if (thought) yield { type: 'reasoning', text: thought };
    if (event.type !== 'answer') continue;
    yield { type: 'text', text: event.answered ? event.answer : 'The text does not hold the answer.' };
    yield finishOf(event);
  }
}

async function* passThrough(
  model: Model,
  turns: readonly Turn[],
  output: number,
  call: LanguageModelV3CallOptions,
): AsyncGenerator<Part> {
  const system = turns
    .filter((turn) => turn.role === 'system')
    .map((turn) => turn.text)
    .join('\n\n');
  const talk = turns.filter((turn) => turn.role !== 'system');
  const text =
    talk.length === 1 ? talk[0]!.text : talk.map((turn) => `${turn.role}: ${turn.text}`).join('\n\n');
  const prompt: Prompt = {
    form: 'chat',
    shared: 0,
    segments: [{ text, trusted: false }],
    ...(system ? { system } : {}),
  };
  const {
    text: answer,
    reasoning,
    finish,
    usage,
  } = await model.complete(prompt, {
    maxTokens: output,
    temperature: call.temperature ?? 0,
    ...(call.topP !== undefined ? { topP: call.topP } : {}),
    ...(call.seed !== undefined ? { seed: call.seed } : {}),
    ...(call.stopSequences ? { stop: call.stopSequences } : {}),
    ...(call.responseFormat?.type === 'json' && call.responseFormat.schema
      ? { schema: call.responseFormat.schema as object }
      : {}),
    ...(call.abortSignal ? { signal: call.abortSignal } : {}),
  });
  if (reasoning) yield { type: 'reasoning', text: reasoning };
  yield { type: 'text', text: answer };
  yield {
    type: 'finish',
    finishReason: { unified: finish, raw: finish },
    usage: usageOf(usage.promptTokens, usage.cachedTokens ?? 0, usage.completionTokens),
  };
}

function turnOf(message: LanguageModelV3CallOptions['prompt'][number]): Turn {
  if (message.role === 'system') return { role: 'system', text: message.content };
  const text = message.content.map((part) => {
    if (part.type === 'text' || part.type === 'reasoning') return part.text;
    if (part.type === 'tool-result') return JSON.stringify(part.output);
    if (part.type === 'file' && part.mediaType.startsWith('text/') && !(part.data instanceof URL)) {
      return typeof part.data === 'string'
        ? new TextDecoder().decode(Uint8Array.from(atob(part.data), (c) => c.charCodeAt(0)))
        : new TextDecoder().decode(part.data);
    }
    throw new MemAgentError(
      'bad-input',
      `A part of type ${part.type}${part.type === 'file' ? ` (${part.mediaType})` : ''} cannot be read.`,
      { hint: 'Send text.' },
    );
  });
  return { role: message.role, text: text.join('\n\n') };
}

function describe(event: ReadingEvent): string | undefined {
  if (event.type !== 'step' || event.outcome !== 'written') return undefined;
  return `After chunk ${event.chunk + 1}: ${event.memory.text}\n`;
}

const usageOf = (input: number, cached: number, output: number): LanguageModelV3Usage => ({
  inputTokens: { total: input, noCache: input - cached, cacheRead: cached, cacheWrite: undefined },
  outputTokens: { total: output, text: output, reasoning: undefined },
});

const finishOf = (event: AnswerEvent): Finish => ({
  type: 'finish',
  finishReason: { unified: event.cut === undefined ? 'stop' : 'length', raw: event.partial ?? 'answer' },
  usage: usageOf(event.spent.tokensIn, event.spent.tokensCached, event.spent.tokensOut),
  metadata: {
    memagent: JSON.parse(
      JSON.stringify({ reading: event.reading, answered: event.answered, sources: event.sources }),
    ),
  },
});

function unsupported(call: LanguageModelV3CallOptions): SharedV3Warning[] {
  const features = [
    call.tools?.length && 'tools',
    call.topK !== undefined && 'topK',
    call.presencePenalty !== undefined && 'presencePenalty',
    call.frequencyPenalty !== undefined && 'frequencyPenalty',
  ];
  return features
    .filter((feature) => typeof feature === 'string')
    .map((feature) => ({ type: 'unsupported', feature }));
}

function toStream(
  parts: AsyncGenerator<Part>,
  warnings: SharedV3Warning[],
): ReadableStream<LanguageModelV3StreamPart> {
  let block: { type: 'reasoning' | 'text'; id: string } | undefined;
  let blocks = 0;
  return new ReadableStream({
    start: (controller) => controller.enqueue({ type: 'stream-start', warnings }),
    async pull(controller) {
      const end = () => {
        if (block) controller.enqueue({ type: `${block.type}-end`, id: block.id });
        block = undefined;
      };
      try {
        const { value, done } = await parts.next();
        if (done) return controller.close();
        if (value.type === 'finish') {
          end();
          controller.enqueue({
            type: 'finish',
            finishReason: value.finishReason,
            usage: value.usage,
            ...(value.metadata ? { providerMetadata: value.metadata } : {}),
          });
          return;
        }
        if (block?.type !== value.type) {
          end();
          block = { type: value.type, id: String(blocks++) };
          controller.enqueue({ type: `${value.type}-start`, id: block.id });
        }
        controller.enqueue({ type: `${value.type}-delta`, id: block.id, delta: value.text });
      } catch (error) {
        controller.enqueue({ type: 'error', error });
        controller.close();
      }
    },
    cancel: () => void parts.return(undefined),
  });
}
