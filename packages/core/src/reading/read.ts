import type { Chunk } from '../chunk/chunk.ts';
import { readSections, type Section, type SectionOptions } from '../chunk/sections.ts';
import { MemAgentError } from '../errors.ts';
import { type JournalAnswer, journalVersion } from '../journal/journal.ts';
import type { Memory } from '../memory/memory.ts';
import { hashText } from '../text/hash.ts';
import { Ahead } from './ahead.ts';
import { finalAnswer } from './answer.ts';
import type {
  AnswerEvent,
  Partial,
  ReadingEvent,
  StartedEvent,
  StepEvent,
  WarningCode,
  WarningEvent,
} from './events.ts';
import { Allowance } from './limits.ts';
import type { ReadOptions } from './options.ts';
import { Reader } from './reader.ts';
import { type Settings, settingsKey, settle } from './settings.ts';
import type { StepResult } from './step.ts';
import { signsOfFailure } from './warnings.ts';

/**
 * Reads a document for one or more questions, chunk by chunk, and answers from the memory in the end.
 *
 * @example
 * for await (const event of read({ document, question: 'Who wrote the letter?', model })) {
 *   if (event.type === 'answer') console.log(event.answer, event.sources);
 * }
 */
export async function* read(options: ReadOptions): AsyncGenerator<ReadingEvent> {
  const settings = await settle(options);
  const allowance = new Allowance(options);
  const over = new AbortController();
  const sections = openSections(options, settings, over.signal);
  let readers: Reader[] = [];
  const ahead = new Ahead(sections, options, settings, {
    readers: () => readers,
    progress: ({ chunk }) => progressOf(options, chunk),
  });
  let partial: Partial | undefined;
  try {
    let turn = await ahead.next();
    readers = await openReaders(options, settings, turn?.section);
    if (!turn)
      yield* readers.map((reader) =>
        warning(reader, 'document', 'The document is empty: there is nothing to read.'),
      );
    for (; turn; turn = await ahead.next()) {
      options.signal?.throwIfAborted();
      const { section, progress } = turn;
      const fresh = await unread(readers, section.chunk);
      if (fresh.length > 0) {
        partial = allowance.exceeded(readers);
        if (partial) break;
        yield* announce(fresh, options, settings);
        const current = turn;
        const results = await allowance.guard((signal) => ahead.read(current, fresh, signal));
        if (!Array.isArray(results)) {
          partial = results;
          break;
        }
        for (const result of results) yield* finishStep(result, section.chunk, progress, settings);
        ahead.adjust(results, allowance.signal);
      }
      if (readers.every((reader) => reader.exited)) break;
    }
    await ahead.close();
    for (const note of options.document.notes?.() ?? []) yield warning(readers[0]!, 'document', note);
    yield* answers(readers, options, settings, partial);
  } finally {
    over.abort();
    await ahead.close();
    const closed = sections.return(undefined);
    // A caller's own document may still be waited for, and know no signal.
    if (settings.ahead > 1) closed.catch(() => undefined);
    else await closed;
    await Promise.all(readers.map((reader) => reader.close()));
  }
}

function openSections(options: ReadOptions, settings: Settings, over: AbortSignal): AsyncGenerator<Section> {
  const { document, model } = options;
  // Where nothing is read ahead, nothing is waited for when a reading is over.
  const signal =
    settings.ahead > 1
      ? AbortSignal.any([over, ...(options.signal ? [options.signal] : [])])
      : options.signal;
  const how: SectionOptions = {
    tokens: settings.budgets.chunk,
    mode: settings.chunks,
    maxSentences: settings.profile.maxSentences,
    hints: settings.hints,
    headings: settings.policy.name === 'select',
    ...(signal ? { signal } : {}),
  };
  return options.sections?.(how) ?? readSections(document, model.tokenizer, how);
}

/** How much of the text tells one document from another: enough for a title, little enough for a short note. */
const prefixLength = 1024;

async function openReaders(
  options: ReadOptions,
  settings: Settings,
  first: Section | undefined,
): Promise<Reader[]> {
  const key = settingsKey(options, settings);
  const prefix = first?.chunk.text.slice(0, prefixLength) ?? '';
  return Promise.all(
    settings.questions.map(async (question, index) => {
      const address = JSON.stringify([journalVersion, key, question, prefix]);
      const hash = () => hashText(address);
      const id = (await (first?.once?.(address, hash) ?? hash())).slice(0, 16);
      const header = {
        type: 'reading' as const,
        version: journalVersion as typeof journalVersion,
        created: new Date().toISOString(),
        document: options.document.name,
        question,
        model: options.model.name,
        profile: settings.profile.name,
        policy: settings.policy.name,
        settings: key,
      };
      const reader = new Reader(index, question, id, header, options.journal);
      if (options.memory) reader.memory = options.memory;
      if (!options.fresh) await reader.resume();
      return reader;
    }),
  );
}

