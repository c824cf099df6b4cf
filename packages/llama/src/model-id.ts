import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

const samples = 64;
const sampleBytes = 64 * 1024;

/**
 * A stable identity of the weights in a file: its size, its beginning and samples spread over it. Small
 * files are read whole. Training touches all weights, so that two checkpoints never look the same.
 */
export async function fileIdentity(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const hash = createHash('sha256').update(`${size}\n`);
    const buffer = Buffer.alloc(sampleBytes);
    const step = Math.max(sampleBytes, Math.floor((size - sampleBytes) / samples));
    for (let at = 0; at < size; at += step) {
      const { bytesRead } = await file.read(buffer, 0, sampleBytes, at);
      hash.update(buffer.subarray(0, bytesRead));
    }
    return hash.digest('hex').slice(0, 32);
  } finally {
    await file.close();
  }
}
