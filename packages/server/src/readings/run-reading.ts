import { type Journal, type ReadingEvent, read } from '@memagent/core';
import type { DocumentStore } from '../documents/store.ts';
import type { ModelRegistry } from '../models/registry.ts';
import type { Metrics } from '../observe/metrics.ts';
import { missedSteps } from './backfill.ts';
import { EventLog } from './event-log.ts';
import { methodOptions } from './read-options.ts';
import type { Reading } from './reading.ts';
import type { ReadingStore } from './store.ts';

export interface RunOptions {
  readonly store: ReadingStore;
  readonly documents: DocumentStore;
  readonly models: ModelRegistry;
  readonly metrics: Metrics;
  readonly journal: Journal;
  /** Stops at once. */
  readonly abort: AbortSignal;
  /** Stops reading and answers from what has been read. */
  readonly stop: AbortSignal;
  /** Called when the log has more. */
  readonly told: () => void;
}

/** Runs a reading from where it is to its answers, and logs its events on the way. */
export async function runReading(reading: Reading, options: RunOptions): Promise<void> {
  const { store, documents, models, metrics, journal, abort, stop, told } = options;
  const served = await models.open(reading.model);
  const document = await documents.open(reading.document.id, reading.owner);
  const events = await EventLog.open(store.eventsPath(reading.id));
  const put = async (event: ReadingEvent) => {
    await events.append(event);
    told();
  };
  const answers = [...(reading.answers ?? [])];
  const journals: string[] = [];
  // From the start: one that is cancelled has a journal to be removed too.
  reading.journals = journals;
  const resumedAt = new Map<number, number>();
  try {
    for await (const event of read({
      ...methodOptions(reading.method, reading.sampling),
      document,
      question: reading.questions,
      model: models.view(served, reading.priority),
      journal,
      ...(reading.schema ? { schema: reading.schema } : {}),
      ...(reading.fresh ? { fresh: true } : {}),
      signal: abort,
      stop,
    })) {
      if (event.type === 'started') {
        journals[event.index] = event.reading;
        await put({ ...event, reading: reading.id });
        if (event.resumedAt !== undefined) resumedAt.set(event.index, event.resumedAt);
        continue;
      }
      // Not at the start: a text that differs from some chunk on gets a journal of its own with its first step.
      if (event.type !== 'warning' && resumedAt.has(event.index)) {
        const span = { from: (events.steps.get(event.index) ?? -1) + 1, to: resumedAt.get(event.index)! };
        resumedAt.delete(event.index);
        const records = span.from < span.to ? await journal.load(event.reading) : undefined;
        for (const step of missedSteps(records ?? [], span, reading.id, event.index)) await put(step);
      }
      if (event.type === 'step') {
        reading.chunks = Math.max(reading.chunks ?? 0, event.chunk + 1);
        if (event.progress !== undefined) reading.progress = event.progress;
        metrics.count('memagent_steps_total', { model: reading.model, outcome: event.outcome });
      }
      if (event.type === 'answer') {
        const { question, answer, answered, value, sources, partial, chunks, unusable, spent } = event;
        answers[event.index] = {
          question,
          answer,
          answered,
          ...(value === undefined ? {} : { value }),
          sources,
          ...(partial ? { partial } : {}),
          chunks,
          unusable,
          spent,
        };
        reading.chunks = Math.max(reading.chunks ?? 0, chunks);
        // A process that died after this line and before the end has told it already.
        if (events.answered.has(event.index)) continue;
      }
      await put({ ...event, reading: reading.id });
    }
    reading.answers = answers;
  } finally {
    await events.close();
  }
}
