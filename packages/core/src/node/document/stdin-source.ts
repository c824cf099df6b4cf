import { Readable } from 'node:stream';
import { abortable } from '../../document/from-text.ts';
import type { ByteSource } from './byte-source.ts';
import { onceError } from './file-source.ts';

/** Standard input, or another stream in its place. It can be read once. */
export function stdinSource(stream: AsyncIterable<Uint8Array | string> = process.stdin): ByteSource {
  const name = 'standard input';
  let opened = false;
  return {
    name,
    once: true,
    async open(signal) {
      if (opened) throw onceError(name);
      opened = true;
      return { bytes: blocks(stream, signal) };
    },
  };
}

async function* blocks(stream: AsyncIterable<Uint8Array | string>, signal: AbortSignal | undefined) {
  try {
    for await (const block of abortable(stream, signal)) {
      yield typeof block === 'string' ? Buffer.from(block) : block;
    }
  } finally {
    // A stream that still waits for input would keep the process from ending.
    if (stream instanceof Readable) stream.destroy();
  }
}
