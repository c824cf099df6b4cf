import { type Sentence, sentenceInContext } from '../text/sentences.ts';
import { StemSet } from '../text/stem-set.ts';
import { eachStem, stems } from '../text/words.ts';
import { ofKind } from '../words/kinds.ts';
import type { Wanted } from './wanted.ts';

/** How often each word has been seen so far: a table of fixed size that streaming the text again rebuilds. */
export interface Frequencies {
  /** Made with the first word that is counted: a reading without hints counts none, and a megabyte is left alone. */
  counts?: Uint32Array;
  sentences: number;
  /** Instead of a table: counts that stay as they are. */
  readonly frozen?: FrozenCounts;
}

/** How often the words of a chunk had been seen at its end; of words that it does not have, those before it know. */
interface FrozenCounts {
  readonly counts: ReadonlyMap<number, number>;
  readonly before: FrozenCounts | undefined;
}

const tableBits = 18;

export const newFrequencies = (): Frequencies => ({ sentences: 0 });

const slot = (stem: number) => stem >>> (32 - tableBits);

const common =
  'the a an of in to and is was were are be been being did do does done what which who whom whose when where why how ' +
  'that this these those it its for on by with as at from has have had or not no nor but if then than so such there their ' +
  'they them he him his she her hers we us our you your i me my mine one ones all any some each every both few more most ' +
  'other into over under after before between about up down out off again also only own same can could will would shall ' +
  'should may might must many much very just because while during through name named called tell say said know text find';
const commonStems = stems(common);

/** The words of the sentence at hand; nothing here waits, so that one is enough. */
const seen = new StemSet();

/** Counts the words of a chunk, once per sentence. */
export function countWords(frequencies: Frequencies, text: string, sentences: readonly Sentence[]): void {
  if (!frequencies.counts) frequencies.counts = new Uint32Array(1 << tableBits);
  const { counts } = frequencies;
  const count = (stem: number) => {
    const at = slot(stem);
    if (seen.add(at)) counts[at]! += 1;
  };
  for (const sentence of sentences) {
    seen.clear();
    eachStem(text, sentence.start, sentence.end, count);
  }
  frequencies.sentences += sentences.length;
}

/**
 * What has been counted up to the end of a chunk, for those who come to it when the table has gone on. A table for each
 * chunk would be a megabyte: only the words of this one are kept, and the others are looked for in the chunk before. Who
 * names the words that are asked for beside, those of the questions, needs no chunk before.
 */
export function freeze(
  { counts, sentences }: Frequencies,
  text: string,
  within: readonly Sentence[],
  others: { readonly before?: Frequencies | undefined; readonly stems?: ReadonlySet<number> },
): Frequencies {
  const own = new Map<number, number>();
  const keep = (stem: number) => own.set(slot(stem), counts?.[slot(stem)] ?? 0);
  for (const { start, end } of within) eachStem(text, start, end, keep);
  for (const stem of others.stems ?? []) keep(stem);
  return { sentences, frozen: { counts: own, before: others.before?.frozen } };
}

function countOf({ counts, frozen }: Frequencies, at: number): number {
  if (counts) return counts[at]!;
  for (let chunk = frozen; chunk; chunk = chunk.before) {
    const count = chunk.counts.get(at);
    if (count !== undefined) return count;
  }
  return 0;
}

/** The weight of a word: the rarer so far, the heavier. A prior keeps short texts from calling common words rare. */
function weight(frequencies: Frequencies, stem: number): number {
  if (commonStems.has(stem)) return 0;
  return Math.log((frequencies.sentences + 200) / (countOf(frequencies, slot(stem)) + 0.5));
}

/** How well a text matches a set of words, by the weight of those it shares. */
export function matchScore(frequencies: Frequencies, wanted: ReadonlySet<number>, text: string): number {
  return matches(frequencies, [wanted], text)[0]!.score;
}

interface Match {
  /** The weight of the words that are shared. */
  shared: number;
  /** The same, less for a longer text. */
  score: number;
}

/** How a text matches several sets of words, in one pass over it. */
function matches(frequencies: Frequencies, wanted: readonly ReadonlySet<number>[], text: string): Match[] {
  const shared = wanted.map(() => 0);
  seen.clear();
  eachStem(text, 0, text.length, (stem) => {
    if (!seen.add(stem)) return;
    for (let i = 0; i < wanted.length; i++) if (wanted[i]!.has(stem)) shared[i]! += weight(frequencies, stem);
  });
  return shared.map((weight) => ({ shared: weight, score: weight / (1 + 0.02 * seen.size) }));
}

/** What stands for a question's word counts for so much of it. */
const insteadPart = 0.8;

/**
 * The share of the weight of the question's words that a text has, or has others for, and how many these are. What stands for a
 * question's word says no more than the rarer of both, and stands for one of them only.
 */