/** The readers that have still to read a chunk: not those that have left, nor those whose journal has it. */
async function unread(readers: readonly Reader[], chunk: Chunk): Promise<Reader[]> {
  const reading = readers.filter((reader) => !reader.exited);
  const known = await Promise.all(reading.map((reader) => reader.replay(chunk)));
  return reading.filter((_, i) => !known[i]);
}

function* announce(
  readers: readonly Reader[],
  options: ReadOptions,
  settings: Settings,
): Generator<StartedEvent | WarningEvent> {
  for (const reader of readers) {
    if (reader.started) continue;
    reader.started = true;
    yield {
      type: 'started',
      reading: reader.id,
      index: reader.index,
      document: options.document.name,
      question: reader.question,
      model: options.model.name,
      profile: settings.profile.name,
      policy: settings.policy.name,
      budgets: settings.budgets,
      ...(reader.resumedAt !== undefined ? { resumedAt: reader.resumedAt } : {}),
    };
    if (reader.changedAt !== undefined) {
      yield warning(
        reader,
        'text-changed',
        `The text differs from byte ${reader.changedAt} on from the one read before; reading on from there.`,
      );
    }
  }
}

async function* finishStep(
  result: StepResult,
  chunk: Chunk,
  progress: number | undefined,
  settings: Settings,
): AsyncGenerator<StepEvent | WarningEvent> {
  const { reader, record, change } = result;
  const journaled = await reader.record(record);
  reader.memory = change.memory;
  reader.chunks = chunk.index + 1;
  reader.exited = result.exit;
  reader.spend(record);
  if (change.outcome === 'unusable') reader.unusable += 1;
  yield {
    type: 'step',
    reading: reader.id,
    index: reader.index,
    chunk: chunk.index,
    start: chunk.start,
    end: chunk.end,
    tokens: chunk.tokens,
    outcome: change.outcome,
    memory: change.memory,
    added: change.added,
    dropped: change.dropped,
    hints: result.hints,
    ...(result.exit ? { exit: true } : {}),
    tokensIn: record.tokensIn,
    tokensOut: record.tokensOut,
    seconds: record.seconds,
    ...(progress !== undefined ? { progress } : {}),
  };
  if (!journaled && reader.warnUnwritable()) {
    yield warning(
      reader,
      'not-journaled',
      'Another process is writing the journal of this reading: this run is not kept.',
      chunk.index,
    );
  }
  for (const sign of signsOfFailure(settings.policy.name, result.completion, change, chunk)) {
    yield warning(reader, sign.code, sign.message, chunk.index);
  }
}

/** The share of the document read so far: what was consumed of it, less what is taken but not yet read. */
function progressOf({ document }: ReadOptions, chunk: Chunk): number | undefined {
  if (chunk.last) return 1;
  const consumed = document.consumed?.() ?? (document.bytes ? chunk.received / document.bytes : undefined);
  return consumed === undefined ? undefined : Math.min(1, (consumed * chunk.end) / chunk.received);
}

async function* answers(
  readers: readonly Reader[],
  options: ReadOptions,
  settings: Settings,
  partial: Partial | undefined,
): AsyncGenerator<ReadingEvent> {
  const schemaHash = options.schema ? await hashText(JSON.stringify(options.schema)) : undefined;
  yield* announce(readers, options, settings);
  if (partial && readers.every((reader) => reader.chunks === 0)) {
    throw new MemAgentError(
      'budget',
      'The reading was ended before the first chunk was read: there is nothing to answer from.',
      {
        hint: 'Raise the budget and ask again.',
      },
    );
  }
  const pending = readers.map(async (reader) => {
    const stored = partial ? undefined : reader.storedAnswer(schemaHash, settings);
    if (stored) return stored;
    const made = await finalAnswer(reader, options, settings, schemaHash, reader.exited ? 'exit' : partial);
    if (made.tokensIn > 0) reader.spend(made);
    await reader.record(made);
    return made;
  });
  for (const [i, made] of (await Promise.all(pending)).entries())
    yield answerEvent(readers[i]!, made, options);
}

function answerEvent(reader: Reader, made: JournalAnswer, { model }: ReadOptions): AnswerEvent {
  const { spent } = reader;
  const money =
    model.price && (spent.tokensIn * model.price.input + spent.tokensOut * model.price.output) / 1e6;
  return {
    type: 'answer',
    reading: reader.id,
    index: reader.index,
    question: reader.question,
    answer: made.answer,
    answered: made.answered,
    ...(made.value !== undefined ? { value: made.value } : {}),
    sources: made.sources,
    memory: reader.memory as Memory,
    ...(made.partial ? { partial: made.partial } : {}),
    ...(made.confidence !== undefined ? { confidence: made.confidence } : {}),
    ...(made.cut !== undefined ? { cut: made.cut } : {}),
    chunks: reader.chunks,
    unusable: reader.unusable,
    spent: money === undefined ? spent : { ...spent, money },
  };
}

const warning = (reader: Reader, code: WarningCode, message: string, chunk?: number): WarningEvent => ({
  type: 'warning',
  reading: reader.id,
  index: reader.index,
  code,
  message,
  ...(chunk !== undefined ? { chunk } : {}),
});
