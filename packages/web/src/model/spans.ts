/** A byte span of the document's text. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** A run of a chunk's text; `lit` are the spans (by their place in the list) that cover it. */
export interface Run {
  readonly text: string;
  readonly lit: readonly number[];
}

/** The UTF-16 offsets at which byte offsets fall in a text; ascending byte offsets, relative to its start. */
export function utf16Offsets(text: string, bytes: readonly number[]): number[] {
  const found: number[] = [];
  let byte = 0;
  let at = 0;
  for (const wanted of bytes) {
    while (byte < wanted && at < text.length) {
      const code = text.codePointAt(at)!;
      byte += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      at += code < 0x10000 ? 1 : 2;
    }
    found.push(at);
  }
  return found;
}

/** Cuts a chunk's text into runs, so that each is lit as a whole or not at all. */
export function runsOf(text: string, start: number, spans: readonly ByteSpan[]): Run[] {
  const edges = [...new Set(spans.flatMap((span) => [span.start - start, span.end - start]))]
    .filter((edge) => edge >= 0)
    .sort((a, b) => a - b);
  const offsets = utf16Offsets(text, edges);
  const cuts = [...new Set([0, ...offsets, text.length])].sort((a, b) => a - b);
  const byteAt = new Map(edges.map((edge, i) => [offsets[i]!, edge]));
  const runs: Run[] = [];
  for (const [i, from] of cuts.slice(0, -1).entries()) {
    const to = cuts[i + 1]!;
    const byte = from === 0 ? 0 : byteAt.get(from)!;
    const lit = spans.flatMap((span, n) =>
      span.start - start <= byte && byte < span.end - start ? [n] : [],
    );
    runs.push({ text: text.slice(from, to), lit });
  }
  return runs;
}
