import { describe, expect, it } from 'vitest';
import { LiveReading } from '../model/live-reading.ts';
import { answerEvent, line, logged, startedEvent, stepEvent } from '../testing/events.ts';
import { ApiFailure } from './api.ts';
import { follow } from './follow.ts';
import { SseParser } from './sse.ts';

const info = {
  id: 'rd_1',
  state: 'queued',
  document: { id: 'doc_1', name: 'book.txt' },
  questions: ['Who?'],
  model: 'reader',
  method: {},
  created: '2026-01-01T00:00:00.000Z',
} as const;
const events = logged([
  startedEvent(),
  ...Array.from({ length: 6 }, (_, i) => stepEvent(i, [line(`Fact ${i}.`, i)])),
  answerEvent('Ottilie', []),
  { type: 'state', state: 'done' },
]);
const frames = (from: number) =>
  events
    .filter(({ id }) => id > from)
    .map((event) => `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

describe('server-sent events', () => {
  it('are the same however the stream is cut', () => {
    const text = `: hello\n\n${frames(0).join('')}data: two\r\ndata: lines\r\n\r\n`;
    const whole = new SseParser().push(text);
    expect(whole).toHaveLength(events.length + 1);
    expect(whole.at(-1)!.data).toBe('two\nlines');
    for (const size of [1, 7, 100]) {
      const parser = new SseParser();
      const parts = [];
      for (let at = 0; at < text.length; at += size) parts.push(...parser.push(text.slice(at, at + size)));
      expect(parts).toEqual(whole);
    }
  });
});

describe('following a reading', () => {
  it('goes on after each break from the last event it took', async () => {
    const asked: string[] = [];
    const fetch = async (_: string, init: RequestInit = {}) => {
      const last = new Headers(init.headers).get('last-event-id')!;
      asked.push(last);
      // Each connection gives three events and half of the next, then breaks.
      const [a = '', b = '', c = '', rest = ''] = frames(Number(last));
      const bytes = new TextEncoder().encode(a + b + c + rest.slice(0, rest.length / 2));
      let sent = false;
      return new Response(
        new ReadableStream({
          pull: (controller) => {
            if (!sent) controller.enqueue(bytes);
            else if (rest === '') controller.close();
            else controller.error(new Error('cut'));
            sent = true;
          },
        }),
      );
    };
    const reading = new LiveReading(info);
    await follow({ fetch }, reading, new AbortController().signal);
    expect(asked).toEqual(['0', '3', '6']);
    expect(reading.tracks[0]!.steps.map(({ chunk }) => chunk)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(reading.connection).toBe('ended');
  });

  it('gives up on what the server refuses', async () => {
    const fetch = async () => {
      throw new ApiFailure(404, 'reading_not_found', 'There is no such reading.');
    };
    await expect(follow({ fetch }, new LiveReading(info), new AbortController().signal)).rejects.toThrow(
      'no such reading',
    );
  });

  it('stops when nobody looks any more', async () => {
    const abort = new AbortController();
    const fetch = async () => {
      abort.abort();
      throw new Error('cut');
    };
    await follow({ fetch }, new LiveReading(info), abort.signal);
  });
});
