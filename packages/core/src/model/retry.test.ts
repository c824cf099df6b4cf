import { describe, expect, it } from 'vitest';
import { MemAgentError } from '../errors.ts';
import { CallFailure, retryAfterMs, serverMessage, statusFailure } from './failure.ts';
import { retry } from './retry.ts';
import { fakeClock } from './testing/fake-clock.ts';

const none = new Headers();
const failing = (times: number, failure: () => Error) => async (attempt: number) => {
  if (attempt < times) throw failure();
  return `after ${attempt}`;
};
const passing = (status = 500, headers = none) => statusFailure(status, '', headers, 0);

describe('retry', () => {
  it('waits with full jitter that doubles and is capped', async () => {
    const clock = fakeClock({ eagerBelowMs: 1e9, random: () => 0.5 });
    const options = { clock, retries: 6, baseMs: 100, capMs: 1000 };
    await expect(retry(failing(6, passing), 'here', options)).resolves.toBe('after 6');
    expect(clock.waits).toEqual([50, 100, 200, 400, 500, 500]);
  });

  it('waits at least as long as the server asks', async () => {
    const clock = fakeClock({ eagerBelowMs: 1e9, random: () => 0.5 });
    await retry(
      failing(1, () => passing(429, new Headers({ 'retry-after': '7' }))),
      'here',
      { clock },
    );
    expect(clock.waits).toEqual([7250]);
  });

  it('does not wait for a server that asks for an hour, and says so', async () => {
    const clock = fakeClock({ eagerBelowMs: 1e9 });
    const call = retry(
      failing(1, () => passing(429, new Headers({ 'retry-after': '3600' }))),
      'here',
      { clock },
    );
    await expect(call).rejects.toMatchObject({
      code: 'model-unavailable',
      hint: expect.stringContaining('3600 s'),
    });
    expect(clock.waits).toEqual([]);
  });

  it.each([400, 401, 403, 404, 422, 501])('does not repeat a call that got %i', async (status) => {
    let calls = 0;
    const call = retry(
      async () => {
        calls++;
        throw statusFailure(status, '{"error":{"message":"the server’s own words"}}', none, 0);
      },
      'http://server',
      { clock: fakeClock({ eagerBelowMs: 1e9 }) },
    );
    await expect(call).rejects.toThrow(
      `http://server: The server answered ${status}: the server’s own words`,
    );
    expect(calls).toBe(1);
  });

  it.each([408, 409, 429, 500, 502, 503, 504])('repeats a call that got %i', async (status) => {
    const clock = fakeClock({ eagerBelowMs: 1e9 });
    await expect(
      retry(
        failing(2, () => passing(status)),
        'here',
        { clock },
      ),
    ).resolves.toBe('after 2');
  });

  it('says how often it tried', async () => {
    const clock = fakeClock({ eagerBelowMs: 1e9 });
    const call = retry(failing(9, passing), 'here', { clock, retries: 2 });
    await expect(call).rejects.toThrow('(after 3 tries)');
  });

  it('stops waiting when its signal says so', async () => {
    const clock = fakeClock();
    const stop = new AbortController();
    const onRetry = () => queueMicrotask(() => stop.abort());
    const call = retry(failing(1, passing), 'here', { clock, signal: stop.signal, onRetry });
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
  });

  it('passes on at once what is no failure of a call', async () => {
    const error = new MemAgentError('bad-input', 'no');
    await expect(
      retry(
        failing(1, () => error),
        'here',
      ),
    ).rejects.toBe(error);
  });

  it('takes an unknown throw for a passing failure of the network', async () => {
    const clock = fakeClock({ eagerBelowMs: 1e9 });
    const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    const failed = () => new TypeError('fetch failed', { cause: reset });
    await expect(retry(failing(2, failed), 'here', { clock })).resolves.toBe('after 2');
    await expect(retry(failing(9, failed), 'here', { clock, retries: 0 })).rejects.toThrow('read ECONNRESET');
  });
});

describe('retryAfterMs', () => {
  it('reads milliseconds, seconds and dates', () => {
    const now = Date.parse('2025-01-01T00:00:00Z');
    const read = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), now);
    expect(read({ 'retry-after-ms': '125', 'retry-after': '9' })).toBe(125);
    expect(read({ 'retry-after': '1.5' })).toBe(1500);
    expect(read({ 'retry-after': 'Wed, 01 Jan 2025 00:00:03 GMT' })).toBe(3000);
    expect(read({ 'retry-after': 'Wed, 01 Jan 2020 00:00:03 GMT' })).toBe(0);
    expect(read({ 'retry-after': 'soon' })).toBeUndefined();
    expect(read({})).toBeUndefined();
  });
});

describe('statusFailure', () => {
  it('knows a prompt that is too long in the words of several servers', () => {
    const said = [
      'This model’s maximum context length is 8192 tokens. However, you requested 9000.',
      '{"error":{"code":400,"type":"exceed_context_size_error","message":"request (9000 tokens) exceeds"}}',
      '{"error":{"code":"context_length_exceeded"}}',
    ];
    for (const body of said) {
      const failure = statusFailure(400, body, none, 0);
      expect(failure).toBeInstanceOf(CallFailure);
      expect(failure.code).toBe('no-fit');
    }
  });
});

describe('serverMessage', () => {
  it.each([
    ['{"error":{"message":"a"}}', 'a'],
    ['{"error":"b"}', 'b'],
    ['{"detail":[{"msg":"c","loc":[]}]}', 'c'],
    ['{"detail":[{"msg":"not permitted","loc":["body","seed"]}]}', 'seed: not permitted'],
    ['{"detail":"d"}', 'd'],
    ['{"object":"error","message":"e"}', 'e'],
    ['<!doctype html><title>502</title><script>x()</script><h1>Bad  gateway</h1>', '502 Bad gateway'],
    ['', ''],
  ])('%s', (body, message) => expect(serverMessage(body)).toBe(message));
});
