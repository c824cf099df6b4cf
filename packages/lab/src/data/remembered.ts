import { oneLine, sentenceInContext, splitSentences } from '@memagent/core';
import type { Paragraph, Span } from './paragraph.ts';

/** In characters: as far before a passage its heading is looked for. */
const reach = 4000;

/** In characters: as far after it its sentence may go. */
const beyond = 1000;

/** Whether a sentence holds a passage; one that only touches it (a closing quotation mark, a space) says nothing of it. */
export function holds(sentence: Span, { start, end }: Span): boolean {
  const shared = Math.min(end, sentence.end) - Math.max(start, sentence.start);
  return shared > 0 && shared >= 0.2 * Math.min(end - start, sentence.end - sentence.start);
}

/**
 * A passage as a reader of the text remembers it: the sentences that hold it, under their headings. What is put into a
 * memory must look like what is kept in one, or it is told from the rest by its looks.
 */
export function rememberedLines(text: string, passage: Span): string[] {
  const block = text.lastIndexOf('\n\n', passage.start);
  const from = Math.max(block < 0 ? 0 : block + 2, passage.start - reach);
  const span = { start: passage.start - from, end: passage.end - from };
  const sentences = splitSentences(text.slice(from, passage.end + beyond));
  const lines = sentences.filter((sentence) => holds(sentence, span)).map(sentenceInContext);
  return lines.length > 0 ? lines : [oneLine(text.slice(passage.start, passage.end))];
}

/** A passage of a paragraph that is read under its title. */
export function rememberedUnderTitle({ title, text }: Paragraph, { start, end }: Span): string {
  const head = title === '' ? '' : `${title}\n`;
  const passage = { start: head.length + start, end: head.length + end };
  return rememberedLines(`${head}${text}`, passage).join(' ');
}

/** The sentences of a paragraph that is read under its title. */
export function titledLines({ title, text }: Paragraph): string[] {
  return splitSentences(title === '' ? text : `${title}\n${text}`).map(sentenceInContext);
}
