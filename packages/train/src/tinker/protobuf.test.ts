import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPass } from '../testing/wire.ts';
import { decodeLossResult, decodeSampleResult, encodeForwardBackward } from './messages.ts';
import { littleEndian, ProtoWriter, protoFields } from './protobuf.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytes = (text: string) => Uint8Array.from(Buffer.from(text.replace(/\s/g, ''), 'hex'));

describe('protobuf', () => {
  it('writes the bytes that the format asks for', () => {
    // Written out by hand from the encoding's specification.
    expect(hex(new ProtoWriter().int(1, 150).finish())).toBe('089601');
    expect(hex(new ProtoWriter().string(2, 'testing').finish())).toBe('120774657374696e67');
    expect(hex(new ProtoWriter().int(1, -1).finish())).toBe('08ffffffffffffffffff01');
    expect(hex(new ProtoWriter().packed(4, [3, 270, 86942]).finish())).toBe('2206038e029ea705');
    expect(hex(new ProtoWriter().int(1, 0).string(2, '').finish())).toBe('');
  });

  it('writes a request field by field', () => {
    const encoded = encodeForwardBackward({
      modelId: 'm',
      seqId: 7,
      loss: 'ppo',
      config: { clip: 0.5 },
      forwardOnly: true,
      data: [{ tokens: [5], inputs: { target_tokens: [6], weights: [1] } }],
    });
    const chunk = '0a080a060a0405000000'; // model_input { encoded_text { tokens } }
    const target = '12200a0d7461726765745f746f6b656e73120f0a0806000000000000001802220101';
    const weights = '12160a0777656967687473120b0a040000803f1801220101';
    expect(hex(encoded)).toBe(
      `0a016d10071a44${chunk}${target}${weights}220370706f2a0f0a04636c697011000000000000e03f30013a110a04636c6970120909000000000000e03f`,
    );
  });

  it('reads a result and a sample from bytes written by hand', () => {
    const result =
      '123d0a015212360a086c6f6770726f6273122a0a0c000080bf000000c0000000bf1218000000000000000008000000000000000c00' +
      '000000000000180118021a0c0a016b110000000000000040';
    expect(decodeLossResult(bytes(result))).toEqual({
      outputs: [{ logprobs: Float64Array.of(-1, -2) }, { logprobs: Float64Array.of(-0.5) }],
      metrics: { k: 2 },
    });
    expect(decodeSampleResult(bytes('0a0e08011204090000001a04000080bf12080000c07f000000bf'))).toEqual({
      sequences: [{ tokens: [9], logprobs: [-1], stopReason: 'length' }],
      promptLogprobs: [undefined, -0.5],
    });
  });

  it('gives back any request as a server reads it', () => {
    const datum = fc
      .array(fc.tuple(fc.nat(60_000), fc.nat(60_000), fc.float({ noNaN: true })), {
        minLength: 1,
        maxLength: 20,
      })
      .map((rows) => ({
        tokens: rows.map(([a]) => a),
        inputs: { target_tokens: rows.map(([, b]) => b), weights: rows.map(([, , w]) => w) },
      }));
    fc.assert(
      fc.property(
        fc.array(datum, { maxLength: 5 }),
        fc.nat(2 ** 31 - 1),
        fc.boolean(),
        (data, seqId, forwardOnly) => {
          const request = {
            modelId: 'model',
            seqId,
            loss: 'cispo' as const,
            config: { a: 0.25 },
            forwardOnly,
            data,
          };
          expect(readPass(encodeForwardBackward(request))).toEqual(request);
        },
      ),
    );
  });

  it('writes whole numbers so that they can be read again, of whatever size', () => {
    const edges = [1, 127, 128, 2 ** 31 - 1, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER, -1, -(2 ** 31)];
    const value = fc.oneof(fc.constantFrom(...edges), fc.maxSafeInteger()).filter((one) => one !== 0);
    fc.assert(
      fc.property(value, (one) => {
        expect([...protoFields(new ProtoWriter().int(1, one).finish())]).toEqual([
          { field: 1, wire: 0, value: one },
        ]);
      }),
    );
  });

  it('writes a part of a typed list as the same numbers in any list', () => {
    const part = Int32Array.of(1, -2, 70_000, 4).subarray(1, 3);
    expect(hex(littleEndian.int32(part))).toBe(hex(littleEndian.int32([-2, 70_000])));
  });

  it('refuses bytes that are no message', () => {
    for (const wrong of ['08', '0a05 01', '0d 0000', '0b', '00'])
      expect(() => [...protoFields(bytes(wrong))], wrong).toThrow();
    expect(() => littleEndian.readInt32(new Uint8Array(3))).toThrow('no whole number');
    expect(decodeLossResult(new Uint8Array())).toEqual({ outputs: [], metrics: {} });
  });

  it('reads bfloat16', () => {
    expect([...littleEndian.readBfloat16(bytes('803f 00c0'))]).toEqual([1, -2]);
  });
});
