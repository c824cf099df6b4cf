/** Small tokenizers that are no BPE. */
const common = { version: '1.0', truncation: null, padding: null, post_processor: null };
const flags = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
const added = [
  { id: 0, content: '<unk>', ...flags },
  { id: 1, content: '</s>', ...flags },
];
const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGT0123456789.,!?\'"()-/é東京'];

/** Unigram, in the manner of T5 and XLM-R. */
export function unigramJson(prepend_scheme: 'always' | 'never'): Record<string, unknown> {
  const words = ['▁the', '▁lantern', 'lantern', '▁river', '▁was', 'the', '▁of', 'ed', 'ing', '▁', '▁t', '▁l'];
  const vocab = [...added.map((token) => [token.content, 0]), ...words.map((word, i) => [word, -2 - i / 10])];
  for (const letter of letters) vocab.push([letter, -8]);
  return {
    ...common,
    added_tokens: added,
    normalizer: null,
    pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme, split: true },
    decoder: { type: 'Metaspace', replacement: '▁', prepend_scheme, split: true },
    model: { type: 'Unigram', unk_id: 0, vocab, byte_fallback: false },
  };
}

/** WordPiece, in the manner of BERT. */
export function wordPieceJson(): Record<string, unknown> {
  const words = ['the', 'lantern', 'river', 'was', 'of', '##ed', '##s', 'lan'];
  const pieces = [...words, ...letters, ...letters.map((letter) => `##${letter}`)];
  const vocab: Record<string, number> = { '<unk>': 0, '</s>': 1 };
  for (const piece of pieces) vocab[piece] ??= Object.keys(vocab).length;
  return {
    ...common,
    added_tokens: added,
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '<unk>',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab,
    },
  };
}
