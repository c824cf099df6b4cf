import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MemAgentError } from '../../errors.ts';
import { Lock } from '../journal/lock.ts';
import { type HubOptions, hashIn, hubHeaders, reason, request } from './hub.ts';

export interface DownloadOptions extends HubOptions {
  /** Tries in a row that bring nothing before giving up; 5 unless told otherwise. */
  readonly attempts?: number;
  /** The first pause between tries; it doubles. Half a second unless told otherwise. */
  readonly pauseMs?: number;
}

export interface Download {
  readonly url: string;
  /** Where the file goes once it is whole. */
  readonly target: string;
  /** What a person calls it. */
  readonly name: string;
  readonly size: number;
  readonly sha256?: string;
}

/**
 * Downloads a file and gives the bytes there so far. A part that an earlier run left is gone on with; the file appears
 * under its name only when it is whole and its SHA-256 is right.
 */
export async function* download(file: Download, options: DownloadOptions = {}): AsyncGenerator<number> {
  await mkdir(dirname(file.target), { recursive: true });
  const lock = await Lock.take(`${file.target}.lock`);
  if (!lock) {
    throw new MemAgentError('bad-input', `${file.name} is being pulled by another process.`, {
      hint: 'Wait for it to end.',
    });
  }
  try {
    const sha256 = file.sha256 ?? (await linkedHash(file, options));
    // A version of its own for each hash: a part of yesterday's file is never glued to today's.
    const part = `${file.target}.${(sha256 ?? 'unknown').slice(0, 12)}.part`;
    const state = await takeUp(part, file.size, options.signal);
    await checkRoom(file, state.done);
    yield state.done;
    let furthest = state.done;
    for (let failures = 0; state.done < file.size; ) {
      let failure: unknown;
      try {
        for await (const done of fetchRest(file, part, state, options)) yield done;
      } catch (error) {
        if (!isTransient(error)) throw error;
        failure = error;
      }
      options.signal?.throwIfAborted();
      failures = state.done > furthest ? 0 : failures + 1;
      furthest = Math.max(furthest, state.done);
      if (state.done >= file.size) break;
      if (failures >= (options.attempts ?? 5)) throw gaveUp(file, state.done, failure);
      await pause(failures, options);
    }
    await finish(file, part, sha256, state.hash.digest('hex'));
  } finally {
    await lock.release();
  }
}

/** What of a file is on disk, and the hash of that. */
interface State {
  done: number;
  hash: Hash;
}

/** Asks for what is missing and appends it, hashing on the way. */
async function* fetchRest(
  file: Download,
  part: string,
  state: State,
  options: DownloadOptions,
): AsyncGenerator<number> {
  const { done: from } = state;
  const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {};
  const response = await request(file.url, file.name, options, { headers });
  const whole = from > 0 && !continues(response, from);
  // A server that knows no ranges sends everything again: appended to a part it would spoil both.
  if (whole) Object.assign(state, { done: 0, hash: createHash('sha256') });
  const out = await open(part, whole ? 'w' : 'a');
  try {
    if (whole && response.status !== 200) return;
    for await (const bytes of response.body ?? []) {
      if (state.done + bytes.length > file.size) throw tooLong(file);
      await out.write(bytes);
      state.hash.update(bytes);
      state.done += bytes.length;
      yield state.done;
    }
    await out.datasync();
  } finally {
    await response.body?.cancel().catch(() => undefined);
    await out.close();
  }
}

function continues(response: Response, from: number): boolean {
  const start = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1];
  return response.status === 206 && Number(start) === from;
}

/** Where the list of files has no hash, the headers of the file itself may. */
async function linkedHash(file: Download, options: DownloadOptions): Promise<string | undefined> {
  const call = options.fetch ?? fetch;
  const head = await call(file.url, {
    method: 'HEAD',
    redirect: 'manual',
    headers: hubHeaders(options),
    ...(options.signal ? { signal: options.signal } : {}),
  }).catch(() => undefined);
  return hashIn(head?.headers.get('x-linked-etag')) ?? hashIn(head?.headers.get('etag'));
}

/** Takes up a part that an earlier run left: hashes what is there, or removes what is longer than the file. */
async function takeUp(part: string, size: number, signal?: AbortSignal): Promise<State> {
  const hash = createHash('sha256');
  const there = (await stat(part).catch(() => undefined))?.size ?? 0;
  if (there > size) await rm(part);
  if (there === 0 || there > size) return { done: 0, hash };
  for await (const bytes of createReadStream(part, signal ? { signal } : {})) hash.update(bytes);
  return { done: there, hash };
}

async function checkRoom(file: Download, done: number): Promise<void> {
  const disk = await statfs(dirname(file.target)).catch(() => undefined);
  const free = disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY;
  if (free >= file.size - done) return;
  throw new MemAgentError(
    'bad-input',
    `${file.name} needs ${gigabytes(file.size - done)}; ${dirname(file.target)} has ${gigabytes(free)} left.`,
    {
      hint: 'Make room, or set MEMAGENT_MODELS to a folder with more of it.',
    },
  );
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`;

async function finish(
  file: Download,
  part: string,
  expected: string | undefined,
  found: string,
): Promise<void> {
  if (expected !== undefined && expected !== found) {
    await rm(part, { force: true });
    throw new MemAgentError(
      'model-unavailable',
      `${file.name} arrived damaged: its SHA-256 is ${found}, not ${expected}.`,
      {
        hint: 'It was thrown away: pull it again.',
      },
    );
  }
  if (file.size === 0) await (await open(part, 'a')).close();
  await rename(part, file.target);
}

function isTransient(error: unknown): boolean {
  if (!MemAgentError.isInstance(error)) return (error as Error)?.name !== 'AbortError' && !isDiskError(error);
  return (
    error.code === 'model-unavailable' &&
    (typeof error.cause !== 'number' || error.cause >= 500 || error.cause === 429)
  );
}

const isDiskError = (error: unknown) =>
  ['ENOSPC', 'EACCES', 'EROFS', 'EDQUOT'].includes((error as NodeJS.ErrnoException)?.code ?? '');

async function pause(failures: number, { pauseMs = 500, signal }: DownloadOptions): Promise<void> {
  const most = pauseMs * 2 ** failures;
  await sleep(most * (0.5 + Math.random() / 2), undefined, signal ? { signal } : {});
}

const gaveUp = (file: Download, done: number, cause: unknown) =>
  MemAgentError.isInstance(cause)
    ? cause
    : new MemAgentError(
        'model-unavailable',
        `${new URL(file.url).host} broke off ${file.name} at ${done} of ${file.size} bytes${cause ? ` (${reason(cause)})` : ''}.`,
        { hint: 'Pull again: it goes on from there.', cause },
      );

const tooLong = (file: Download) =>
  new MemAgentError(
    'bad-input',
    `${new URL(file.url).host} sends more of ${file.name} than the ${file.size} bytes that it has.`,
    {
      hint: 'Pull again; if it stays so, the hub (HF_ENDPOINT) is at fault.',
    },
  );
