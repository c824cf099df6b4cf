import type { LoggedEvent } from '../model/events.ts';
import type { LiveReading } from '../model/live-reading.ts';
import { type Api, ApiFailure } from './api.ts';
import { SseParser } from './sse.ts';

/** The server says that it is alive every 15 s: silence for so long means that the connection is dead. */
const silenceMs = 45_000;

/**
 * Feeds a reading with its events until it has ended. A connection that breaks is made again from the last event that
 * was taken: none is lost and none is taken twice.
 */
export async function follow(
  api: Pick<Api, 'fetch'>,
  reading: LiveReading,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const before = reading.lastId;
    try {
      await takeEvents(api, reading, signal);
      if (reading.isOver) {
        reading.connect('ended');
        return;
      }
    } catch (error) {
      if (signal.aborted) return;
      // What the server refuses it will refuse again.
      if (error instanceof ApiFailure && error.status < 500 && error.status !== 429) {
        reading.connect('ended');
        throw error;
      }
    }
    failures = reading.lastId > before ? 0 : failures + 1;
    reading.connect('lost');
    await pause(Math.min(8000, 250 * 2 ** failures), signal);
  }
}

async function takeEvents(api: Pick<Api, 'fetch'>, reading: LiveReading, signal: AbortSignal): Promise<void> {
  const broken = new AbortController();
  const either = AbortSignal.any([signal, broken.signal]);
  const response = await api.fetch(`/v1/readings/${encodeURIComponent(reading.info.id)}/events`, {
    headers: { accept: 'text/event-stream', 'last-event-id': String(reading.lastId) },
    signal: either,
  });
  reading.connect('live');
  const stream = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const parser = new SseParser();
  let timer = setTimeout(() => broken.abort(), silenceMs);
  try {
    while (true) {
      const { done, value } = await stream.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => broken.abort(), silenceMs);
      for (const { data } of parser.push(value)) reading.take(JSON.parse(data) as LoggedEvent);
    }
  } finally {
    clearTimeout(timer);
    broken.abort();
  }
}

/** Waits, but not longer than until the machine is online again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    globalThis.addEventListener?.('online', done);
    signal.addEventListener('abort', done);
  });
}
