import { pocketTokens } from '@memagent/core';
import { makeSample, Random, type Sample, type Task } from '@memagent/lab';
import { wordTokenizer } from './word-tokenizer.ts';

const values = ['amber', 'birch', 'coral', 'delta', 'ember', 'flint', 'grove', 'haven'];
const filler = [
  'road',
  'river',
  'stone',
  'tree',
  'bird',
  'rain',
  'wind',
  'hill',
  'red',
  'blue',
  'green',
  'white',
];
const wording = ['remember', 'forget', 'what', 'was', 'it'];

/** How many words may be asked for: what guessing scores is one in this many. */
export const rememberChoices = values.length;

/** Tokens of a sentence of the task: a chunk of this many is one sentence. */
export const rememberSentence = 5;

/**
 * The smallest task that needs a memory. Every sentence has a word in it, to be remembered in one of them and to be
 * forgotten in the others; at the end the question asks which it was. So a reader must tell the two apart, write the
 * word down, and keep it while it reads on. Sentences have five tokens, `Remember amber red rain.`, and there are three
 * unless a length asks for more.
 */
export const rememberTask: Task = {
  name: 'remember',
  description: 'One sentence says which word to remember, the others which to forget.',
  form: 'select',
  canBeUnanswerable: false,
  generate(options) {
    const random = new Random(`remember/${options.split ?? 'train'}/${options.seed}`);
    const count = Math.max(3, Math.round(options.length / rememberSentence));
    const at = options.depths
      ? Math.min(count - 1, Math.floor(options.depths[0]! * count))
      : random.int(0, count - 1);
    const words = Array.from({ length: count }, () => random.pick(values));
    const sentences = words.map(
      (word, i) =>
        `${i === at ? 'Remember' : 'Forget'} ${word} ${random.pick(filler)} ${random.pick(filler)}.`,
    );
    const text = sentences.join(' ');
    const start = sentences.slice(0, at).reduce((sum, sentence) => sum + sentence.length + 1, 0);
    return makeSample({
      task: 'remember',
      options,
      question: 'What was it?',
      answers: [words[at]!],
      composition: { length: text.length, pieces: () => [text] },
      evidence: [{ start, end: start + sentences[at]!.length, fact: words[at]! }],
    }) satisfies Sample;
  },
};

const capital = (text: string) => text.replace(/^\w/, (letter) => letter.toUpperCase());

/** The words of the task and the special tokens of pocket's prompts that it needs, in less than a hundred tokens. */
export function rememberTokenizer() {
  const specials = pocketTokens.filter((token) => {
    const number = /^<\|[sm](\d+)\|>$/.exec(token)?.[1];
    return number === undefined || Number(number) <= 8;
  });
  const words = [...values, ...filler, ...wording];
  return wordTokenizer([...words, ...words.map(capital), '.', '?'], specials);
}
