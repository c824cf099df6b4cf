/** A sentence of a chunk, as UTF-16 offsets in its text, with the heading it stands under. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly heading?: string;
}

export interface SentenceOptions {
  /** The most sentences to give: neighbours are joined until there are no more. */
  readonly max?: number;
  /** The heading in force where the text begins. */
  readonly heading?: string;
  /** The longest sentence, in characters; longer ones are cut at a space. */
  readonly longest?: number;
}

const abbreviation =
  /(?:^|[\s("'“])(?:Messrs|Mr|Mrs|Ms|Dr|St|Prof|Sr|Jr|Lt|Col|Gen|Capt|Rev|Hon|No|Vol|Fig|vs|etc|cf|ca|approx|e\.g|i\.e|[A-Z])\.$/;
const closing = new Set(['"', "'", '”', '’', ')', ']', '»']);

/**
 * Splits text into sentences. Lines end sentences unless they are wrapped prose; very short neighbours in one
 * paragraph are joined. Deterministic: the same text gives the same sentences.
 *
 * @example splitSentences('He left. She stayed there.') // two sentences
 */
export function splitSentences(text: string, options: SentenceOptions = {}): Sentence[] {
  const longest = options.longest ?? 800;
  const lines = findLines(text);
  const pieces: Piece[] = [];
  let heading = options.heading;
  let sticky = false;
  let block = 0;
  let blockStart = 0;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    if (line.blank) {
      if (i > 0 && !lines[i - 1]!.blank) block += 1;
      blockStart = i + 1;
      continue;
    }
    const own = headingOf(text, lines, i, blockStart);
    if (own) {
      heading = own.text;
      sticky = own.sticky;
      pieces.push({ start: line.start, end: line.end, block, heading });
      continue;
    }
    if (i === blockStart && !sticky && heading !== undefined && !followsHeading(text, lines, i))
      heading = undefined;
    const last = paragraphEnd(text, lines, i);
    for (const [start, end] of cutSentences(text, line.start, lines[last]!.end)) {
      for (const [a, b] of cutLong(text, start, end, longest))
        pieces.push({ start: a, end: b, block, heading });
    }
    i = last;
  }
  return finish(text, joinShort(pieces, options.max ?? Number.POSITIVE_INFINITY));
}

interface Piece {
  start: number;
  end: number;
  block: number;
  heading?: string;
}

interface Line {
  start: number;
  end: number;
  blank: boolean;
}

/** Lines without their ends and without white space around them. */
function findLines(text: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  while (from <= text.length) {
    let to = text.indexOf('\n', from);
    if (to < 0) to = text.length;
    let start = from;
    let end = to;
    while (start < end && isSpace(text.charCodeAt(start))) start += 1;
    while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
    lines.push({ start, end, blank: start === end });
    from = to + 1;
  }
  return lines;
}

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13) || code === 0xa0;

/** A title: marked up, or a short first line of a block that prose follows. */
function headingOf(text: string, lines: Line[], i: number, blockStart: number) {
  const line = lines[i]!;
  const length = line.end - line.start;
  if (length > 100) return undefined;
  const own = text.slice(line.start, line.end);
  const marked = /^(?:#{1,6}\s+(.+?)\s*#*|={3,}\s+(.+?)\s+={3,})$/.exec(own);
  if (marked) return { text: (marked[1] ?? marked[2])!, sticky: true };
  if (length > 80 || /[.!?;,:…]["'”’)]*$/.test(own) || !/^[\p{Lu}\p{N}"“'(]/u.test(own)) return undefined;
  for (let j = blockStart; j < i; j++)
    if (!text.slice(lines[j]!.start, lines[j]!.end).endsWith(':')) return undefined;
  const next = lines[i + 1];
  if (next && !next.blank) {
    const prose =
      next.end - next.start > Math.max(60, length) || /[.!?]["'”’)]*$/.test(text.slice(next.start, next.end));
    return prose && /^[\p{Lu}"“'(]/u.test(text.slice(next.start, next.end))
      ? { text: own, sticky: false }
      : undefined;
  }
  return next && lines[i + 2] && i === blockStart ? { text: own, sticky: false } : undefined;
}

/** Whether the block that begins at a line comes straight after a one-line heading block. */
function followsHeading(text: string, lines: Line[], i: number): boolean {
  let j = i - 1;
  while (j >= 0 && lines[j]!.blank) j -= 1;
  if (j < 0) return true;
  if (j > 0 && !lines[j - 1]!.blank) return false;
  return headingOf(text, lines, j, j) !== undefined;
}

/** The last line of the wrapped paragraph that begins at a line. */
function paragraphEnd(text: string, lines: Line[], i: number): number {
  let last = i;
  while (last + 1 < lines.length && isSoftBreak(text, lines[last]!, lines[last + 1]!)) last += 1;
  return last;
}

/** Whether a line break only wraps prose. */
function isSoftBreak(text: string, line: Line, next: Line): boolean {
  if (next.blank || line.end - line.start < 40) return false;
  // A record (`name: value`, `name=value`) stands alone, and an indented line begins something of its own.
  if (isRecord(text, line) || isRecord(text, next)) return false;
  if (next.start > 0 && text[next.start - 1] !== '\n') return false;
  if (!/[\p{L},;—–-]/u.test(text[line.end - 1]!))
    return /[.!?]/.test(text[line.end - 1]!) && next.end - line.start > 110;
  return /[\p{L}"“‘'(]/u.test(text[next.start]!);
}

const isRecord = (text: string, line: Line) =>
  /^["']?[\w.-]+["']?\s?(?:[=:]\S|[=:]\s\S+$)|^[\w.-]+=/.test(
    text.slice(line.start, Math.min(line.end, line.start + 120)),
  );

/** The sentences of a paragraph as [start, end) offsets. */
function cutSentences(text: string, start: number, end: number): [number, number][] {
  const found: [number, number][] = [];
  let from = start;
  for (let i = start; i < end; i++) {
    const mark = text[i]!;
    if (mark === '。' || mark === '！' || mark === '？') {
      found.push([from, i + 1]);
      from = i + 1;
      continue;
    }
    if (mark !== '.' && mark !== '!' && mark !== '?' && mark !== '…') continue;
    let after = i + 1;
    while (
      after < end &&
      (closing.has(text[after]!) || text[after] === '.' || text[after] === '!' || text[after] === '?')
    )
      after += 1;
    if (after >= end || !isSpace(text.charCodeAt(after))) continue;
    let next = after;
    while (next < end && isSpace(text.charCodeAt(next))) next += 1;
    if (next >= end || !/[\p{Lu}\p{Lo}\p{N}"“‘'([—-]/u.test(text[next]!)) continue;
    if (mark === '.' && after === i + 1 && abbreviation.test(text.slice(Math.max(from, i - 8), i + 1)))
      continue;
    found.push([from, after]);
    from = next;
    i = next - 1;
  }
  while (from < end && isSpace(text.charCodeAt(from))) from += 1;
  if (from < end) found.push([from, end]);
  return found;
}

/** Cuts a run-on sentence at spaces. */
function cutLong(text: string, start: number, end: number, longest: number): [number, number][] {
  const parts: [number, number][] = [];
  let from = start;
  while (end - from > longest) {
    let to = text.lastIndexOf(' ', from + longest);
    if (to <= from + longest / 2) to = from + longest;
    const code = text.charCodeAt(to);
    if (code >= 0xdc00 && code < 0xe000) to -= 1;
    parts.push([from, to]);
    from = to;
    while (from < end && isSpace(text.charCodeAt(from))) from += 1;
  }
  if (from < end) parts.push([from, end]);
  return parts;
}

/** Joins neighbours shorter than a bound that grows until there are few enough. */
function joinShort(pieces: Piece[], max: number): Piece[] {
  for (let shortest = 24; ; shortest *= 2) {
    const joined: Piece[] = [];
    for (const piece of pieces) {
      const previous = joined.at(-1);
      const within = previous && (previous.block === piece.block || shortest > 24);
      if (within && previous.end - previous.start < shortest) {
        joined[joined.length - 1] = { ...previous, end: piece.end };
      } else joined.push(piece);
    }
    if (joined.length <= max || shortest > 1 << 24) return joined;
  }
}

const finish = (text: string, pieces: Piece[]): Sentence[] =>
  pieces.map(({ start, end, heading }) => ({
    start,
    end,
    text: text.slice(start, end),
    ...(heading !== undefined ? { heading } : {}),
  }));

/** A text in one line: every run of white space a single blank. */
export function oneLine(text: string): string {
  // Most sentences are that already, and looking costs a tenth of replacing each blank by itself.
  return /[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text;
}

/** A sentence in one line, with its heading where it does not name it itself. */
export function sentenceInContext({ text, heading }: Sentence): string {
  const own = oneLine(text);
  return heading === undefined || own.includes(heading) ? own : `${heading}: ${own}`;
}

/** The heading in force at the start of a text that follows another. */
export function headingAfter(text: string, sentences: readonly Sentence[]): string | undefined {
  return /\n\s*\n$/.test(text) ? undefined : sentences.at(-1)?.heading;
}
