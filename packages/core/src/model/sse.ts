import { createParser } from 'eventsource-parser';
import { CallFailure, networkFailure, serverMessage } from './failure.ts';

/**
 * The JSON events of a streamed answer, in order, ending at `[DONE]` or at the end of the stream. Whatever is not
 * such a stream (an HTML page, half a line, a line that is not JSON) is a failure, never text. A server that does
 * not stream and answers with one JSON object gives one event.
 */
export async function* jsonEvents(response: Response): AsyncGenerator<unknown, 'done' | 'ended'> {
  const type = response.headers.get('content-type') ?? '';
  if (/\bjson\b/.test(type)) {
    yield parseEvent(await readText(response));
    return 'done';
  }
  if (!/event-stream/.test(type)) {
    const page = await readText(response);
    throw garbage(
      `The server answered with ${type || 'no content type'} instead of a stream: ${serverMessage(page)}`,
    );
  }

  const ready: string[] = [];
  let broken: string | undefined;
  const parser = createParser({
    onEvent: (event) => ready.push(event.data),
    onError: (error) => {
      // A blank "retry" is harmless; any other line that is no field of the format is garbage.
      if (error.type !== 'invalid-retry') broken = error.line ?? error.message;
    },
    maxBufferSize: 16 * 1024 * 1024,
  });
  for await (const text of chunksOf(response)) {
    parser.feed(text);
    for (const data of ready) {
      if (data === '[DONE]') return 'done';
      yield parseEvent(data);
    }
    ready.length = 0;
    if (broken !== undefined) throw garbage(`The stream holds a line that cannot be read: ${clip(broken)}`);
  }
  return 'ended';
}

async function* chunksOf(response: Response): AsyncGenerator<string> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let whole = false;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw networkFailure(error, 'The stream was cut');
      });
      if (done) break;
      yield decoder.decode(value, { stream: true });
    }
    whole = true;
  } finally {
    // A reader that stops early (at [DONE], at an error) must not leave the connection busy.
    if (!whole) reader.cancel().catch(() => {});
  }
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw networkFailure(error, 'The answer was cut');
  }
}

function parseEvent(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (error) {
    throw garbage(`The stream holds an event that is not JSON: ${clip(data)}`, error);
  }
}

/** A reply that cannot be used, and may be usable the next time. */
export function garbage(message: string, cause?: unknown): CallFailure {
  return new CallFailure(message, { retryable: true, code: 'model-reply', cause });
}

function clip(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
