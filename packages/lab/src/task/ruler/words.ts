import type { Random } from '../../random.ts';
import { pseudoWord } from '../../words/names.ts';
import { letterRun } from '../../words/values.ts';
import { type Vocabulary, vocabulary } from '../../words/vocabulary.ts';
import { composeTokens } from '../compose.ts';
import { makeSample, sampleRandom } from '../sample.ts';
import { makeTally } from '../tally.ts';
import type { Task } from '../task.ts';

/** A text that is a list of words drawn from a table: held as numbers, written out when read. */
function wordText(order: Uint32Array, table: readonly string[], numbered: boolean) {
  const separator = ' ';
  const write = (index: number) =>
    numbered ? `${index + 1}. ${table[order[index]!]}` : table[order[index]!]!;
  let length = Math.max(0, order.length - 1) * separator.length;
  for (let index = 0; index < order.length; index++) {
    length += table[order[index]!]!.length + (numbered ? String(index + 1).length + 2 : 0);
  }
  return {
    length,
    *pieces() {
      const step = 4096;
      for (let from = 0; from < order.length; from += step) {
        const to = Math.min(order.length, from + step);
        const words: string[] = [];
        for (let index = from; index < to; index++) words.push(write(index));
        yield words.join(separator) + (to < order.length ? separator : '');
      }
    },
    *events() {
      let offset = 0;
      for (let index = 0; index < order.length; index++) {
        const item = table[order[index]!]!;
        const end = offset + (numbered ? String(index + 1).length + 2 : 0) + item.length;
        yield { start: end - item.length, end, item };
        offset = end + separator.length;
      }
    },
  };
}

const commonWords = 10;
const commonCount = 30;
const uncommonCount = 3;

/** Different words without end: real ones first, and invented ones where a long list needs more. */
function* distinctWords(random: Random, words: Vocabulary): Generator<string, never> {
  const real = random.shuffle([...new Set([...words.nouns, ...words.adjectives])]);
  yield* real;
  const seen = new Set(real);
  for (;;) {
    const word = pseudoWord(random, random.int(2, 4));
    if (seen.has(word)) continue;
    seen.add(word);
    yield word;
  }
}

/** RULER's common words extraction: ten words thirty times each, all others three times. */
export const cweTask: Task = {
  name: 'cwe',
  description: 'RULER cwe: a numbered list of words; name the ten most common.',
  form: 'tally',
  canBeUnanswerable: false,
  generate(options) {
    const random = sampleRandom('cwe', options);
    let common: string[] = [];
    const made = composeTokens(options, (chars) => {
      const draw = random.fork('words');
      const table: string[] = [];
      let entries = 0;
      let length = 0;
      for (const word of distinctWords(draw, options.words ?? vocabulary)) {
        const times = table.length < commonWords ? commonCount : uncommonCount;
        // Each entry has its number, a full stop and two spaces beside the word.
        const added = times * (word.length + 3 + String(entries + times).length);
        if (table.length >= commonWords && length + added / 2 > chars) break;
        table.push(word);
        entries += times;
        length += added;
      }
      const order = new Uint32Array(entries);
      let end = 0;
      for (let word = 0; word < table.length; word++) {
        const from = end;
        end += word < commonWords ? commonCount : uncommonCount;
        order.fill(word, from, end);
      }
      common = table.slice(0, commonWords);
      return wordText(draw.shuffle(order), table, true);
    });
    return makeSample({
      task: 'cwe',
      options,
      question:
        'The text is a numbered list of words. In these words, some appear more often than others. ' +
        'What are the 10 most common words in the list?',
      answers: common,
      match: 'all',
      form: 'tally',
      exhaustive: true,
      composition: made,
      evidence: [],
      ...makeTally(made.events, [], 20),
      meta: { common: commonCount, uncommon: uncommonCount },
    });
  },
};

/** RULER's frequent words extraction: coded words with Zipf frequencies (α = 2), the most frequent one dots. */
export const fweTask: Task = {
  name: 'fwe',
  description: 'RULER fwe: coded words with Zipf frequencies; name the three most frequent.',
  form: 'tally',
  canBeUnanswerable: false,
  generate(options) {
    const random = sampleRandom('fwe', options);
    let answers: string[] = [];
    const made = composeTokens(options, (chars) => {
      const draw = random.fork('words');
      const table = ['...'];
      const seen = new Set(table);
      const size = Math.max(8, Math.floor(options.length / 50));
      while (table.length < size) {
        const word = letterRun(draw, 6, 'abcdefghijklmnopqrstuvwxyz');
        if (!seen.has(word)) {
          seen.add(word);
          table.push(word);
        }
      }
      answers = table.slice(1, 4);
      // Rank 1 holds 6/π² of the words and is three units long, the rest are six.
      const zeta = Math.PI ** 2 / 6;
      let total = chars / (7 - 3 / zeta);
      let text = wordText(new Uint32Array(0), table, false);
      for (let round = 0; round < 4; round++) {
        const order: number[] = [];
        for (let rank = 1; rank <= table.length; rank++) {
          const count = Math.floor(total / rank ** 2 / zeta);
          for (let i = 0; i < count; i++) order.push(rank - 1);
        }
        text = wordText(random.fork('order').shuffle(Uint32Array.from(order)), table, false);
        if (Math.abs(text.length / chars - 1) < 0.003) break;
        total *= chars / Math.max(1, text.length);
      }
      return text;
    });
    return makeSample({
      task: 'fwe',
      options,
      question:
        "The text is a coded text; track the frequency of each coded word and ignore the dots '....'. " +
        'What are the three most frequently appeared words in the coded text?',
      answers,
      match: 'all',
      form: 'tally',
      exhaustive: true,
      composition: made,
      evidence: [],
      ...makeTally(() => codedWords(made.events())),
      meta: { alpha: 2 },
    });
  },
};

function* codedWords(events: Iterable<{ start: number; end: number; item: string }>) {
  for (const event of events) if (event.item !== '...') yield event;
}
