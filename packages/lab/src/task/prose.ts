import { MemAgentError } from '@memagent/core';
import { Paragraph } from '../data/paragraph.ts';
import { clozeQuestion } from './cloze.ts';
import { makeSample, sampleRandom } from './sample.ts';
import type { Task } from './task.ts';

/** Sentences with a blank about a running stretch of a book: reading as people read, without titles. */
export function proseTask(texts: readonly string[], name = 'prose'): Task {
  const books = texts.filter((text) => text.length > 2000);
  if (books.length === 0) {
    throw new MemAgentError('bad-input', `The task ${name} needs a text of at least 2,000 characters.`, {
      hint: 'Give plain texts, for example novels.',
    });
  }
  return {
    name,
    description: 'Sentences with a blank about a stretch of running prose.',
    form: 'select',
    canBeUnanswerable: true,
    generate(options) {
      const random = sampleRandom(name, options);
      const answerable = options.answerable ?? true;
      const chars = Math.round(options.length * (options.charsPerToken ?? 4));
      for (;;) {
        const book = random.pick(books);
        const text = stretch(book, random.float(), chars);
        // An unanswerable sample asks about another place of the same book: the same people, other events.
        const asked = answerable ? text : stretch(book, random.float(), 1500);
        const paragraph = new Paragraph('', asked);
        const question = clozeQuestion(paragraph, random);
        if (question === undefined || (!answerable && text.includes(asked))) continue;
        const span = paragraph.sentences[question.gold[0]!.sentences[0]!]!;
        return makeSample({
          task: name,
          options,
          question: question.question,
          answers: question.answers,
          answerable,
          composition: { length: text.length, pieces: () => [text] },
          evidence: answerable ? [{ ...span, fact: asked.slice(span.start, span.end) }] : [],
        });
      }
    },
  };
}

/** About so many characters of a text from a place on, whole paragraphs where they are short enough. */
export function stretch(book: string, at: number, chars: number): string {
  const from = Math.floor(at * Math.max(0, book.length - chars - 1));
  const start = book.indexOf('\n', from) + 1 || from;
  const end = Math.min(book.length, start + chars);
  const stop = book.lastIndexOf('. ', end);
  return book.slice(start, stop > start + chars / 2 ? stop + 1 : end).trim();
}
