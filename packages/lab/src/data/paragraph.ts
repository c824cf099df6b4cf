import { splitSentences } from '@memagent/core';

/** A run of UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The letters and digits of a text, in lower case. */
export const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** A paragraph with the title of what it is from; its sentences are found at first use. */
export class Paragraph {
  readonly title: string;
  readonly text: string;
  #sentences: readonly Span[] | undefined;
  #letters: string | undefined;

  constructor(title: string, text: string, sentences?: readonly Span[]) {
    this.title = title;
    this.text = text;
    this.#sentences = sentences;
  }

  /** Where its sentences lie, in order, without the white space between them. */
  get sentences(): readonly Span[] {
    this.#sentences ??= splitSentences(this.text).map(({ start, end }) => ({ start, end }));
    return this.#sentences;
  }

  /** Its letters and digits alone, in lower case: what two copies of a text have in common however they are set. */
  get letters(): string {
    this.#letters ??= lettersOf(this.text);
    return this.#letters;
  }

  /** A paragraph from sentences as data sets give them, with or without leading spaces. */
  static fromSentences(title: string, parts: readonly string[]): Paragraph {
    let text = '';
    const sentences: Span[] = [];
    for (const part of parts) {
      const body = part.trim();
      if (text !== '' && body !== '') text += /^\s|^$/.test(part) || !/\s$/.test(text) ? ' ' : '';
      // Empty sentences keep their place: supporting facts count them.
      sentences.push({ start: text.length, end: text.length + body.length });
      text += body;
    }
    return new Paragraph(title, text, sentences);
  }

  /** The sentences, by index, that a span touches. */
  sentencesAt(start: number, end: number): number[] {
    const found: number[] = [];
    this.sentences.forEach((sentence, index) => {
      if (sentence.start < Math.max(end, start + 1) && sentence.end > start) found.push(index);
    });
    return found;
  }

  /** The same paragraph with each sentence, what lies between them, and the title rewritten. */
  map(rewrite: (text: string) => string): Paragraph {
    let text = '';
    let from = 0;
    const sentences = this.sentences.map(({ start, end }) => {
      text += this.text.slice(from, start);
      const begin = text.length;
      text += rewrite(this.text.slice(start, end));
      from = end;
      return { start: begin, end: text.length };
    });
    return new Paragraph(rewrite(this.title), text + this.text.slice(from), sentences);
  }
}
