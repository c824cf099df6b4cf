import { type AnswerEvent, MemAgentError, type Model, read, type WarningEvent } from '@memagent/core';
import { type OpenedDocument, openDocument, skippedSummary } from '@memagent/core/node';
import { loadConfig } from '../config/load.ts';
import type { Config } from '../config/schema.ts';
import type { Io } from '../io.ts';
import { resolveModel } from '../model/resolve.ts';
import { printable } from '../render/text.ts';
import type { Interrupt } from './interrupt.ts';
import { type Flags, mergeSettings, readingOptions } from './options.ts';
import type { View } from './view.ts';

/** What a command reads with: settings, document and model. */
export interface Session {
  readonly settings: Config;
  readonly document: OpenedDocument;
  readonly model: Model;
}

/** Opens the document, then the model: a wrong path should not wait for a model to load. */
export async function openSession(
  io: Io,
  flags: Flags,
  documents: readonly string[],
  options: { parallel?: number; signal?: AbortSignal; say?: (text: string) => void } = {},
): Promise<Session> {
  const { config } = await loadConfig(io.env, io.cwd);
  const settings = mergeSettings(flags, config);
  const document = await openDocument([...documents], {
    cwd: io.cwd,
    stdin: io.stdin,
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const say = options.say ?? ((text) => void io.stderr.write(`${printable(text)}\n`));
  const notice = (text: string) => {
    if (!flags.quiet) say(text);
  };
  // The embedded engine has room for what is under way at once, within reason.
  const parallel = options.parallel && Math.max(options.parallel, Math.min(settings.ahead ?? 1, 4));
  const model = await resolveModel({
    settings,
    env: io.env,
    cwd: io.cwd,
    notice,
    ...options,
    ...(parallel ? { parallel } : {}),
  });
  return { settings, document, model };
}

/** Reads for one or more questions, showing it as it goes, and gives the answers in order. */
export async function runReading(
  io: Io,
  { settings, document, model }: Session,
  flags: Flags,
  questions: readonly string[],
  view: View,
  interrupt: Interrupt,
): Promise<AnswerEvent[]> {
  const options = await readingOptions(settings, flags, model, io);
  const { stop, signal } = interrupt;
  interrupt.say = view.notice.bind(view);
  const answers: AnswerEvent[] = [];
  const told = new Set<string>();
  try {
    for await (const event of read({ ...options, document, question: questions, model, stop, signal })) {
      // What the document has to say comes before the event that ends the reading, so that the answer is last.
      // A document that is opened again has it to say again.
      for (const note of document.notes()) {
        if (told.has(note)) continue;
        told.add(note);
        view.event(noteEvent(event.reading, note));
      }
      if (event.type === 'answer' && answers.length === 0 && document.skipped.length > 0) {
        view.event(noteEvent(event.reading, `${skippedSummary(document.skipped)}.`));
      }
      view.event(event);
      if (event.type === 'answer') answers[event.index] = event;
    }
  } catch (error) {
    if (signal.aborted)
      throw new MemAgentError('aborted', 'Stopped at once.', {
        hint: 'What has been read is kept: the same command goes on from there.',
        cause: error,
      });
    if (stop.aborted && MemAgentError.isInstance(error) && error.code === 'budget') {
      throw new MemAgentError(
        'budget',
        'Stopped before the first chunk was read: there is nothing to answer from.',
        { cause: error },
      );
    }
    throw error;
  }
  return answers;
}

const noteEvent = (reading: string, message: string): WarningEvent => ({
  type: 'warning',
  reading,
  index: 0,
  code: 'document',
  message,
});
