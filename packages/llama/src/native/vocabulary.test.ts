import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokenizerFromGguf } from '@memagent/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveRandomGguf } from '../testing/index.ts';
import type { NativeModel } from './addon.ts';
import { readGgufHeader } from './gguf-header.ts';
import { loadAddon } from './load-addon.ts';
import { type Vocabulary, vocabularyOf } from './vocabulary.ts';

const nasty = [
  '',
  ' ',
  '   leading and trailing   ',
  '\n\n\r\n \t\n',
  "It's we'll THEY'RE don’t",
  '1234567890 12 3,456.78',
  'naïve café — “quotes” … ½ ² ٣',
  '日本語のテキスト。한국어 ไทย हिन्दी العربية',
  '👩‍👩‍👧‍👦 🇨🇭 e\u0301 \u200b\ufeff\u0000\u0007',
  '<|end|> <|memory|>x<|s1|><|s128|><|nothing|>',
  'a'.repeat(3000),
  `${' '.repeat(500)}x${'\n'.repeat(300)}`,
  'camelCaseAndSNAKE_CASE::path/to/file.ts?x=1&y=%20#!',
];

describe.each(['qwen2', 'gpt-2', 'llama-bpe'])(
  'the vocabulary of a GGUF with %s pre-tokens',
  (preTokenizer) => {
    let folder: string;
    let model: NativeModel;
    let vocabulary: Vocabulary;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'memagent-vocabulary-test-'));
      const path = await saveRandomGguf(join(folder, 'tiny.gguf'), { preTokenizer, vocabulary: 2048 });
      const { addon } = await loadAddon(false);
      model = new addon.AddonModel(path, { addonExports: addon, gpuLayers: 0, useMmap: true });
      await model.init();
      const header = await readGgufHeader(path);
      vocabulary = vocabularyOf(model, header, tokenizerFromGguf(header.gguf));
    });

    afterAll(async () => {
      await model.dispose();
      await rm(folder, { recursive: true });
    });

    it('cuts nasty text as llama.cpp does, without special tokens', () => {
      for (const text of nasty)
        expect([...vocabulary.plain(text)], text).toEqual([...model.tokenize(text, false)]);
    });

    it('cuts any text as llama.cpp does', () => {
      const text = fc.string({
        unit: fc.oneof(
          fc.constantFrom(..." \n'sa1<|>"),
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
        ),
      });
      fc.assert(
        fc.property(text, (sample) => {
          expect([...vocabulary.plain(sample)]).toEqual([...model.tokenize(sample, false)]);
        }),
        { numRuns: 300 },
      );
    });

    it('gives the text back', () => {
      for (const text of nasty.filter((sample) => !sample.includes('\0'))) {
        expect(vocabulary.decode(vocabulary.plain(text), true)).toBe(text);
      }
    });
  },
);
