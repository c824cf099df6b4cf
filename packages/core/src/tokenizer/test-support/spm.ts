/** A small SentencePiece-like vocabulary, and the merging of it done the slow and obvious way. */
const bytes = Array.from(
  { length: 256 },
  (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
);
const chars = [...'▁etaonisrhldcumfpgwybvk', ...".,'!?-\n123", ...'東京の한'];
const words =
  '▁the ▁t th he ▁th an in er re nt ▁lan ▁lant ▁l la ern lantern ▁lantern te ten ▁river riv ▁r iv er. ▁▁ ▁▁▁▁ ▁▁▁▁▁▁▁▁ ' +
  "aa aaaa bb 't 're ll 'll 12 123 東京 東京の \n\n ou ▁ou st ▁st est hest .. ... ▁a ▁an ▁and nd ▁nd";

export const spmTokens: readonly string[] = [
  '<unk>',
  '<s>',
  '</s>',
  ...bytes,
  ...chars,
  ...words.split(' '),
  'qx',
];
export const spmTypes: readonly number[] = spmTokens.map((_, id) =>
  id === 0 ? 2 : id < 3 ? 3 : id < 259 ? 6 : 1,
);
/** Some tokens share a score, as in real vocabularies. */
export const spmScores: readonly number[] = spmTokens.map((_, id) =>
  id < 259 ? 0 : -Math.floor((id - 259) / 2),
);

/** Best score first, leftmost of equals, over the whole text at once. */
export function mergeSlowly(text: string): number[] {
  const ids = new Map<string, number>();
  spmTokens.forEach((token, id) => {
    if (spmTypes[id] === 1) ids.set(token, id);
  });
  const symbols = Array.from(` ${text}`.replace(/\p{Surrogate}/gu, '\ufffd').replaceAll(' ', '▁'));
  for (;;) {
    let best = -1;
    for (let i = 0; i + 1 < symbols.length; i++) {
      const id = ids.get(symbols[i]! + symbols[i + 1]!);
      if (id === undefined) continue;
      if (best < 0 || spmScores[id]! > spmScores[ids.get(symbols[best]! + symbols[best + 1]!)!]!) best = i;
    }
    if (best < 0) break;
    symbols.splice(best, 2, symbols[best]! + symbols[best + 1]!);
  }
  return symbols.flatMap((symbol) => {
    const id = ids.get(symbol);
    return id === undefined ? Array.from(new TextEncoder().encode(symbol), (byte) => 3 + byte) : [id];
  });
}
