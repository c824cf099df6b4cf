import type { Document } from '../document/document.ts';
import { countWords, type Frequencies, newFrequencies } from '../hints/hints.ts';
import { headingAfter, type Sentence, splitSentences } from '../text/sentences.ts';
import type { Tokenizer } from '../tokenizer/tokenizer.ts';
import type { Chunk } from './chunk.ts';
import { type ChunkOptions, chunkDocument } from './chunker.ts';

/** A chunk with what is derived from it once for all questions. */
export interface Section {
  readonly chunk: Chunk;
  /** Its sentences, split when first wanted. */
  sentences(): readonly Sentence[];
  /** How often each word has been seen up to the end of this chunk; counted only where hints are wanted. */
  readonly frequencies: Frequencies;
  /** What others who read this section have made under the same name, else makes it; absent where nobody shares it. */
  once?<T>(name: string, make: () => Promise<T>): Promise<T>;
}

export interface SectionOptions extends ChunkOptions {
  /** The most sentences of a section. */
  readonly maxSentences: number;
  /** Count words for hints. */
  readonly hints: boolean;
  /** Carry headings from one chunk into the next. */
  readonly headings: boolean;
}

/** Reads a document as sections: chunks with their sentences, and the word counts so far. */
export async function* readSections(
  document: Document,
  tokenizer: Tokenizer,
  options: SectionOptions,
): AsyncGenerator<Section> {
  const frequencies = newFrequencies();
  let heading: string | undefined;
  for await (const chunk of chunkDocument(document, tokenizer, options)) {
    const from = heading;
    let split: Sentence[] | undefined;
    const sentences = () => {
      split ??= splitSentences(chunk.text, { max: options.maxSentences, ...(from ? { heading: from } : {}) });
      return split;
    };
    if (options.hints) countWords(frequencies, chunk.text, sentences());
    yield { chunk, sentences, frequencies };
    if (options.headings) heading = headingAfter(chunk.text, sentences());
  }
}
