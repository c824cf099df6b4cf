/**
 * Where tokens end in the text they were made of, for tokenizers that do not say. Each token's own text is looked for a
 * little way on from the end of the last; one that is not found (unknown, or changed by normalization) ends where the
 * next one that is found begins.
 */
const reach = 64;

export function alignTokens(text: string, tokens: readonly string[]): Uint32Array {
  const lower = text.toLowerCase();
  const haystacks = lower.length === text.length ? [text, lower] : [text];
  const ends = new Uint32Array(tokens.length);
  let at = 0;
  let open = 0;
  for (let i = 0; i < tokens.length; i++) {
    const surface = surfaceOf(tokens[i]!);
    const found = surface === '' ? -1 : find(haystacks, surface, at);
    if (found < 0) {
      ends[i] = at;
      continue;
    }
    for (let k = open; k < i; k++) ends[k] = found;
    at = found + surface.length;
    ends[i] = at;
    open = i + 1;
  }
  if (tokens.length > 0) ends.fill(text.length, Math.min(open, tokens.length - 1));
  return ends;
}

function find(haystacks: readonly string[], surface: string, at: number): number {
  for (const text of haystacks) {
    const found = text.slice(at, at + reach + surface.length).indexOf(surface);
    if (found >= 0) return at + found;
  }
  return -1;
}

/** A token's text without the marks of its vocabulary and the blanks about it. */
function surfaceOf(token: string): string {
  return token
    .replace(/^##/, '')
    .replaceAll('▁', ' ')
    .replace(/<\/w>$/, '')
    .trim();
}
