import type { Numbers, SampledSequence } from './types.ts';

const text = new TextEncoder();
const headBytes = 8;

/**
 * The batched sampling call that our engine offers beside the standard one: many prompts in one binary request, whose
 * answer comes in the response itself. Little-endian, every part a multiple of four bytes.
 *
 *     request   "MAS1", uint32 h, h bytes of JSON, int32 offsets[n + 1], int32 ids[]
 *     response  "MAR1", uint32 h, h bytes of JSON, int32 stop[m], int32 offsets[m + 1], int32 tokens[], float32 logprobs[]
 *     parts     uint32 length, then a response whose JSON has "of", the numbers of its sequences; and again
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

interface SampleHeader {
  readonly sequences: number;
  readonly of?: readonly number[];
  readonly error?: string;
}

/** Reads a batch of samples. */
export function readSampleBatch(bytes: Uint8Array): SampledSequence[] {
  return readFrame(bytes).sequences;
}

/**
 * Reads an answer that comes in parts: each sequence with its number as soon as it is there.
 *
 * @throws where the engine says that the rest will not come.
 */
export async function* readSampleParts(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<[number, SampledSequence]> {
  let held = new Uint8Array();
  for await (const piece of body) {
    held = held.length === 0 ? new Uint8Array(piece) : concatenated(held, piece);
    for (let end = partEnd(held); end <= held.length; end = partEnd(held)) {
      const { header, sequences } = readFrame(held.subarray(4, end));
      if (header.error !== undefined) throw new Error(header.error);
      for (const [i, sequence] of sequences.entries()) yield [header.of?.[i] ?? -1, sequence];
      held = held.subarray(end);
    }
  }
  if (held.length > 0) throw new Error('the batch of samples is cut off');
}

const partEnd = (held: Uint8Array): number =>
  held.length < 4 ? Infinity : 4 + new DataView(held.buffer, held.byteOffset).getUint32(0, true);

function concatenated(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}

function readFrame(bytes: Uint8Array): { header: SampleHeader; sequences: SampledSequence[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headBytes || new TextDecoder().decode(bytes.subarray(0, 4)) !== 'MAR1')
    throw new Error('the answer is no batch of samples');
  const start = headBytes + view.getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(headBytes, start))) as SampleHeader;
  const m = header.sequences;
  const int = (i: number) => view.getInt32(start + 4 * i, true);
  const tokensAt = 2 * m + 1;
  const total = int(tokensAt - 1);
  if (bytes.length !== start + 4 * (tokensAt + 2 * total)) throw new Error('the batch of samples is cut off');
  const sequences = Array.from({ length: m }, (_, i): SampledSequence => {
    const tokens: number[] = [];
    const logprobs: number[] = [];
    for (let t = int(m + i); t < int(m + i + 1); t++) {
      tokens.push(int(tokensAt + t));
      logprobs.push(view.getFloat32(start + 4 * (tokensAt + total + t), true));
    }
    return { tokens, logprobs, stopReason: int(i) === 0 ? 'stop' : 'length' };
  });
  return { header, sequences };
}

const bigEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

function swap(numbers: Int32Array): void {
  const view = new DataView(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  for (const [i, value] of numbers.entries()) view.setInt32(4 * i, value, true);
}
