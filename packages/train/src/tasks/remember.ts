import { makeSample, Random, type Sample, type Task } from '@memagent/lab';
import { wordTokenizer } from './word-tokenizer.ts';

const values = ['amber', 'birch', 'coral', 'delta', 'ember', 'flint', 'grove', 'haven'];
const names = ['red', 'blue', 'green', 'white'];
const filler = ['the', 'road', 'river', 'stone', 'tree', 'bird', 'rain', 'wind', 'is', 'near', 'far', 'old'];
const wording = ['remember', 'word', 'for', 'what', 'was', 'it'];

/** How many things may be asked for: what guessing scores is one in this many. */
export const rememberChoices = values.length;

/**
 * The smallest task that needs a memory: one sentence of the text, in any of its chunks, says which word belongs to a
 * colour; others name words for other colours; the question asks for one. Words and numbers of sentences are drawn
 * anew for every sample.
 */
export const rememberTask: Task = {
  name: 'remember',
  description: 'One sentence gives a word for a colour; the question asks for it.',
  form: 'select',
  canBeUnanswerable: false,
  generate(options) {
    const random = new Random(`remember/${options.split ?? 'train'}/${options.seed}`);
    const [asked, other] = random.sample(names, 2) as [string, string];
    const [wanted, wrong] = random.sample(values, 2) as [string, string];
    const fact = `Remember word for ${asked}: ${wanted}.`;
    // Sentences of seven tokens, so that the length asked for is the length made.
    const sentences = Array.from({ length: Math.max(3, Math.round(options.length / 7)) }, () =>
      `${random.sample(filler, 6).join(' ')}.`.replace(/^\w/, (letter) => letter.toUpperCase()),
    );
    const at = options.depths
      ? Math.min(sentences.length - 1, Math.floor(options.depths[0]! * sentences.length))
      : random.int(0, sentences.length - 1);
    const decoy = (at + random.int(1, sentences.length - 1)) % sentences.length;
    sentences[at] = fact;
    sentences[decoy] = `Remember word for ${other}: ${wrong}.`;
    const text = sentences.join(' ');
    const start = text.indexOf(fact);
    return makeSample({
      task: 'remember',
      options,
      question: `What was word for ${asked}?`,
      answers: [wanted],
      composition: { length: text.length, pieces: () => [text] },
      evidence: [{ start, end: start + fact.length, fact: wanted }],
    }) satisfies Sample;
  },
};

const capital = (word: string) => word.replace(/^\w/, (letter) => letter.toUpperCase());

/** The words of the task and the special tokens of pocket's prompts, in about two hundred tokens. */
export function rememberTokenizer() {
  const numbered = (name: string, count: number) =>
    Array.from({ length: count }, (_, i) => `<|${name}${i + 1}|>`);
  const specials = [
    ...[
      '<|end|>',
      '<|section|>',
      '<|memory|>',
      '<|question|>',
      '<|hints|>',
      '<|text|>',
      '<|exit|>',
      '<|select|>',
    ],
    ...['<|write|>', '<|answer|>', '<|keep|>', '<|none|>'],
    ...numbered('s', 128),
    ...numbered('m', 32),
  ];
  const words = [...values, ...names, ...filler, ...wording];
  return wordTokenizer([...words, ...words.map(capital), '.', ':', '?', ','], specials);
}
