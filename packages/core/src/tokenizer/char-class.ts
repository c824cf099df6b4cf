/** What a pre-tokenization pattern can ask about a character, as bits. Filled on first sight of each character. */

export const LETTER = 1; // \p{L}
export const NUMBER = 2; // \p{N}
export const SPACE = 4; // \p{White_Space}: unlike JavaScript's \s it has U+0085 and lacks U+FEFF
export const NEWLINE = 8; // \r or \n
export const MARK = 16; // \p{M}
export const UPPER = 32; // \p{Lu} or \p{Lt}
export const LOWER = 64; // \p{Ll}
const SEEN = 128;

const classes = new Uint8Array(0x110000);

const letter = /^\p{L}$/u;
const number = /^\p{N}$/u;
const space = /^\p{White_Space}$/u;
const mark = /^\p{M}$/u;
const upper = /^[\p{Lu}\p{Lt}]$/u;
const lower = /^\p{Ll}$/u;

function classify(code: number): number {
  const char = String.fromCodePoint(code);
  let bits = SEEN;
  if (letter.test(char)) bits |= LETTER;
  if (number.test(char)) bits |= NUMBER;
  if (space.test(char)) bits |= SPACE;
  if (code === 10 || code === 13) bits |= NEWLINE;
  if (mark.test(char)) bits |= MARK;
  if (upper.test(char)) bits |= UPPER;
  if (lower.test(char)) bits |= LOWER;
  classes[code] = bits;
  return bits;
}

/** The class bits of a code point. A lone surrogate has none, like the U+FFFD it is encoded as. */
export function charClass(code: number): number {
  return classes[code]! || classify(code);
}
