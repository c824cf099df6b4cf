import { open } from 'node:fs/promises';
import { readGgufMetadata } from '@memagent/core';
import { describe, expect, it } from 'vitest';
import { pocketDefaults, pocketPath, pocketToken } from './index.ts';

describe('the shipped model', () => {
  it('lies beside its package: a decoder with a window of 4,096 tokens, 35 MB at most', async () => {
    const file = await open(pocketPath()!);
    try {
      expect((await file.stat()).size).toBeLessThanOrEqual(35_000_000);
      const read = async (offset: number, length: number) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
        return buffer.subarray(0, bytesRead);
      };
      const { metadata } = await readGgufMetadata({ read });
      expect(metadata.get('general.architecture')).toBe('qwen3');
      expect(metadata.get('qwen3.context_length')).toBe(4096);
      expect(metadata.get('tokenizer.ggml.tokens')).toContain(pocketToken);
    } finally {
      await file.close();
    }
  });

  it('reads by choosing sentences, looks its memory over, and keeps what matches', () => {
    expect(pocketDefaults).toEqual({
      ...{ profile: 'pocket', policy: 'select', hints: true, review: true, weigh: true, keepMatches: true },
      ...{ chunkTokens: 700, memoryTokens: 512, questionTokens: 256, outputTokens: 192 },
    });
  });
});
