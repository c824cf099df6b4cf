import { MemAgentError } from '@memagent/core';
import type { Paragraph, Span } from '../data/paragraph.ts';
import type { Gold } from '../data/question.ts';
import type { Random } from '../random.ts';

/** How paragraphs become a text. */
export interface DocumentOptions {
  /** Each paragraph under a line `Document {i}:`, as RULER has them; true unless told. */
  readonly documentLine?: boolean;
  /** The number of paragraphs, instead of a length. */
  readonly documents?: number;
  /** The most near distractors; all that fit unless told. */
  readonly near?: number;
  /** Whether a paragraph of the pool may occur more than once where the pool is too small. */
  readonly repeat?: boolean;
  /** Whether gold paragraphs keep the order given; otherwise they are shuffled with the others. */
  readonly keepOrder?: boolean;
  readonly depths?: readonly number[];
}

/** The paragraphs of a text in order, and where the gold ones lie. */
export interface DocumentLayout {
  readonly length: number;
  readonly documents: number;
  /** For each gold paragraph, where its text (after the title) begins. */
  readonly bodies: readonly number[];
  pieces(): Iterable<string>;
}

const overhead = (index: number, paragraph: Paragraph, line: boolean) =>
  (line ? 11 + String(index + 1).length : 0) + paragraph.title.length + 1;

/** Paragraphs under their titles, gold ones among distractors, up to a length or a number. */
export function layDocuments(
  parts: {
    gold: readonly Paragraph[];
    near: readonly Paragraph[];
    pool: readonly Paragraph[];
    avoid: readonly Gold[];
  },
  chars: number,
  random: Random,
  options: DocumentOptions,
): DocumentLayout {
  const line = options.documentLine ?? true;
  const others = chooseOthers(parts, chars, random.fork('others'), options, line);
  const order = random.fork('order');
  order.shuffle(others);
  const total = others.length + parts.gold.length;
  const slots = goldSlots(parts.gold.length, total, order, options);
  const documents: Paragraph[] = [];
  const goldAt = new Map<number, number>();
  let next = 0;
  for (let index = 0; index < total; index++) {
    const gold = slots.indexOf(index);
    if (gold >= 0) goldAt.set(gold, index);
    documents.push(gold >= 0 ? parts.gold[gold]! : others[next++]!);
  }
  const bodies = new Array<number>(parts.gold.length).fill(0);
  const goldOf = new Map([...goldAt].map(([gold, index]) => [index, gold]));
  let length = 0;
  documents.forEach((paragraph, index) => {
    if (index > 0) length += 2;
    length += overhead(index, paragraph, line);
    const gold = goldOf.get(index);
    if (gold !== undefined) bodies[gold] = length;
    length += paragraph.text.length;
  });
  return {
    length,
    documents: total,
    bodies,
    *pieces() {
      let gathered: string[] = [];
      let size = 0;
      for (let index = 0; index < documents.length; index++) {
        const { title, text } = documents[index]!;
        gathered.push(`${index > 0 ? '\n\n' : ''}${line ? `Document ${index + 1}:\n` : ''}${title}\n${text}`);
        size += title.length + text.length;
        if (size > 32_768) {
          yield gathered.join('');
          gathered = [];
          size = 0;
        }
      }
      if (gathered.length > 0) yield gathered.join('');
    },
  };
}

/** Which places the gold paragraphs take: as deep as asked, or anywhere. */
function goldSlots(count: number, total: number, random: Random, options: DocumentOptions): number[] {
  const slots: number[] = [];
  for (let gold = 0; gold < count; gold++) {
    const depth = options.depths?.[gold] ?? random.float();
    let slot = Math.min(total - 1, Math.round(depth * (total - 1)));
    while (slots.includes(slot)) slot = (slot + 1) % total;
    slots.push(slot);
  }
  return options.keepOrder ? slots.sort((a, b) => a - b) : slots;
}

