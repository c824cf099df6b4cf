import { type Sentence, sentenceInContext } from '../text/sentences.ts';
import { eachStem, stems } from '../text/words.ts';

/** How often each word has been seen so far: a table of fixed size that streaming the text again rebuilds. */
export interface Frequencies {
  readonly counts: Uint32Array;
  sentences: number;
}

const tableBits = 18;

export const newFrequencies = (): Frequencies => ({ counts: new Uint32Array(1 << tableBits), sentences: 0 });

const slot = (stem: number) => stem >>> (32 - tableBits);

const common =
  'the a an of in to and is was were are be been being did do does done what which who whom whose when where why how ' +
  'that this these those it its for on by with as at from has have had or not no nor but if then than so such there their ' +
  'they them he him his she her hers we us our you your i me my mine one ones all any some each every both few more most ' +
  'other into over under after before between about up down out off again also only own same can could will would shall ' +
  'should may might must many much very just because while during through name named called tell say said know text find';
const commonStems = stems(common);

/** Counts the words of a chunk, once per sentence. */
export function countWords(frequencies: Frequencies, text: string, sentences: readonly Sentence[]): void {
  for (const sentence of sentences) {
    const seen = new Set<number>();
    eachStem(text, sentence.start, sentence.end, (stem) => seen.add(slot(stem)));
    for (const s of seen) frequencies.counts[s]! += 1;
  }
  frequencies.sentences += sentences.length;
}

/** The weight of a word: the rarer so far, the heavier. A prior keeps short texts from calling common words rare. */
function weight(frequencies: Frequencies, stem: number): number {
  if (commonStems.has(stem)) return 0;
  return Math.log((frequencies.sentences + 200) / (frequencies.counts[slot(stem)]! + 0.5));
}

/** How well a text matches a set of words, by the weight of those it shares. */
export function matchScore(frequencies: Frequencies, wanted: ReadonlySet<number>, text: string): number {
  let score = 0;
  const found = stems(text);
  for (const stem of found) if (wanted.has(stem)) score += weight(frequencies, stem);
  return score / (1 + 0.02 * found.size);
}

export interface HintOptions {
  /** The most hints from the question's words. */
  readonly fromQuestion?: number;
  /** The most further hints from the memory's words. */
  readonly fromMemory?: number;
}

/** The words of a question or a memory that are worth looking for. */
export function rareStems(text: string): Set<number> {
  const found = stems(text);
  for (const stem of commonStems) found.delete(stem);
  return found;
}

/**
 * The indices of sentences that share rare words with the question, best first, then with question and memory
 * together (the second hop of a question shares words with what is already remembered).
 */
export function findHints(
  frequencies: Frequencies,
  sentences: readonly Sentence[],
  question: string,
  memory: string,
  options: HintOptions = {},
): number[] {
  const wanted = rareStems(question);
  const remembered = rareStems(memory);
  for (const stem of wanted) remembered.delete(stem);
  const scored = sentences.map((sentence, index) => {
    const text = sentenceInContext(sentence);
    const asked = matchScore(frequencies, wanted, text);
    return { index, asked, both: asked + 0.7 * matchScore(frequencies, remembered, text) };
  });
  const hints: number[] = [];
  const take = (by: 'asked' | 'both', most: number) => {
    const best = scored
      .filter((s) => s[by] > 0 && !hints.includes(s.index))
      .sort((a, b) => b[by] - a[by] || a.index - b.index);
    for (const s of best.slice(0, most)) hints.push(s.index);
  };
  take('asked', options.fromQuestion ?? 4);
  if (remembered.size > 0) take('both', options.fromMemory ?? 2);
  return hints;
}
