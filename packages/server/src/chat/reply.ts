import {
  type AnswerEvent,
  type Document,
  fitBudgets,
  MemAgentError,
  type Model,
  type Prompt,
  profileNamed,
  read,
  type Turn,
} from '@memagent/core';
import { bytesOf, wholeText } from '../body/spooled-text.ts';
import { ApiError } from '../http/api-error.ts';
import { methodOptions } from '../readings/read-options.ts';
import type { OpenDocument, ServerJournal } from '../storage/storage.ts';
import type { ChatRequest } from './request.ts';
import { type LongConversation, partsDocument, splitLong } from './split-long.ts';
import { timedPatterns } from './timed-patterns.ts';

/** Tokens spent on a reply, summed over all calls. */
export interface ReplyUsage {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** What a reply is made of, in order; `finish` is the last. */
export type ReplyPart =
  | { readonly type: 'reasoning' | 'text'; readonly text: string }
  | {
      readonly type: 'finish';
      readonly reason: 'stop' | 'length';
      readonly usage: ReplyUsage;
      /** What was read, where something was. */
      readonly reading?: Pick<AnswerEvent, 'answered' | 'sources' | 'confidence' | 'partial' | 'chunks'>;
    };

export interface ReplyContext {
  readonly model: Model;
  readonly journal: ServerJournal;
  readonly openDocument: (id: string) => Promise<OpenDocument>;
  readonly signal: AbortSignal;
}

/** Room for what a chat template adds to each turn. */
const templateTokens = (turns: number) => 32 + 8 * turns;

/** More bytes than this for each token of the window are not counted: no text has tokens that long. */
const bytesPerToken = 32;

/** Replies to a chat: straight from the model where all fits its window, else by reading. */
export async function* replyTo(request: ChatRequest, context: ReplyContext): AsyncGenerator<ReplyPart> {
  const { model } = context;
  const forced = request.document !== undefined || request.question !== undefined || request.read === true;
  if (model.canChat && !forced) {
    const prompt = await fittingPrompt(request, model);
    if (prompt) {
      yield* passThrough(prompt, request, context);
      return;
    }
  }
  if (request.read === false) {
    throw new ApiError(
      400,
      'context_length_exceeded',
      model.canChat
        ? `The conversation does not fit the window of ${model.window} tokens, and memagent.read is false.`
        : `${model.name} cannot chat: it reads, and memagent.read is false.`,
      { param: 'messages' },
    );
  }
  yield* readConversation(request, context);
}

/** A prompt that has the conversation turn by turn too: models that take turns get them as they are. */
export interface TurnsPrompt extends Prompt {
  readonly turns?: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly text: string }[];
}

interface FittingPrompt {
  readonly prompt: TurnsPrompt;
  readonly tokens: number;
  readonly output: number;
}

/** The conversation as one prompt, where it and its reply fit the window. */
async function fittingPrompt(request: ChatRequest, model: Model): Promise<FittingPrompt | undefined> {
  const bytes = request.turns.reduce((sum, turn) => sum + bytesOf(turn.text), 0);
  if (bytes > model.window * bytesPerToken) return undefined;
  const turns = await Promise.all(
    request.turns.map(async ({ role, text }) => ({ role, text: await wholeText(text) })),
  );
  const system = turns
    .filter((turn) => turn.role === 'system')
    .map((turn) => turn.text)
    .join('\n\n');
  const talk = turns.filter((turn) => turn.role !== 'system');
  if (talk.length === 0) throw new MemAgentError('bad-input', 'The conversation has no user turn with text.');
  const text =
    talk.length === 1 ? talk[0]!.text : talk.map((turn) => `${turn.role}: ${turn.text}`).join('\n\n');
  const tokens = (await model.tokenizer.encode(`${system}\n\n${text}`)).length + templateTokens(turns.length);
  // A client that asks for more than there is room for gets what there is, as long as that is a fair share.
  const share = Math.min(1024, Math.floor(model.window / 4));
  if (tokens + Math.min(request.maxTokens ?? share, share) > model.window) return undefined;
  const output = Math.min(request.maxTokens ?? share, model.window - tokens);
  const prompt: TurnsPrompt = {
    form: 'chat',
    shared: 0,
    segments: [{ text, trusted: false }],
    ...(system ? { system } : {}),
    ...(talk.length === 1 ? {} : { turns: turns.map(asTurn) }),
  };
  return { prompt, tokens, output };
}

/** A tool's result has no call to belong to here: the user says it. */
const asTurn = ({ role, text }: Turn) =>
  role === 'tool' ? { role: 'user' as const, text: `Tool: ${text}` } : { role, text };

