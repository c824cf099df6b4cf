import type { Random } from '../random.ts';
import { proseSentence } from '../words/prose.ts';

/** What the text is made of beside the facts. */
export interface Haystack {
  readonly name: string;
  /** What stands between an inserted fact and what follows. */
  readonly separator: string;
  /** Units without end, each with the white space that follows it. The same random gives the same units. */
  units(random: Random): Iterator<string>;
}

/** A haystack from a function that makes one unit. */
export function makeHaystack(name: string, separator: string, unit: (random: Random) => string): Haystack {
  return {
    name,
    separator,
    units: (random) => ({ next: () => ({ done: false, value: unit(random) + separator }) }),
  };
}

const noiseText = 'The grass is green. The sky is blue. The sun is yellow. Here we go. There and back again.';

/** RULER's noise: one line of five sentences, over and over. */
export const noiseHaystack: Haystack = makeHaystack('noise', '\n', () => noiseText);

/** Plain prose that states nothing anyone would ask for: sentences put together from our own words. */
export const proseHaystack: Haystack = {
  name: 'prose',
  separator: ' ',
  units(random) {
    let left = random.int(3, 7);
    return {
      next() {
        left--;
        if (left > 0) return { done: false, value: `${proseSentence(random)} ` };
        left = random.int(3, 7);
        return { done: false, value: `${proseSentence(random)}\n\n` };
      },
    };
  },
};

const sentenceEnd = /[.!?]["'”’)\]]*\s+(?=["'“‘([]?[A-Z0-9])|\n\s*\n/g;

/**
 * Any text as a haystack (RULER's essays): it begins at a random sentence and goes round. Hard line breaks inside
 * a paragraph become spaces, paragraphs stay.
 *
 * @example
 * const essays = textHaystack('essays', [await readFile('essay.txt', 'utf8')]);
 */
export function textHaystack(name: string, texts: readonly string[]): Haystack {
  // Bounds of the sentences, not the sentences: a shelf of books would otherwise be held twice.
  const bounds: { text: number; start: number; end: number }[] = [];
  texts.forEach((text, index) => {
    let start = 0;
    for (const match of text.matchAll(sentenceEnd)) {
      const end = match.index + match[0].length;
      if (text.slice(start, end).trim() !== '') bounds.push({ text: index, start, end });
      start = end;
    }
    if (text.slice(start).trim() !== '') bounds.push({ text: index, start, end: text.length });
  });
  if (bounds.length === 0) throw new RangeError(`The haystack ${name} has no text.`);
  return {
    name,
    separator: ' ',
    units(random) {
      let at = random.int(0, bounds.length - 1);
      return {
        next() {
          const { text, start, end } = bounds[at]!;
          at = (at + 1) % bounds.length;
          const raw = texts[text]!.slice(start, end);
          const body = raw.trim().replace(/\s*\n\s*/g, ' ');
          return { done: false, value: body + (/\n\s*\n\s*$/.test(raw) ? '\n\n' : ' ') };
        },
      };
    },
  };
}
