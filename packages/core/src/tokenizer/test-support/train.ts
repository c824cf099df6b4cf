/** Small tokenizers of every kind, trained by the Rust `tokenizers` on text made here, with Rust itself as the oracle. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tokenizer as RustTokenizer } from 'tokenizers';
import { byteToChar } from '../byte-level.ts';

const nouns = 'lantern river clerk harbour ledger winter letter bridge orchard signal machine garden'.split(
  ' ',
);
const verbs = 'carried forgot repaired counted followed painted borrowed measured opened believed'.split(' ');
const tails = [
  ", didn't she?",
  ' in 1987.',
  " and they'll say so;",
  '!\n\n',
  ' (see note 42).',
  ' — naïve façade, Straße, smörgåsbord.\r\n',
  ' 東京の図書館で本を読む。',
  ' Привет, мир!',
  ' नमस्ते दुनिया',
  ' 👩‍👩‍👧 🎉',
  '\tint x = 10;\n    return x;\n',
];

/** The same text every time: sentences of a few dozen words in several scripts. */
export function trainingText(sentences = 4000): string {
  let state = 12345;
  const pick = <T>(list: readonly T[]): T => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return list[(state >>> 8) % list.length]!;
  };
  let text = '';
  for (let i = 0; i < sentences; i++) {
    text += `${i % 3 ? 'The' : 'A'} ${pick(nouns)} ${pick(verbs)} the ${pick(nouns)}s${pick(tails)} `;
  }
  return text;
}

const byteLevel = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true };
const contractions = "(?i:'s|'t|'re|'ve|'m|'ll|'d)";
const wordsRest = '| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+';
const upper = '[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]';
const lower = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]';
const casedRest = '| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+';

const split = (Regex: string) => ({
  type: 'Sequence',
  pretokenizers: [
    { type: 'Split', pattern: { Regex }, behavior: 'Isolated', invert: false },
    { ...byteLevel, use_regex: false },
  ],
});

/** The pre-tokenizers of the models people use, as their `tokenizer.json` has them. */
export const preTokenizers = {
  gpt2: { ...byteLevel, use_regex: true },
  gpt2Prefixed: { ...byteLevel, add_prefix_space: true, use_regex: true },
  smollm: {
    type: 'Sequence',
    pretokenizers: [
      { type: 'Digits', individual_digits: true },
      { ...byteLevel, use_regex: true },
    ],
  },
  qwen2: split(`${contractions}|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}${wordsRest}`),
  llama3: split(`${contractions}|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}${wordsRest}`),
  qwen35: split(
    `${contractions}|[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+|\\p{N}| ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`,
  ),
  o200k: split(
    `${upper}*${lower}+${contractions}?|${upper}+${lower}*${contractions}?|\\p{N}{1,3}${casedRest}`,
  ),
  tekken: split(`${upper}*${lower}+|${upper}+${lower}*|\\p{N}${casedRest}`),
  // Patterns without a scanner of their own.
  deepseek: {
    type: 'Sequence',
    pretokenizers: [
      { type: 'Split', pattern: { Regex: '\\p{N}{1,3}' }, behavior: 'Isolated', invert: false },
      { type: 'Split', pattern: { Regex: '[一-龥぀-ゟ゠-ヿ]+' }, behavior: 'Isolated', invert: false },
      {
        type: 'Split',
        pattern: {
          Regex:
            '[!"#$%&\'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+|\\s+(?!\\S)|\\s+',
        },
        behavior: 'Isolated',
        invert: false,
      },
      { ...byteLevel, use_regex: false },
    ],
  },
  possessive: split(
    "'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*|\\s*[\\r\\n]|\\s+(?!\\S)|\\s+",
  ),
  bloom: {
    type: 'Sequence',
    pretokenizers: [
      {
        type: 'Split',
        pattern: { Regex: ' ?[^(\\s|[.,!?…。，、।۔،])]+' },
        behavior: 'Isolated',
        invert: false,
      },
      { ...byteLevel, use_regex: false },
    ],
  },
} as const;

export type PreTokenizerName = keyof typeof preTokenizers;

export interface Trained {
  /** The parsed `tokenizer.json`. */
  readonly json: Record<string, unknown>;
  /** Ids as Rust gives them, special tokens not parsed. */
  rust(text: string): Promise<number[]>;
  readonly oracle: RustTokenizer;
}

const trained = new Map<string, Trained>();

/** A byte-level BPE trained on the text above. */
export function trainBpe(
  name: PreTokenizerName,
  options: { nfc?: boolean; ignoreMerges?: boolean } = {},
): Trained {
  const key = JSON.stringify([name, options]);
  const known = trained.get(key);
  if (known !== undefined) return known;
  const { merges } = trainMerges(tokenizerJson(name, {}, [], options));
  // Training sees only some bytes: the vocabulary gets all 256 first, then the merges in their order.
  const vocab: Record<string, number> = { '<|end|>': 0, '<|memory|>': 1 };
  for (const char of byteToChar) vocab[char] = Object.keys(vocab).length;
  for (const [left, right] of merges) vocab[left + right] ??= Object.keys(vocab).length;
  const json = tokenizerJson(name, vocab, merges, options);
  const oracle = RustTokenizer.fromString(JSON.stringify(json));
  const rust = async (text: string) =>
    (await oracle.encode(text, null, { addSpecialTokens: false })).getIds();
  const result = { json, rust, oracle };
  trained.set(key, result);
  return result;
}

