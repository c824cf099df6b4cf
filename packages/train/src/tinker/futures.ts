import { MemAgentError } from '@memagent/core';
import { type Answer, type Transport, wait } from './transport.ts';

/** Makes a request and gives the id of its result, for the first time or again. */
export type Submit = () => Promise<string>;

// A promise that expires over and over is a server that has lost its results.
const maxResubmissions = 3;
const mostBare = 3;

/**
 * Waits for a result: polls, goes on through "still pending", and submits the request again when the server has
 * forgotten its promise (the sequence id in the body tells the server that it is the same one).
 *
 * @param changes the request changes weights or gradients.
 */
export async function settle(
  transport: Transport,
  first: string,
  submit: Submit,
  what: string,
  signal?: AbortSignal,
  changes = false,
): Promise<Answer> {
  let id = first;
  for (let forgotten = 1; ; forgotten++) {
    const answer = await poll(transport, id, what, signal);
    if (answer) return answer;
    // Forgotten is not undone: where the server cannot tell, it would be done twice.
    const twice = changes && !transport.idempotent;
    if (twice || forgotten > maxResubmissions) {
      throw new MemAgentError(
        'model-unavailable',
        `The server forgot the result of ${what}${forgotten > 1 ? ` ${forgotten} times` : ''}.`,
        { hint: 'The engine drops its results too soon: look at its log, or resume the run.' },
      );
    }
    id = await submit();
  }
}

/** A result, or undefined when the promise has expired. */
async function poll(
  transport: Transport,
  id: string,
  what: string,
  signal?: AbortSignal,
): Promise<Answer | undefined> {
  let metadataOnly: false | undefined;
  let quick = 0;
  let bare = 0;
  for (;;) {
    const began = performance.now();
    const answer = await transport.post(
      '/retrieve_future',
      { request_id: id, ...(metadataOnly === false ? { allow_metadata_only: false } : {}) },
      {
        accept: [400, 404, 408, 410],
        patient: true,
        timeoutMs: transport.pollMs,
        ...(signal ? { signal } : {}),
      },
    );
    if (answer.status === 410) return undefined;
    if (answer.bytes) return answer;
    const json = answer.json ?? {};
    if (answer.status === 408 || json.type === 'try_again') {
      // A server that does not hold the line must not be asked in a tight loop.
      quick = performance.now() - began < 500 ? quick + 1 : 0;
      if (quick > 0) await wait(transport.clock, Math.min(1000, 5 * 2 ** quick), signal);
      continue;
    }
    if (json.status === 'complete_metadata') {
      metadataOnly = false;
      continue;
    }
    // A 400 that says nothing is a proxy's, not the server's.
    if (answer.status === 400 && Object.keys(json).length === 0 && bare++ < mostBare) continue;
    const failure = answer.status === 200 ? json.error : (json.detail ?? json.error ?? 'unknown');
    if (failure === undefined || failure === null) return answer;
    const ours = json.category === 'user' || answer.status === 400;
    throw new MemAgentError(
      ours ? 'bad-input' : 'model-unavailable',
      `${transport.url}: ${what} failed: ${typeof failure === 'string' ? failure : JSON.stringify(failure)}`,
      answer.status === 404 ? { hint: 'The engine was restarted: resume the run.' } : {},
    );
  }
}

/** The id of the result that a request will have. */
export function requestId(json: Record<string, unknown> | undefined): string {
  const id = json?.request_id ?? json?.future_id;
  if (id !== undefined && id !== null) return String(id);
  throw new MemAgentError('model-unavailable', 'The server took a request and gave no id for its result.');
}
