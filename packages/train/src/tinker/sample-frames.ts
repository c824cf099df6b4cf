import type { SampledSequence } from './types.ts';

/**
 * The batched sampling call that our engine offers beside the standard one: many prompts in one binary request, whose
 * answer comes in the response itself. Little-endian, every part a multiple of four bytes.
 *
 *     request   "MAS1", uint32 h, h bytes of JSON, int32 offsets[n + 1], int32 ids[]
 *     response  "MAR1", uint32 h, h bytes of JSON, int32 stop[m], int32 offsets[m + 1], int32 tokens[], float32 logprobs[]
 */
export function writeSampleBatch(
  header: object,
  prompts: readonly (readonly number[])[],
): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify({ ...header, prompts: prompts.length }));
  const padded = Math.ceil(text.length / 4) * 4;
  const ids = prompts.reduce((sum, prompt) => sum + prompt.length, 0);
  const bytes = new Uint8Array(8 + padded + 4 * (prompts.length + 1 + ids));
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('MAS1'));
  view.setUint32(4, padded, true);
  bytes.fill(0x20, 8, 8 + padded);
  bytes.set(text, 8);
  let at = 8 + padded;
  let offset = 0;
  const put = (value: number) => {
    view.setInt32(at, value, true);
    at += 4;
  };
  put(0);
  for (const prompt of prompts) {
    offset += prompt.length;
    put(offset);
  }
  for (const prompt of prompts) for (const id of prompt) put(id);
  return bytes;
}

/** Reads a batch of samples. */
export function readSampleBatch(bytes: Uint8Array): SampledSequence[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (new TextDecoder().decode(bytes.subarray(0, 4)) !== 'MAR1')
    throw new Error('the answer is no batch of samples');
  const head = view.getUint32(4, true);
  const { sequences: m } = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + head))) as {
    sequences: number;
  };
  const start = 8 + head;
  const int = (i: number) => view.getInt32(start + 4 * i, true);
  const total = int(2 * m);
  const tokensAt = 2 * m + 1;
  return Array.from({ length: m }, (_, i) => {
    const [from, to] = [int(m + i), int(m + i + 1)];
    return {
      tokens: Array.from({ length: to - from }, (_, t) => int(tokensAt + from + t)),
      logprobs: Array.from({ length: to - from }, (_, t) =>
        view.getFloat32(start + 4 * (tokensAt + total + from + t), true),
      ),
      stopReason: int(i) === 0 ? 'stop' : 'length',
    };
  });
}
