import { type ReadingEvent, read } from '@memagent/core';
import { timedPatterns } from '../chat/timed-patterns.ts';
import type { ModelRegistry } from '../models/registry.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Storage } from '../storage/storage.ts';
import { missedSteps } from './backfill.ts';
import { methodOptions } from './read-options.ts';
import type { Reading } from './reading.ts';

export interface RunOptions {
  readonly storage: Storage;
  readonly models: ModelRegistry;
  readonly metrics: Metrics;
  /** Stops at once. */
  readonly abort: AbortSignal;
  /** Stops reading and answers from what has been read. */
  readonly stop: AbortSignal;
}

/** Runs a reading from where it is to its answers, and logs its events on the way. */
export async function runReading(reading: Reading, options: RunOptions): Promise<void> {
  const { storage, models, metrics, abort, stop } = options;
  const journal = storage.journal('journals', reading.owner);
  const served = await models.open(reading.model);
  const document = await storage.documents.open(reading.document.id, reading.owner);
  const events = await storage.readings.openEvents(reading).catch(async (error) => {
    await document.dispose();
    throw error;
  });
  const put = (event: ReadingEvent) => events.append(event);
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
      ...(reading.schema ? { schema: reading.schema, testPattern: timedPatterns() } : {}),
      // Only to begin with: one that was interrupted goes on with what it has read itself.
      ...(reading.fresh && events.steps.size === 0 ? { fresh: true } : {}),
      signal: abort,
      stop,
    })) {
      if (event.type === 'started') {
        // Not by its index: a question that another reading has answered so far starts later than those after it.
        journals.push(event.reading);
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
        const { question, answer, answered, value, sources, partial, confidence, cut, ...rest } = event;
        const { chunks, unusable, spent } = rest;
        answers[event.index] = {
          question,
          answer,
          answered,
          ...(value === undefined ? {} : { value }),
          sources,
          ...(partial ? { partial } : {}),
          ...(confidence === undefined ? {} : { confidence }),
          ...(cut === undefined ? {} : { cut }),
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
    await document.dispose();
  }
}