export function coverage(frequencies: Frequencies, { stems, instead }: Wanted, text: string) {
  const best = new Float64Array(stems.length);
  const others: { stem: number; place: number; weight: number }[] = [];
  seen.clear();
  eachStem(text, 0, text.length, (stem) => {
    if (!seen.add(stem)) return;
    const place = stems.indexOf(stem);
    if (place >= 0) best[place] = weight(frequencies, stem);
    else
      for (const place of instead.get(stem) ?? [])
        others.push({
          stem,
          place,
          weight: insteadPart * Math.min(weight(frequencies, stem), weight(frequencies, stems[place]!)),
        });
  });
  const spent = new Set<number>();
  for (const { stem, place, weight } of others.sort((a, b) => b.weight - a.weight)) {
    if (best[place] !== 0 || spent.has(stem)) continue;
    best[place] = weight;
    spent.add(stem);
  }
  let said = 0;
  let whole = 0;
  let words = 0;
  stems.forEach((stem, place) => {
    whole += weight(frequencies, stem);
    said += best[place]!;
    if (best[place]! > 0) words++;
  });
  return { share: whole > 0 ? said / whole : 0, words };
}

/** A sentence of the chunk, by its index, that shares rare words with the question or the memory. */
export interface Hint {
  readonly index: number;
  /** It shares at least half of the weight of the question's words; those of the memory count where it was found by them. */
  readonly strong: boolean;
  /** It shares that half with the question alone, or says it in other words. */
  readonly matches: boolean;
}

/** The shares of the question's weight from which on a sentence is worth naming, and strongly. */
const weakShare = 0.12;
const strongShare = 0.5;

export interface HintOptions {
  /** The most hints from the question's words. */
  readonly fromQuestion?: number;
  /** The most further hints from the memory's words. */
  readonly fromMemory?: number;
  /** Sentences that say in other words what is wanted are matches too, the best two that say more of it than a share. */
  readonly inOtherWords?: { readonly wanted: Wanted; readonly above: number };
}

/** The share of the question's weight from which on a sentence says it in other words, with two of them at least. */
const otherWordsShare = 0.5;
/** The same for one that has a word of the kind that is asked for. */
const ofKindShare = 0.15;
const mostInOtherWords = 2;

/** The words of a question or a memory that are worth looking for. */
export function rareStems(text: string): Set<number> {
  const found = stems(text);
  for (const stem of commonStems) found.delete(stem);
  return found;
}

/**
 * The sentences that share rare words with the question, best first, then with question and memory together (the
 * second hop of a question shares words with what is already remembered).
 */
export function findHints(
  frequencies: Frequencies,
  sentences: readonly Sentence[],
  question: string,
  memory: string,
  options: HintOptions = {},
): Hint[] {
  const wanted = rareStems(question);
  const remembered = rareStems(memory);
  for (const stem of wanted) remembered.delete(stem);
  let whole = 0;
  for (const stem of wanted) whole += weight(frequencies, stem);
  const scored = sentences.map((sentence, index) => {
    const [asked, known] = matches(frequencies, [wanted, remembered], sentenceInContext(sentence));
    return {
      index,
      asked: asked!.score,
      both: asked!.score + 0.7 * known!.score,
      share: asked!.shared / whole,
      sharedBoth: (asked!.shared + 0.7 * known!.shared) / whole,
    };
  });
  const hints: Hint[] = [];
  const take = (by: 'asked' | 'both', share: 'share' | 'sharedBoth', most: number) => {
    const best = scored
      .filter((s) => s[share] >= weakShare && !hints.some((hint) => hint.index === s.index))
      .sort((a, b) => b[by] - a[by] || a.index - b.index);
    for (const s of best.slice(0, most))
      hints.push({
        index: s.index,
        strong: s[share] >= strongShare,
        matches: by === 'asked' && s.share >= strongShare,
      });
  };
  take('asked', 'share', options.fromQuestion ?? 4);
  if (options.inOtherWords)
    for (const index of saidOtherwise(frequencies, sentences, options.inOtherWords)) {
      const at = hints.findIndex((hint) => hint.index === index);
      hints.splice(at < 0 ? hints.length : at, 1, { index, strong: true, matches: true });
    }
  if (remembered.size > 0) take('both', 'sharedBoth', options.fromMemory ?? 2);
  return hints;
}

/** The sentences that say in other words what is asked for, best first. */
function saidOtherwise(
  frequencies: Frequencies,
  sentences: readonly Sentence[],
  { wanted, above }: NonNullable<HintOptions['inOtherWords']>,
): number[] {
  const { question, kind } = wanted;
  return sentences
    .map((sentence, index) => {
      const text = sentenceInContext(sentence);
      return { text, index, ...coverage(frequencies, wanted, text) };
    })
    .filter(({ text, share, words }) => {
      if (words < 2 || share < ofKindShare || share <= above) return false;
      return share >= otherWordsShare || (kind !== undefined && ofKind(kind, question, text).length > 0);
    })
    .sort((a, b) => b.share - a.share || a.index - b.index)
    .slice(0, mostInOtherWords)
    .map(({ index }) => index);
}
