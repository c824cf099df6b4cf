/**
 * Text of the bytes of tokens, with U+FFFD where they are no UTF-8. Ids that the vocabulary lacks give nothing: models
 * have rows of padding that they can sample.
 */
export function decodePieces(pieces: readonly (Uint8Array | undefined)[], ids: ArrayLike<number>): string {
  let size = 0;
  for (let i = 0; i < ids.length; i++) size += pieces[ids[i]!]?.length ?? 0;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (let i = 0; i < ids.length; i++) {
    const piece = pieces[ids[i]!];
    if (piece === undefined) continue;
    bytes.set(piece, at);
    at += piece.length;
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
