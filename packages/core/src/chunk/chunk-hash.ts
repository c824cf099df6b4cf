import { hashText } from '../text/hash.ts';
import type { Chunk } from './chunk.ts';

const hashes = new WeakMap<Chunk, Promise<string>>();

/** The hash of a chunk's text, made once however many questions ask for it. */
export function chunkHash(chunk: Chunk): Promise<string> {
  let hash = hashes.get(chunk);
  if (!hash) {
    hash = hashText(chunk.text);
    hashes.set(chunk, hash);
  }
  return hash;
}