/** Distractors up to the length: near ones first, then from the pool; the last is chosen to fit. */
function chooseOthers(
  parts: {
    gold: readonly Paragraph[];
    near: readonly Paragraph[];
    pool: readonly Paragraph[];
    avoid: readonly Gold[];
  },
  chars: number,
  random: Random,
  options: DocumentOptions,
  line: boolean,
): Paragraph[] {
  const avoidTexts = new Set(parts.avoid.map(({ paragraph }) => paragraph.text));
  const avoidTitles = new Set(parts.avoid.map(({ paragraph }) => paragraph.title));
  const count =
    options.documents === undefined ? undefined : Math.max(0, options.documents - parts.gold.length);
  const expected = Math.floor(chars / 1400);
  const size = (paragraph: Paragraph) => paragraph.text.length + overhead(expected, paragraph, line) + 2;
  let left = chars + 2 - parts.gold.reduce((sum, paragraph) => sum + size(paragraph), 0);
  const chosen: Paragraph[] = [];
  const used = new Set<string>();
  const full = () => (count === undefined ? left <= 0 : chosen.length >= count);
  const take = (paragraph: Paragraph) => {
    chosen.push(paragraph);
    used.add(paragraph.text);
    left -= size(paragraph);
  };

  const nearCount = Math.min(parts.near.length, options.near ?? Number.POSITIVE_INFINITY);
  const nearOrder = random.shuffle([...parts.near.keys()]);
  for (const index of nearOrder) {
    if (chosen.length >= nearCount || full()) break;
    const paragraph = parts.near[index]!;
    if (avoidTexts.has(paragraph.text) || used.has(paragraph.text)) continue;
    if (count === undefined && size(paragraph) > left * 1.05) continue;
    take(paragraph);
  }

  const { pool } = parts;
  // A pool paragraph with a gold title could be the gold one in another wording: never a distractor.
  const allowed = (paragraph: Paragraph) =>
    !avoidTitles.has(paragraph.title) &&
    !avoidTexts.has(paragraph.text) &&
    (options.repeat === true || !used.has(paragraph.text));
  const draw = drawer(pool, random, options.repeat === true);
  const typical = 700;
  while (!full()) {
    if (count === undefined && left < typical * 1.5) break;
    const paragraph = draw(allowed);
    if (paragraph === undefined) throw tooSmall(pool.length);
    take(paragraph);
  }
  // The last one or two are picked out of many so that the length comes out right.
  for (let round = 0; round < 3 && count === undefined && left > 40; round++) {
    let best: Paragraph | undefined;
    for (let i = 0; i < 64; i++) {
      const paragraph = draw(allowed);
      if (paragraph === undefined) break;
      const better = best === undefined || Math.abs(size(paragraph) - left) < Math.abs(size(best) - left);
      if (better) best = paragraph;
    }
    if (best === undefined || Math.abs(left - size(best)) >= left) break;
    take(best);
  }
  return chosen;
}

/** Draws from the pool without return; a pool that is nearly used up is walked through in a shuffled order. */
function drawer(pool: readonly Paragraph[], random: Random, repeat: boolean) {
  let tries = 0;
  let rest: Uint32Array | undefined;
  let at = 0;
  return (allowed: (paragraph: Paragraph) => boolean): Paragraph | undefined => {
    for (; tries < pool.length / 8 || repeat; tries++) {
      if (pool.length === 0 || tries > 50_000_000) return undefined;
      const paragraph = pool[random.int(0, pool.length - 1)]!;
      if (allowed(paragraph)) {
        tries++;
        return paragraph;
      }
    }
    rest ??= random.shuffle(Uint32Array.from(pool.keys()));
    while (at < rest.length) {
      const paragraph = pool[rest[at++]!]!;
      if (allowed(paragraph)) return paragraph;
    }
    return undefined;
  };
}

const tooSmall = (size: number) =>
  new MemAgentError('bad-input', `The pool of ${size} paragraphs is too small for a text of this length.`, {
    hint: 'Give more paragraphs, a shorter length, or allow repetition with repeat: true.',
  });

/** The spans of gold sentences in the text of a layout. */
export function goldSpans(
  layout: DocumentLayout,
  gold: readonly Gold[],
): (Span & { gold: number; sentence: number })[] {
  return gold.flatMap(({ paragraph, sentences }, index) =>
    sentences.map((sentence) => ({
      gold: index,
      sentence,
      start: layout.bodies[index]! + paragraph.sentences[sentence]!.start,
      end: layout.bodies[index]! + paragraph.sentences[sentence]!.end,
    })),
  );
}
