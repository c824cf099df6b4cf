import { MemAgentError } from '@memagent/core';
import { lettersOf, type Paragraph, type Span } from '../data/paragraph.ts';
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
  /** A fixed arrangement instead of a random one. */
  readonly arrangement?: Arrangement;
}

/** A list of paragraphs, first those that a question came with and then the others, put into a fixed order. */
export interface Arrangement {
  /** What comes first in the list, gold and near ones alike. */
  readonly own: readonly Paragraph[];
  /** For every place in the text, from 0, which of so many paragraphs stands there. */
  order(documents: number): Uint32Array;
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
  const documents = options.arrangement
    ? arranged(parts.gold, others, options.arrangement)
    : shuffled(parts.gold, others, random.fork('order'), options);
  const bodies = new Array<number>(parts.gold.length).fill(0);
  const goldOf = new Map(parts.gold.map((paragraph, gold) => [paragraph, gold]));
  let length = 0;
  documents.forEach((paragraph, index) => {
    if (index > 0) length += 2;
    length += overhead(index, paragraph, line);
    const gold = goldOf.get(paragraph);
    if (gold !== undefined) bodies[gold] = length;
    length += paragraph.text.length;
  });
  return {
    length,
    documents: documents.length,
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

/** Distractors in random order, gold paragraphs where they are wanted. */
function shuffled(
  gold: readonly Paragraph[],
  others: Paragraph[],
  random: Random,
  options: DocumentOptions,
): Paragraph[] {
  random.shuffle(others);
  const total = others.length + gold.length;
  const slots = goldSlots(gold.length, total, random, options);
  let next = 0;
  return Array.from({ length: total }, (_, index) => {
    const at = slots.indexOf(index);
    return at >= 0 ? gold[at]! : others[next++]!;
  });
}

/** All paragraphs in a fixed order. */
function arranged(
  gold: readonly Paragraph[],
  others: readonly Paragraph[],
  { own, order }: Arrangement,
): Paragraph[] {
  const there = new Set([...gold, ...others]);
  const first = own.filter((paragraph) => there.delete(paragraph));
  const list = [...first, ...there];
  return Array.from(order(list.length), (index) => list[index]!);
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
  const isCopy = copiesOf(parts.avoid.map(({ paragraph }) => paragraph));
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
    if (used.has(paragraph.text) || isCopy(paragraph)) continue;
    if (count === undefined && size(paragraph) > left * 1.05) continue;
    take(paragraph);
  }

  const { pool } = parts;
  // A pool paragraph with a gold title could be the gold one in another wording: never a distractor.
  const allowed = (paragraph: Paragraph) =>
    !avoidTitles.has(paragraph.title) &&
    (options.repeat === true || !used.has(paragraph.text)) &&
    !isCopy(paragraph);
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

/** Letters of a sentence from which on it is nobody else's. */
const tellingLetters = 32;

/**
 * Whether a paragraph is a gold one over again: the same letters, or a whole sentence of it, whatever the title, the
 * punctuation and the spaces.
 */
function copiesOf(gold: readonly Paragraph[]): (paragraph: Paragraph) => boolean {
  const marks = gold.flatMap(({ text, letters, sentences }) => [
    letters,
    ...sentences
      .map(({ start, end }) => lettersOf(text.slice(start, end)))
      .filter((sentence) => sentence.length >= tellingLetters),
  ]);
  const telling = marks.filter((mark) => mark.length >= tellingLetters);
  const short = new Set(marks.filter((mark) => mark.length < tellingLetters));
  return ({ letters }) => short.has(letters) || telling.some((mark) => letters.includes(mark));
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
