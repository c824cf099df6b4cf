import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { JsonMachine } from './json-machine.ts';
import { SpooledText } from './spooled-text.ts';

export interface SpoolOptions {
  /** The folder for long strings; made when the first comes. Whoever asked removes it. */
  readonly folder: string;
  /** Strings of more UTF-8 bytes than this go to files. */
  readonly longBytes?: number;
  /** The most bytes that all else may take together. */
  readonly heldBytes?: number;
}

/**
 * Parses JSON from a stream in flat memory: every string longer than `longBytes` is written to a file of its own on the
 * way and stands in the result as a `SpooledText`.
 *
 * @example
 * const body = await parseJsonSpooled(request.body, { folder: '/tmp/request-1' });
 */
export async function parseJsonSpooled(
  bytes: AsyncIterable<Uint8Array>,
  options: SpoolOptions,
): Promise<unknown> {
  const { folder, longBytes = 1 << 16, heldBytes = 1 << 23 } = options;
  let files = 0;
  let file: WriteStream | undefined;
  let wrote = 0;
  let made = false;
  const machine = new JsonMachine({
    longBytes,
    heldBytes,
    begin: () => new SpooledText(join(folder, `${files++}.txt`)),
  });
  try {
    for await (const block of bytes) {
      machine.push(block);
      for (const work of machine.take()) {
        if (!file) {
          if (!made) await mkdir(folder, { recursive: true, mode: 0o700 });
          made = true;
          file = createWriteStream(work.text.path, { mode: 0o600 });
          wrote = 0;
        }
        wrote += work.bytes.length;
        if (!work.last) {
          if (!file.write(work.bytes)) await drained(file);
          continue;
        }
        file.end();
        await finished(file);
        work.text.bytes = wrote;
        file = undefined;
      }
    }
    return machine.end();
  } finally {
    if (file) {
      file.destroy();
      await finished(file).catch(() => undefined);
    }
  }
}

function drained(file: WriteStream): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      file.off('error', failed);
      resolve();
    };
    const failed = (error: Error) => {
      file.off('drain', done);
      reject(error);
    };
    file.once('drain', done);
    file.once('error', failed);
  });
}
