/** Tokens of a run of text and where each ends in it. */
export interface TokenRun {
  readonly text: string;
  readonly ids: Uint32Array;
  /**
   * For each token the UTF-16 offset in `text` at which it ends. A token that ends inside a character (byte-level
   * tokenizers split rare ones) carries the offset at which that character begins.
   */
  readonly ends: Uint32Array;
}

/** Incremental tokenization: the concatenation of all runs equals tokenizing the whole text at once. */
export interface TokenStream {
  /** Takes more text; gives the run of tokens that no later text can change (possibly empty). */
  push(text: string): TokenRun | Promise<TokenRun>;
  /** The text is over: gives what was held back. */
  end(): TokenRun | Promise<TokenRun>;
}

/** A model's own tokenizer. Text never produces special tokens here; those come from `special` alone. */
export interface Tokenizer {
  /** Stable across runs: two tokenizers with the same id give the same tokens. */
  readonly id: string;
  encode(text: string): Uint32Array | Promise<Uint32Array>;
  decode(ids: ArrayLike<number>): string | Promise<string>;
  /** The id of a special token such as `<|im_end|>`, if the vocabulary has it. */
  special(token: string): number | undefined;
  stream(): TokenStream;
}
