import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSampleRequest, writeSampleFrames } from '../testing/wire.ts';
import { readSampleBatch, writeSampleBatch } from './sample-frames.ts';

describe('frames of batched sampling', () => {
  it('carry any prompts as a server reads them', () => {
    const prompts = fc.array(fc.array(fc.nat(2 ** 31 - 1), { maxLength: 20 }), { maxLength: 8 });
    fc.assert(
      fc.property(prompts, fc.string(), (all, name) => {
        const bytes = writeSampleBatch(
          { name },
          all.map((one, i) => (i % 2 ? Uint32Array.from(one) : one)),
        );
        expect(bytes.length % 4).toBe(0);
        const read = readSampleRequest(Buffer.from(bytes));
        expect(read.prompts).toEqual(all);
        expect(read.header).toMatchObject({ name, prompts: all.length });
      }),
    );
  });

  it('give back any samples, and refuse what is cut off', () => {
    const sample = fc.record({
      tokens: fc.array(fc.nat(60_000), { maxLength: 6 }),
      length: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 8 }), (all) => {
        const drawn = all.map(({ tokens, length }) => ({
          tokens,
          length,
          logprobs: tokens.map((_, i) => -i - 1),
        }));
        const bytes = writeSampleFrames(drawn);
        expect(readSampleBatch(bytes)).toEqual(
          drawn.map(({ tokens, length, logprobs }) => ({
            tokens,
            logprobs,
            stopReason: length ? 'length' : 'stop',
          })),
        );
        expect(() => readSampleBatch(bytes.subarray(0, bytes.length - 4))).toThrow();
      }),
    );
    expect(() => readSampleBatch(new Uint8Array())).toThrow('no batch of samples');
  });
});
