import type { AnswerEvent, ReadingEvent } from './events.ts';
import type { ReadOptions } from './options.ts';
import { read } from './read.ts';

export interface AskOptions extends ReadOptions {
  readonly question: string;
  /** Called with every event on the way. */
  readonly onEvent?: (event: ReadingEvent) => void;
}

/**
 * Reads a document for one question and gives the answer.
 *
 * @example
 * const { answer, answered, sources } = await ask({ document, question: 'Who wrote the letter?', model });
 */
export async function ask(options: AskOptions): Promise<AnswerEvent> {
  const [answer] = await askMany({ ...options, question: [options.question] });
  return answer!;
}

/** Reads a document once for many questions and gives their answers in order. */
export async function askMany(
  options: Omit<ReadOptions, 'question'> & {
    question: readonly string[];
    onEvent?: (event: ReadingEvent) => void;
  },
): Promise<AnswerEvent[]> {
  const answers: AnswerEvent[] = [];
  for await (const event of read(options)) {
    options.onEvent?.(event);
    if (event.type === 'answer') answers[event.index] = event;
  }
  return answers;
}
