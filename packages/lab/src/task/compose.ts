/** Something that goes into the text at a given depth. */
export interface Insert {
  /** The fact as it stands in the text, without the separator that follows. */
  readonly text: string;
  /** Where it goes: a share of the filler, from 0 (before everything) to 1 (after everything). */
  readonly at: number;
  readonly separator: string;
}

/** A text that is known by its recipe: its length and where the inserts lie, without the text being held. */
export interface Composition {
  readonly length: number;
  /** For each insert, in the order given, where it begins and ends. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
  pieces(): Iterable<string>;
}

export interface ComposeOptions {
  /** Filler units without end, each with the white space that follows it; the same at each call. */
  readonly filler: () => Iterator<string>;
  readonly inserts: readonly Insert[];
  /** The length wanted, in UTF-16 units. */
  readonly chars: number;
}

/** Pieces are at least this long, save the last. */
const pieceChars = 32_768;

/**
 * Lays facts out in filler. The text is generated twice, once to measure and once per reading of it, because
 * generating is cheaper than holding; units are never cut, so the length is right to within half a unit.
 */
export function compose(options: ComposeOptions): Composition {
  const { inserts } = options;
  const order = inserts.map((_, index) => index).sort((a, b) => inserts[a]!.at - inserts[b]!.at || a - b);
  const insertChars = inserts.reduce((sum, insert) => sum + insert.text.length + insert.separator.length, 0);
  const fillerChars = Math.max(0, options.chars - insertChars);

  function* units(): Generator<{ text: string; insert?: number }> {
    const filler = options.filler();
    let offset = 0;
    let due = 0;
    while (true) {
      const unit = filler.next().value as string;
      const half = unit.length / 2;
      const over = fillerChars - offset < half;
      while (due < order.length && (over || inserts[order[due]!]!.at * fillerChars - offset < half)) {
        const index = order[due++]!;
        yield { text: inserts[index]!.text + inserts[index]!.separator, insert: index };
      }
      if (over) return;
      yield { text: unit };
      offset += unit.length;
    }
  }

  const spans = inserts.map(() => ({ start: 0, end: 0 }));
  let length = 0;
  let trailing = 0;
  for (const { text, insert } of units()) {
    if (insert !== undefined) spans[insert] = { start: length, end: length + inserts[insert]!.text.length };
    length += text.length;
    trailing = text.length - text.trimEnd().length;
  }
  length -= trailing;
  return { length, spans, pieces: () => joined(units(), trailing) };
}

/** Units gathered into pieces; the white space after the last unit is left out. */
function* joined(units: Iterable<{ text: string }>, trailing: number): Generator<string> {
  let gathered: string[] = [];
  let chars = 0;
  for (const { text } of units) {
    if (chars >= pieceChars) {
      yield gathered.join('');
      gathered = [];
      chars = 0;
    }
    gathered.push(text);
    chars += text.length;
  }
  const last = gathered.join('');
  yield trailing === 0 ? last : last.slice(0, -trailing);
}

/** How a length in tokens becomes one in UTF-16 units. */
export interface Sizing {
  readonly length: number;
  readonly measure?: (text: string) => number;
  readonly charsPerToken?: number;
}

/**
 * Composes a text of the length wanted in tokens. With `measure` a text is made, measured (whole where it is short,
 * every so many pieces where it is long) and made again until it is within 0.4 %.
 */
export function composeTokens<T extends Pick<Composition, 'length' | 'pieces'>>(
  sizing: Sizing,
  make: (chars: number) => T,
): T {
  let chars = sizing.length * (sizing.charsPerToken ?? 4);
  let made = make(chars);
  if (sizing.measure === undefined) return made;
  let best = made;
  let bestError = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const tokens = estimateTokens(made, sizing.measure);
    const error = Math.abs(tokens / sizing.length - 1);
    if (error < bestError) [best, bestError] = [made, error];
    if (error < 0.004) break;
    chars += (sizing.length - tokens) * (made.length / Math.max(1, tokens));
    made = make(Math.max(1, Math.round(chars)));
  }
  return best;
}

/** Tokens of a composition, exact up to about 300,000 UTF-16 units and from a sample of pieces above. */
function estimateTokens(
  made: Pick<Composition, 'length' | 'pieces'>,
  measure: (text: string) => number,
): number {
  const every = Math.max(1, Math.floor(made.length / pieceChars / 10));
  let measuredChars = 0;
  let tokens = 0;
  let index = 0;
  for (const piece of made.pieces()) {
    if (index++ % every !== 0) continue;
    tokens += measure(piece);
    measuredChars += piece.length;
  }
  return measuredChars === 0 ? 0 : (tokens * made.length) / measuredChars;
}
