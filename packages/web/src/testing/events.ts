import type { AnswerEvent, LoggedEvent, StartedEvent, StepEvent } from '../model/events.ts';
import type { Line } from '../model/track.ts';

/** A line of a memory; its source lies at the start of its chunk of 100 bytes. */
export const line = (text: string, entered: number): Line => ({
  text,
  entered,
  source: { start: entered * 100, end: entered * 100 + text.length, text, chunk: entered },
});

export const startedEvent = (more: Partial<StartedEvent> = {}): StartedEvent => ({
  type: 'started',
  reading: 'rd_1',
  index: 0,
  document: 'book.txt',
  question: 'Who?',
  model: 'reader',
  profile: 'pocket',
  policy: 'select',
  budgets: { window: 2000, question: 100, chunk: 700, memory: 512, output: 64, template: 100 },
  ...more,
});

/** A step on chunk `chunk` after which the memory has these lines. */
export function stepEvent(chunk: number, lines: readonly Line[], before: readonly Line[] = []): StepEvent {
  const texts = (list: readonly Line[]) => new Set(list.map(({ text }) => text));
  const [now, old] = [texts(lines), texts(before)];
  const added = lines.filter(({ text }) => !old.has(text));
  const dropped = before.filter(({ text }) => !now.has(text));
  return {
    type: 'step',
    reading: 'rd_1',
    index: 0,
    chunk,
    start: chunk * 100,
    end: chunk * 100 + 100,
    tokens: 25,
    outcome: added.length + dropped.length > 0 ? 'written' : 'kept',
    memory: { text: lines.map(({ text }) => text).join('\n'), lines },
    added,
    dropped,
    hints: 0,
    tokensIn: 50,
    tokensOut: 2,
    seconds: 0.5,
  };
}

export const answerEvent = (answer: string, sources: AnswerEvent['sources']): AnswerEvent => ({
  type: 'answer',
  reading: 'rd_1',
  index: 0,
  question: 'Who?',
  answer,
  answered: true,
  sources,
  memory: { text: '', lines: [] },
  chunks: 1,
  unusable: 0,
  spent: { calls: 5, tokensIn: 1000, tokensCached: 0, tokensOut: 20, seconds: 3 },
});

/** Numbers events as the server does. */
export const logged = (events: readonly object[]): LoggedEvent[] =>
  events.map((event, i) => ({ id: i + 1, at: '2026-01-01T00:00:00.000Z', ...event }) as LoggedEvent);
