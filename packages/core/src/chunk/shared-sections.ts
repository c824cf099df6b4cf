import type { Document } from '../document/document.ts';
import { freeze } from '../hints/hints.ts';
import type { Tokenizer } from '../tokenizer/tokenizer.ts';
import { readSections, type Section, type SectionOptions } from './sections.ts';

/**
 * The sections of a document for many readings of it, at about the same time or later: whoever comes to one first makes
 * it, and it stays. What is derived from a section is made once, too. The document must open more than once, and all of
 * its sections are held.
 *
 * @example
 * const sections = sharedSections(document, model.tokenizer);
 * await Promise.all(questions.map((question) => ask({ document, question, model, sections })));
 */
export function sharedSections(
  document: Document,
  tokenizer: Tokenizer,
): (options: SectionOptions) => AsyncGenerator<Section> {
  const known = new Map<string, () => AsyncGenerator<Section>>();
  // One who stops does not stop the others: the source has no signal.
  return ({ signal: _signal, ...options }) => {
    const name = JSON.stringify(options);
    let open = known.get(name);
    if (open === undefined) {
      open = held(readSections(document, tokenizer, options), () => known.delete(name));
      known.set(name, open);
    }
    return open();
  };
}

/** A source that can be read from its beginning any number of times. */
function held(source: AsyncGenerator<Section>, onFailure: () => void): () => AsyncGenerator<Section> {
  const made: Section[] = [];
  let over = false;
  let next: Promise<void> | undefined;
  const pull = async () => {
    try {
      const { value, done } = await source.next();
      if (done) over = true;
      else made.push(shareable(value, made.at(-1)));
    } catch (error) {
      // Those who read are told, now and whenever they ask again; who begins anew begins with a new source.
      onFailure();
      throw error;
    }
    next = undefined;
  };
  return async function* () {
    for (let i = 0; ; i++) {
      while (made.length <= i && !over) {
        next ??= pull();
        await next;
      }
      if (made.length <= i) return;
      yield made[i]!;
    }
  };
}

function shareable({ chunk, sentences, frequencies }: Section, before: Section | undefined): Section {
  const made = new Map<string, Promise<unknown>>();
  return {
    chunk,
    sentences,
    // Those who are behind must not see what has been counted since.
    frequencies: frequencies.counts
      ? freeze(frequencies, chunk.text, sentences(), { before: before?.frequencies })
      : frequencies,
    once<T>(name: string, make: () => Promise<T>): Promise<T> {
      let known = made.get(name) as Promise<T> | undefined;
      if (known === undefined) {
        known = make();
        made.set(name, known);
        known.catch(() => made.delete(name));
      }
      return known;
    },
  };
}
