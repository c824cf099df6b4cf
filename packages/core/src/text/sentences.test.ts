import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headingAfter, sentenceInContext, splitSentences } from './sentences.ts';

const texts = (text: string, options = {}) => splitSentences(text, options).map((sentence) => sentence.text);

describe('splitSentences', () => {
  it('splits prose at full stops, not at abbreviations or initials', () => {
    expect(
      texts(
        'Dr. Brown met J. R. Smith at No. 7 Elm Street that day. He was late again! "Why were you late?" she asked him.',
      ),
    ).toEqual([
      'Dr. Brown met J. R. Smith at No. 7 Elm Street that day.',
      'He was late again! "Why were you late?" she asked him.',
    ]);
  });

  it('takes each line of a log as a sentence', () => {
    const log =
      '2024-01-01 12:00:01 INFO worker 7 started up\n2024-01-01 12:00:02 WARN queue is almost full\n2024-01-01 12:00:03 INFO all is well now';
    expect(texts(log)).toHaveLength(3);
  });

  it('joins the wrapped lines of a paragraph', () => {
    const prose =
      'It was a bright cold day in the month of April, and all the clocks of\nthe town were striking when the old man came slowly down the hill with\na letter in his hand. Nobody had expected him before the evening.';
    expect(texts(prose)).toEqual([
      'It was a bright cold day in the month of April, and all the clocks of\nthe town were striking when the old man came slowly down the hill with\na letter in his hand.',
      'Nobody had expected him before the evening.',
    ]);
  });

  it('knows the heading that a sentence stands under', () => {
    const sentences = splitSentences(
      'Document 3:\nMarie Curie\nShe was a physicist who worked in Paris. She won two prizes for it in her life.\n\nDocument 4:\nLyon\nA city in France with a long history.',
    );
    expect(sentences.map(sentenceInContext)).toEqual([
      'Document 3: Marie Curie She was a physicist who worked in Paris.',
      'Marie Curie: She won two prizes for it in her life.',
      'Document 4: Lyon A city in France with a long history.',
    ]);
  });

  it('forgets a heading at the next block and keeps a marked one', () => {
    expect(
      splitSentences(
        'Lyon\nA city in France with a long past.\n\nAnother block that says something else.',
      ).at(-1)!.heading,
    ).toBeUndefined();
    expect(
      splitSentences(
        '# Lyon\n\nA city in France with a long past.\n\nAnother block that says something else.',
      ).at(-1)!.heading,
    ).toBe('Lyon');
  });

  it('carries a heading into the next chunk only inside a block', () => {
    const text = 'Lyon\nA city in France with a long past. It lies on the river Rhône and';
    const heading = headingAfter(text, splitSentences(text));
    expect(heading).toBe('Lyon');
    expect(splitSentences('it is old and beautiful to see.', { heading: heading! })[0]!.heading).toBe('Lyon');
    expect(headingAfter(`${text}\n\n`, splitSentences(`${text}\n\n`))).toBeUndefined();
  });

  it('joins neighbours until there are few enough', () => {
    const noise = 'The grass is green. The sky is blue. The sun is yellow. '.repeat(100);
    expect(texts(noise, { max: 128 }).length).toBeLessThanOrEqual(128);
  });

  it('covers all that is not white space, in order, without overlap (property)', () => {
    const text = fc
      .array(
        fc.constantFrom(
          'Word. ',
          'word ',
          '\n',
          '\n\n',
          'A b. C ',
          '# T\n',
          '。',
          'x'.repeat(900),
          '😀 ',
          '12:30 ',
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (whole, max) => {
        const sentences = splitSentences(whole, { max });
        let at = 0;
        for (const { start, end, text: own } of sentences) {
          expect(whole.slice(at, start).trim()).toBe('');
          expect(own).toBe(whole.slice(start, end));
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(whole.slice(at).trim()).toBe('');
        expect(sentences.length).toBeLessThanOrEqual(max);
      }),
    );
  });
});
