import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pocketTokens } from '@memagent/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { llamaModel } from '../llama-model.ts';
import { randomGguf, saveRandomGguf } from './index.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-gguf-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a random GGUF', () => {
  it('is the same for the same seed', () => {
    expect(randomGguf({ seed: 3 }).equals(randomGguf({ seed: 3 }))).toBe(true);
    expect(randomGguf({ seed: 3 }).equals(randomGguf({ seed: 4 }))).toBe(false);
  });

  it('says the same in each tensor type', async () => {
    const replies = [];
    for (const tensorType of ['F32', 'F16', 'Q8_0'] as const) {
      const model = await llamaModel({
        path: await saveRandomGguf(join(folder, `${tensorType}.gguf`), { tensorType }),
        gpu: false,
      });
      const segments = [{ text: 'The river said nothing', trusted: false }];
      replies.push(
        (await model.complete({ form: 'raw', segments, shared: 0 }, { maxTokens: 1, logprobs: true }))
          .logprobs![0]!,
      );
      await model.close();
    }
    expect(replies[1]).toBeCloseTo(replies[0]!, 1);
    expect(replies[2]).toBeCloseTo(replies[0]!, 0);
  });

  it('has the special tokens of pocket', async () => {
    const model = await llamaModel({ path: await saveRandomGguf(join(folder, 'pocket.gguf')), gpu: false });
    expect(pocketTokens).toHaveLength(173);
    expect(model.tokenizer.special('<|pad|>')).toBe(0);
    expect(model.tokenizer.special('<|s1|>')).toBe(13);
    expect(model.tokenizer.special('<|m32|>')).toBe(172);
    await model.close();
  });
});