function tokenizerJson(
  name: PreTokenizerName,
  vocab: Record<string, number>,
  merges: unknown[],
  options: { nfc?: boolean; ignoreMerges?: boolean },
): Record<string, unknown> {
  const special = (id: number, content: string) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  });
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: Object.keys(vocab).length === 0 ? [] : [special(0, '<|end|>'), special(1, '<|memory|>')],
    normalizer: options.nfc ? { type: 'NFC' } : null,
    pre_tokenizer: preTokenizers[name],
    post_processor: null,
    decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: options.ignoreMerges ?? false,
      vocab,
      merges,
    },
  };
}

/** The same tokenizer with whitespace added to its vocabulary, as in GPT-NeoX. */
export function withBlankTokens(trained: Trained, blanks: readonly string[]): Trained {
  const json = structuredClone(trained.json) as { added_tokens: object[]; model: { vocab: object } };
  const size = Object.keys(json.model.vocab).length;
  blanks.forEach((content, i) => {
    const flags = { single_word: false, lstrip: false, rstrip: false, normalized: true, special: false };
    json.added_tokens.push({ id: size + i, content, ...flags });
  });
  const oracle = RustTokenizer.fromString(JSON.stringify(json));
  return {
    json: json as unknown as Trained['json'],
    oracle,
    rust: async (text) => (await oracle.encode(text, null, { addSpecialTokens: false })).getIds(),
  };
}

export interface SpmOptions {
  readonly normalizer?: 'prepend' | 'replace';
  readonly metaspace?: 'always' | 'first' | 'never';
  readonly split?: boolean;
  readonly byteFallback?: boolean;
}

/** BPE over characters as `tokenizers` writes SentencePiece models down. */
export function trainSpm(options: SpmOptions): Trained {
  const replace = { type: 'Replace', pattern: { String: ' ' }, content: '▁' };
  const normalizer =
    options.normalizer === 'prepend'
      ? { type: 'Sequence', normalizers: [{ type: 'Prepend', prepend: '▁' }, replace] }
      : options.normalizer === 'replace'
        ? replace
        : null;
  const metaspace = {
    type: 'Metaspace',
    replacement: '▁',
    prepend_scheme: options.metaspace,
    split: options.split,
  };
  const model = {
    type: 'BPE',
    dropout: null,
    unk_token: '<unk>',
    continuing_subword_prefix: null,
    end_of_word_suffix: null,
    fuse_unk: options.byteFallback ?? true,
    byte_fallback: options.byteFallback ?? true,
    ignore_merges: false,
    vocab: {},
    merges: [],
  };
  const base = {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [],
    post_processor: null,
    decoder: null,
  };
  const trainer = {
    ...base,
    normalizer: null,
    pre_tokenizer: { ...metaspace, prepend_scheme: 'always', split: true },
  };
  const { merges, alphabet } = trainMerges({
    ...trainer,
    model: { ...model, unk_token: null, byte_fallback: false },
  });
  const vocab: Record<string, number> = { '<unk>': 0, '<s>': 1, '</s>': 2 };
  const add = (token: string) => {
    vocab[token] ??= Object.keys(vocab).length;
  };
  if (model.byte_fallback) {
    for (let byte = 0; byte < 256; byte++) add(`<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`);
  }
  // Some characters are left out, so that they must be spelt in bytes or be unknown.
  const kept = new Set(alphabet.filter((char) => !'é🎉の'.includes(char)));
  const usable = [['▁', '▁'], ['▁▁', '▁▁'], ...merges].filter((pair) =>
    Array.from(pair.join('')).every((c) => kept.has(c)),
  );
  for (const char of kept) add(char);
  for (const pair of usable) add(pair.join(''));
  const json = {
    ...base,
    normalizer,
    pre_tokenizer: options.metaspace === undefined ? null : metaspace,
    model: { ...model, vocab, merges: usable },
  };
  const oracle = RustTokenizer.fromString(JSON.stringify(json));
  return {
    json,
    oracle,
    rust: async (text) => (await oracle.encode(text, null, { addSpecialTokens: false })).getIds(),
  };
}

/** The merges and the characters that training on the text above finds. */
function trainMerges(json: object): { merges: [string, string][]; alphabet: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'memagent-train-'));
  try {
    writeFileSync(join(folder, 'text.txt'), trainingText());
    const trainer = RustTokenizer.fromString(JSON.stringify(json));
    trainer.train([join(folder, 'text.txt')]);
    trainer.save(join(folder, 'tokenizer.json'));
    const { model } = JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8'));
    const alphabet = Object.keys(model.vocab).filter((token) => Array.from(token).length === 1);
    return { merges: model.merges, alphabet };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