async function* passThrough(
  { prompt, output }: FittingPrompt,
  request: ChatRequest,
  { model, signal }: ReplyContext,
): AsyncGenerator<ReplyPart> {
  const { temperature, top_p, seed } = request.sampling;
  const live: string[] = [];
  let wake = () => {};
  const completing = model.complete(prompt, {
    maxTokens: output,
    temperature: temperature ?? 0,
    ...(top_p == null ? {} : { topP: top_p }),
    ...(seed == null ? {} : { seed }),
    ...(request.stop.length > 0 ? { stop: request.stop } : {}),
    ...(request.schema ? { schema: request.schema } : {}),
    signal,
    // A reply that must be JSON or end at a word is shown when it is whole: what a model streams may go beyond.
    ...(request.stream && request.stop.length === 0
      ? {
          onText: (text: string) => {
            live.push(text);
            wake();
          },
        }
      : {}),
  });
  const ended = completing.then(
    () => true,
    () => true,
  );
  let told = '';
  for (let over = false; !over; ) {
    const more = new Promise<boolean>((resolve) => {
      wake = () => resolve(false);
    });
    if (live.length === 0) over = await Promise.race([ended, more]);
    const text = live.splice(0).join('');
    told += text;
    if (text) yield { type: 'text', text };
  }
  const { text, reasoning, finish, usage } = await completing;
  if (reasoning && told === '') yield { type: 'reasoning', text: reasoning };
  const rest = text.startsWith(told) ? text.slice(told.length) : '';
  if (rest) yield { type: 'text', text: rest };
  yield {
    type: 'finish',
    reason: finish,
    usage: {
      input: usage.promptTokens,
      cached: usage.cachedTokens ?? 0,
      output: usage.completionTokens,
    },
  };
}

async function* readConversation(request: ChatRequest, context: ReplyContext): AsyncGenerator<ReplyPart> {
  const { model, journal, signal } = context;
  const { document, question, dispose } = await toRead(request, context);
  let answer: AnswerEvent | undefined;
  try {
    for await (const event of read({
      ...methodOptions(request.method, request.sampling),
      document,
      question,
      model,
      journal,
      signal,
      ...(request.schema ? { schema: request.schema, testPattern: timedPatterns() } : {}),
    })) {
      if (event.type === 'step' && event.outcome === 'written')
        yield { type: 'reasoning', text: `After chunk ${event.chunk + 1}: ${event.memory.text}\n` };
      if (event.type === 'answer') answer = event;
    }
  } finally {
    await dispose?.();
  }
  const { reading, answered, sources, confidence, partial, chunks, spent } = answer!;
  // Kept only so that a client whose connection broke can ask again and go on; now there is an answer.
  await journal.remove([reading]).catch(() => undefined);
  const said = answered ? answer!.answer : 'The text does not hold the answer.';
  const { text, shortened } = await shorten(said, request, model);
  yield { type: 'text', text };
  yield {
    type: 'finish',
    reason: shortened || answer!.cut !== undefined ? 'length' : 'stop',
    usage: { input: spent.tokensIn, cached: spent.tokensCached, output: spent.tokensOut },
    reading: {
      answered,
      sources,
      ...(confidence === undefined ? {} : { confidence }),
      ...(partial ? { partial } : {}),
      chunks,
    },
  };
}

/** The document and the question of a conversation. */
async function toRead(
  request: ChatRequest,
  { model, openDocument }: ReplyContext,
): Promise<{ document: Document; question: string; dispose?: () => Promise<void> }> {
  const profile = profileNamed(request.method.profile ?? model.defaults?.profile ?? 'section-first');
  const room = fitBudgets(model, profile, request.method.budgets).question;
  if (request.question !== undefined && request.document === undefined) {
    const parts = request.turns.filter(({ text }) => bytesOf(text) > 0).map(({ text }) => ({ text }));
    return { document: partsDocument(parts), question: request.question };
  }
  if (request.document !== undefined) {
    const question = request.question ?? (await splitLong(request.turns, room)).question;
    const document = await openDocument(request.document);
    return { document, question, dispose: () => document.dispose() };
  }
  let split = await splitLong(request.turns, room);
  if (split.parts.length === 0) split = await splitShort(request, model);
  return { document: partsDocument(split.parts), question: split.question };
}

/** A conversation so short that it would be all question: its last paragraph is the question, the rest is read. */
async function splitShort(request: ChatRequest, model: Model): Promise<LongConversation> {
  const last = request.turns.findLast((turn) => turn.role === 'user' && bytesOf(turn.text) > 0);
  const length = (await wholeText(last?.text ?? '')).trim().length;
  try {
    return await splitLong(request.turns, (length - 1) / 4);
  } catch (cause) {
    throw new ApiError(
      400,
      'nothing_to_read',
      `There is nothing to read${model.canChat ? '' : `: ${model.name} answers from a text and cannot chat`}. Send the text in a turn or a paragraph before the question, or name a document in memagent.document.`,
      { param: 'messages', cause },
    );
  }
}

/** An answer up to the first stop word and the most tokens that were asked for. */
async function shorten(
  answer: string,
  request: ChatRequest,
  model: Model,
): Promise<{ text: string; shortened: boolean }> {
  const ends = request.stop.map((word) => answer.indexOf(word)).filter((at) => at >= 0);
  const text = ends.length > 0 ? answer.slice(0, Math.min(...ends)) : answer;
  if (request.maxTokens === undefined) return { text, shortened: false };
  const ids = await model.tokenizer.encode(text);
  if (ids.length <= request.maxTokens) return { text, shortened: false };
  return { text: await model.tokenizer.decode(ids.slice(0, request.maxTokens)), shortened: true };
}
