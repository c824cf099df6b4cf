import type { Numbers, SampledSequence } from './types.ts';

const text = new TextEncoder();
const headBytes = 8;

/**
 * The batched sampling call that our engine offers beside the standard one: many prompts in one binary request, whose
 * answer comes in the response itself. Little-endian, every part a multiple of four bytes.
 *
 *     request   "MAS1", uint32 h, h bytes of JSON, int32 offsets[n + 1], int32 ids[]
 *     response  "MAR1", uint32 h, h bytes of JSON, int32 stop[m], int32 offsets[m + 1], int32 tokens[], float32 logprobs[]
 */
export function writeSampleBatch(header: object, prompts: readonly Numbers[]): Uint8Array<ArrayBuffer> {
  const json = text.encode(JSON.stringify({ ...header, prompts: prompts.length }));
  const padded = Math.ceil(json.length / 4) * 4;
  const ids = prompts.reduce((sum, prompt) => sum + prompt.length, 0);
  const bytes = new Uint8Array(headBytes + padded + 4 * (prompts.length + 1 + ids));
  bytes.set(text.encode('MAS1'));
  new DataView(bytes.buffer).setUint32(4, padded, true);
  bytes.fill(0x20, headBytes, headBytes + padded);
  bytes.set(json, headBytes);
  const numbers = new Int32Array(bytes.buffer, headBytes + padded);
  let at = prompts.length + 1;
  prompts.forEach((prompt, i) => {
    numbers.set(prompt, at);
    at += prompt.length;
    numbers[i + 1] = at - prompts.length - 1;
  });
  if (bigEndian) swap(numbers);
  return bytes;
}

/** Reads a batch of samples. */
export function readSampleBatch(bytes: Uint8Array): SampledSequence[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headBytes || new TextDecoder().decode(bytes.subarray(0, 4)) !== 'MAR1')
    throw new Error('the answer is no batch of samples');
  const start = headBytes + view.getUint32(4, true);
  const { sequences: m } = JSON.parse(new TextDecoder().decode(bytes.subarray(headBytes, start))) as {
    sequences: number;
  };
  const int = (i: number) => view.getInt32(start + 4 * i, true);
  const tokensAt = 2 * m + 1;
  const total = int(tokensAt - 1);
  if (bytes.length !== start + 4 * (tokensAt + 2 * total)) throw new Error('the batch of samples is cut off');
  return Array.from({ length: m }, (_, i) => {
    const tokens: number[] = [];
    const logprobs: number[] = [];
    for (let t = int(m + i); t < int(m + i + 1); t++) {
      tokens.push(int(tokensAt + t));
      logprobs.push(view.getFloat32(start + 4 * (tokensAt + total + t), true));
    }
    return { tokens, logprobs, stopReason: int(i) === 0 ? 'stop' : 'length' };
  });
}

const bigEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

function swap(numbers: Int32Array): void {
  const view = new DataView(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  for (const [i, value] of numbers.entries()) view.setInt32(4 * i, value, true);
}
