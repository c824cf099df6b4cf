import type { Tokenizer } from '@memagent/core';
import type { PromptVocabulary } from '../prompt/encode-prompt.ts';
import type { NativeModel } from './addon.ts';
import type { GgufHeader } from './gguf-header.ts';

const control = 3;
const userDefined = 4;

/** A model's vocabulary: into tokens by the tokenizer made of the GGUF, and back by llama.cpp. */
export interface Vocabulary extends PromptVocabulary {
  /** Tokens as text, special ones by name or left out. */
  decode(tokens: Uint32Array, specials: boolean): string;
  /** Whether a token ends the reply. */
  ends(token: number): boolean;
}

/** Puts together what the GGUF says about its vocabulary and what llama.cpp does with it. */
export function vocabularyOf(model: NativeModel, header: GgufHeader, tokenizer: Tokenizer): Vocabulary {
  const names = header.tokens.filter(
    (_, id) => header.tokenTypes[id] === control || header.tokenTypes[id] === userDefined,
  );
  const bos = model.tokenBos();
  const name = (id: number) => header.tokens[id] ?? '';
  return {
    plain: (text) => tokenizer.encode(text) as Uint32Array,
    special: (token) => tokenizer.special(token),
    specials: specialPattern(names),
    bos: model.shouldPrependBosToken() ? bos : undefined,
    template: header.chatTemplate,
    templateTokens: { bos: name(bos), eos: name(model.tokenEos()) },
    decode: (tokens, specials) => model.detokenize(tokens, specials),
    ends: (token) => model.isEogToken(token),
  };
}

/** Of tokens that begin alike, the longest wins. */
function specialPattern(names: readonly string[]): RegExp | undefined {
  if (names.length === 0) return undefined;
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g');
}
