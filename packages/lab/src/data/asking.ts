import type { Prompt } from '@memagent/core';
import type { Paragraph, Span } from './paragraph.ts';

/** The longest text around an answer, in UTF-16 units. */
const longest = 700;

/**
 * The prompt that asks pocket for a question: the answer marked in its sentence, with the sentence before it and the one
 * after. No reading's prompt has that form.
 */
export function askingPrompt(paragraph: Paragraph, answer: Span): Prompt {
  const { title, text } = paragraph;
  const { start, end } = surroundings(paragraph, answer);
  const own = (part: string) => ({ text: part, trusted: false });
  const ours = (part: string) => ({ text: part, trusted: true });
  const before = `${title === '' ? '' : `${title}: `}${text.slice(start, answer.start)}`;
  return {
    form: 'raw',
    shared: 0,
    segments: [
      ours('<|section|>'),
      // A space belongs to the word after it.
      own(before.trimEnd()),
      ours('<|text|>'),
      own(`${/\s$/.test(before) ? ' ' : ''}${text.slice(answer.start, answer.end)}`),
      ours('<|text|>'),
      own(text.slice(answer.end, end)),
      ours('<|question|>'),
    ],
  };
}

/** The sentences that hold a span, and one more on either side where that is not too long. */
function surroundings(paragraph: Paragraph, { start, end }: Span): Span {
  const { sentences } = paragraph;
  const at = paragraph.sentencesAt(start, end);
  const [first, last] = [at[0]!, at.at(-1)!];
  const wide = {
    start: sentences[Math.max(0, first - 1)]!.start,
    end: sentences[Math.min(sentences.length - 1, last + 1)]!.end,
  };
  return wide.end - wide.start <= longest
    ? wide
    : { start: sentences[first]!.start, end: sentences[last]!.end };
}
