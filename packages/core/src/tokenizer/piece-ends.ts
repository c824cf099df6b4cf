/** The ends of tokens from the bytes each stands for. */
import { utf8Length } from './utf8.ts';

/**
 * The UTF-16 offset in `text` at which each token ends, given how many bytes of UTF-8 each stands for. Where these do
 * not add up to the text (a normalizing tokenizer), the offsets are stretched to it and the last is its end.
 */
export function endsOfPieces(text: string, lengths: ArrayLike<number>): Uint32Array {
  let textBytes = 0;
  for (let i = 0; i < text.length; ) {
    const width = utf8Length(text, i, text.length);
    textBytes += width;
    i += width === 4 ? 2 : 1;
  }
  let pieceBytes = 0;
  for (let i = 0; i < lengths.length; i++) pieceBytes += lengths[i]!;
  const scale = pieceBytes === textBytes || pieceBytes === 0 ? 1 : textBytes / pieceBytes;
  const ends = new Uint32Array(lengths.length);
  let at = 0;
  let bytes = 0;
  let target = 0;
  for (let i = 0; i < lengths.length; i++) {
    target += lengths[i]! * scale;
    while (at < text.length) {
      const width = utf8Length(text, at, text.length);
      if (bytes + width > target + 1e-6) break;
      bytes += width;
      at += width === 4 ? 2 : 1;
    }
    ends[i] = at;
  }
  if (ends.length > 0) ends[ends.length - 1] = text.length;
  return ends;
}
