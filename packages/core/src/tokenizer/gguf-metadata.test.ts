import { describe, expect, it } from 'vitest';
import { MemAgentError } from '../errors.ts';
import { readGgufMetadata } from './gguf-metadata.ts';
import { sourceOf, writeGgufMetadata } from './test-support/gguf.ts';

const tokens = Array.from({ length: 60_000 }, (_, i) => (i % 7 ? `token ${i}` : `жетон東🎉${i}`));
const fields = {
  'general.architecture': { type: 'string', value: 'llama' },
  'general.name': { type: 'string', value: 'Größe 東京 🎉' },
  'a.u8': { type: 'u8', value: 200 },
  'a.i8': { type: 'i8', value: -3 },
  'a.u16': { type: 'u16', value: 65_000 },
  'a.i16': { type: 'i16', value: -300 },
  'a.u32': { type: 'u32', value: 4_000_000_000 },
  'a.i32': { type: 'i32', value: -5 },
  'a.f32': { type: 'f32', value: 0.5 },
  'a.f64': { type: 'f64', value: Math.PI },
  'a.u64': { type: 'u64', value: 8192 },
  'a.big': { type: 'u64', value: 2n ** 63n },
  'a.i64': { type: 'i64', value: -9n },
  'a.true': { type: 'bool', value: true },
  'a.false': { type: 'bool', value: false },
  'tokenizer.ggml.tokens': { type: 'strings', value: tokens },
  'tokenizer.ggml.scores': { type: 'f32s', value: tokens.map((_, i) => -i) },
  'tokenizer.ggml.token_type': { type: 'i32s', value: tokens.map(() => 1) },
  'a.last': { type: 'u32', value: 7 },
} as const;

describe('reading the metadata of a GGUF file', () => {
  it('gives every value, of a file read in one piece or in many', async () => {
    const bytes = writeGgufMetadata(fields, { tensorCount: 291 });
    for (const most of [Number.POSITIVE_INFINITY, 300_000, 4097]) {
      const { version, tensorCount, metadata } = await readGgufMetadata(sourceOf(bytes, most));
      expect([version, tensorCount, metadata.size]).toEqual([3, 291, Object.keys(fields).length]);
      for (const [key, field] of Object.entries(fields)) {
        const value = metadata.get(key);
        const expected =
          typeof field.value === 'bigint' && field.value < 0 ? Number(field.value) : field.value;
        expect(ArrayBuffer.isView(value) ? Array.from(value as Float32Array) : value).toEqual(expected);
      }
    }
  });

  it('does not read the tensors', async () => {
    const header = writeGgufMetadata({ 'general.name': { type: 'string', value: 'x' } }, { tensorCount: 1 });
    const file = new Uint8Array(50_000_000);
    file.set(header);
    const source = sourceOf(file);
    await readGgufMetadata(source);
    expect(source.reads).toBe(1);
  });

  it('keeps strings that are no UTF-8 readable', async () => {
    const bytes = writeGgufMetadata({ a: { type: 'strings', value: ['one', 'twX', 'three'] } });
    bytes[bytes.indexOf('X'.charCodeAt(0))] = 0xff;
    expect((await readGgufMetadata(sourceOf(bytes))).metadata.get('a')).toEqual(['one', 'tw\ufffd', 'three']);
  });

  it('says of a file that was cut off how long it is, wherever it was cut', async () => {
    const bytes = writeGgufMetadata({ 'general.name': { type: 'string', value: 'x'.repeat(100) } });
    for (let length = 4; length < bytes.length; length += 7) {
      const reading = readGgufMetadata(sourceOf(bytes.subarray(0, length)));
      await expect(reading).rejects.toThrow(`ends after ${length} bytes`);
    }
  });

  it.each([
    ['no GGUF', new TextEncoder().encode('<html>not found</html>'), 'no GGUF file'],
    ['an empty file', new Uint8Array(0), 'no GGUF file'],
    ['version 1', writeGgufMetadata({}, { version: 1 }), 'version 1'],
    ['version 9', writeGgufMetadata({}, { version: 9 }), 'version 9'],
    ['a big-endian file', writeGgufMetadata({}, { version: 0x03000000 }), 'big-endian'],
  ])('refuses %s with a message that says so', async (_, bytes, message) => {
    const reading = readGgufMetadata(sourceOf(bytes));
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toBeInstanceOf(MemAgentError);
  });

  it('refuses lengths and types that cannot be', async () => {
    const bytes = writeGgufMetadata({ key: { type: 'string', value: 'value' } });
    const longKey = bytes.slice();
    longKey.set([255, 255, 255, 255], 24);
    await expect(readGgufMetadata(sourceOf(longKey))).rejects.toThrow('damaged');
    const oddType = bytes.slice();
    oddType[24 + 8 + 3] = 77;
    await expect(readGgufMetadata(sourceOf(oddType))).rejects.toThrow('unknown type 77');
  });

  it('stops when told to', async () => {
    const reading = readGgufMetadata(sourceOf(writeGgufMetadata(fields)), { signal: AbortSignal.abort() });
    await expect(reading).rejects.toThrow();
  });
});
