import { pocket, readSections, sentenceInContext, testTokenizer } from '@memagent/core';
import { describe, expect, it } from 'vitest';
import { Paragraph } from './paragraph.ts';
import { rememberedLines, rememberedUnderTitle, titledLines } from './remembered.ts';

const brain = new Paragraph(
  'Brain',
  'In the second half of the century it was studied. At the next stage the forebrain splits into two vesicles. The brain of a fish is small and has no folds.',
);
const laid = `Estonian language\nThe dialects are divided into two groups.\n\n${brain.title}\n${brain.text}\n\nAn end without any title.`;
const at = (text: string, words: string) => {
  const start = text.indexOf(words);
  return { start, end: start + words.length };
};

describe('a passage is remembered', () => {
  it.each([
    ['In the second half', 'Brain In the second half of the century it was studied.'],
    ['splits into two vesicles', 'Brain: At the next stage the forebrain splits into two vesicles.'],
    ['An end without', 'An end without any title.'],
  ])('as the sentence that holds %j, under its heading', (words, line) => {
    expect(rememberedLines(laid, at(laid, words))).toEqual([line]);
  });

  it('as all the sentences that hold it', () => {
    const two = 'the forebrain splits into two vesicles. The brain of a fish is small';
    const lines = rememberedLines(laid, at(laid, two));
    expect(lines).toHaveLength(2);
    expect(rememberedUnderTitle(brain, at(brain.text, two))).toBe(lines.join(' '));
  });

  it('as it stands where it is in no sentence', () => {
    expect(rememberedLines('a \n\n b', { start: 2, end: 4 })).toEqual([' ']);
  });

  it('as a reader of the text has its lines', async () => {
    const document = {
      name: 'laid',
      async *open() {
        yield { text: laid };
      },
    };
    const read: string[] = [];
    const sections = readSections(document, testTokenizer(), {
      tokens: 10_000,
      mode: 'natural',
      maxSentences: pocket.maxSentences,
      hints: true,
      headings: true,
    });
    for await (const section of sections) read.push(...section.sentences().map(sentenceInContext));
    expect(titledLines(brain)).toHaveLength(3);
    expect(read).toEqual(expect.arrayContaining(titledLines(brain)));
  });
});
