import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemAgentError } from '../errors.ts';
import { type BpeTokenizer, createBpeTokenizer } from './bpe.ts';
import { loadTokenizer } from './load.ts';
import { nastyTexts, unicodeText } from './test-support/text.ts';
import { type PreTokenizerName, preTokenizers, trainBpe, withBlankTokens } from './test-support/train.ts';

const names = Object.keys(preTokenizers) as PreTokenizerName[];
const options = [{}, { nfc: true }, { ignoreMerges: true }];

/** Rust reads special tokens out of text, which we never do. */
const unmarked = (text: string) => text.replaceAll('<|', '< |');

describe.each(names.flatMap((name) => options.map((option) => [name, option] as const)))(
  'byte-level BPE with the pre-tokenizer of %s, %j',
  (name, option) => {
    const trained = trainBpe(name, option);
    const tokenizer = loadTokenizer(trained.json) as BpeTokenizer;

    it('gives the ids that the Rust tokenizers give, on nasty text', async () => {
      for (const text of nastyTexts.map(unmarked)) {
        expect({ text, ids: Array.from(tokenizer.encode(text)) }).toEqual({
          text,
          ids: await trained.rust(text),
        });
      }
    });

    it('gives the ids that the Rust tokenizers give, on random text', async () => {
      await fc.assert(
        fc.asyncProperty(unicodeText.map(unmarked), async (text) => {
          expect(Array.from(tokenizer.encode(text))).toEqual(await trained.rust(text));
        }),
        { numRuns: 100 },
      );
    });
  },
);

describe('a byte-level BPE tokenizer', () => {
  const trained = trainBpe('llama3');
  const tokenizer = loadTokenizer(trained.json) as BpeTokenizer;

  it('matches whitespace that was added to its vocabulary before all else, as Rust does', async () => {
    const spaced = withBlankTokens(trainBpe('gpt2'), ['  ', '    ', '        ', '\t\t', '\n\n']);
    const ours = loadTokenizer(spaced.json) as BpeTokenizer;
    await fc.assert(
      fc.asyncProperty(unicodeText.map(unmarked), async (text) => {
        expect(Array.from(ours.encode(text))).toEqual(await spaced.rust(text));
      }),
      { numRuns: 300 },
    );
  });

  it('decodes what it encoded', () => {
    for (const text of nastyTexts) {
      const wellFormed = text.replace(/\p{Surrogate}/gu, '\ufffd');
      expect(tokenizer.decode(tokenizer.encode(text))).toBe(wellFormed);
    }
  });

  it('decodes bytes that are no UTF-8 to U+FFFD, as Rust does', async () => {
    const ids = Array.from(tokenizer.encode('🎉東'));
    for (const cut of [ids.slice(1), ids.slice(0, -1), ids.toReversed(), ids.slice(1, -1)]) {
      expect(tokenizer.decode(cut)).toBe(await trained.oracle.decode(cut, false));
    }
  });

  it('never produces special tokens from text, and names them on request', () => {
    expect(tokenizer.special('<|end|>')).toBe(0);
    expect(tokenizer.special('<|memory|>')).toBe(1);
    expect(tokenizer.special('lantern')).toBeUndefined();
    const ids = tokenizer.encode('a <|end|> b<|memory|>');
    expect(ids.includes(0) || ids.includes(1)).toBe(false);
    expect(tokenizer.decode([0, ...ids, 1])).toBe('<|end|>a <|end|> b<|memory|><|memory|>');
  });

  it('never produces a special token that is written as a word', () => {
    const tokens = ['P', 'A', 'D', 'Q', 'PAD', 'PAQ'];
    const spec = {
      tokens,
      merges: [],
      preTokenizer: { style: 'words', digits: 3 },
      ignoreMerges: true,
    } as const;
    const special = createBpeTokenizer({ ...spec, specials: { PAD: 4 } });
    expect(special.encode('PAD')).toEqual(Uint32Array.of(0, 1, 2));
    expect(special.encode('PAQ')).toEqual(Uint32Array.of(5));
  });

  it('has an id that depends on what it does, and on nothing else', () => {
    const same = loadTokenizer(JSON.stringify(trained.json)) as BpeTokenizer;
    expect(same.id).toBe(tokenizer.id);
    const ids = names.map((name) => loadTokenizer(trainBpe(name).json).id);
    expect(new Set(ids).size).toBe(names.length);
  });

  it('does without the bytes that a small vocabulary lacks', () => {
    const spec = { merges: ['a b'], preTokenizer: { style: 'gpt2', digits: 1 } } as const;
    expect(createBpeTokenizer({ ...spec, tokens: ['a', 'b', 'ab'] }).encode('abca')).toEqual(
      Uint32Array.of(2, 0),
    );
    const unknown = createBpeTokenizer({ ...spec, tokens: ['a', 'b', 'ab', '?'], unknown: '?' });
    expect(unknown.encode('abcca')).toEqual(Uint32Array.of(2, 3, 3, 0));
    const fused = createBpeTokenizer({
      ...spec,
      tokens: ['a', 'b', 'ab', '?'],
      unknown: '?',
      fuseUnknown: true,
    });
    expect(fused.encode('abcca')).toEqual(Uint32Array.of(2, 3, 0));
  });

  it('says which merge is not in its vocabulary', () => {
    const make = () =>
      createBpeTokenizer({ tokens: ['a', 'b'], merges: ['a b'], preTokenizer: { style: 'gpt2', digits: 1 } });
    expect(make).toThrow(MemAgentError);
    expect(make).toThrow('Merge 0 of the tokenizer (a + b)');
  });

  it('says that something else is no tokenizer.json', () => {
    for (const other of [{}, [], null, 'no json', { model: 1 }])
      expect(() => loadTokenizer(other)).toThrow(MemAgentError);
  });

  it.each([['a'], ['ab'], [' '], ['東'], ['🎉']])('takes no more than linear time on a run of %j', (unit) => {
    const time = (size: number) => {
      const text = unit.repeat(size / unit.length);
      const started = performance.now();
      tokenizer.encode(text);
      return performance.now() - started;
    };
    time(50_000);
    expect(time(50_000)).toBeLessThan(1_000);
    expect(time(1_000_000)).toBeLessThan(10_000);
  });
});
