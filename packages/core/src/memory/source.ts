import type { Chunk, Place } from '../chunk/chunk.ts';
import type { Sentence } from '../text/sentences.ts';
import { utf8Length } from '../text/utf8.ts';
import type { Source } from './memory.ts';

/** The byte span of a sentence of a chunk, with its page or file. */
export function sentenceSource(chunk: Chunk, sentence: Sentence): Source {
  const start = chunk.start + utf8Length(chunk.text, 0, sentence.start);
  const place = placeAt(chunk.places, start);
  return {
    start,
    end: start + utf8Length(chunk.text, sentence.start, sentence.end),
    text: sentence.text,
    chunk: chunk.index,
    ...(place?.page !== undefined ? { page: place.page } : {}),
    ...(place?.file !== undefined ? { file: place.file } : {}),
  };
}

function placeAt(places: readonly Place[], start: number): Place | undefined {
  let found: Place | undefined;
  for (const place of places) if (place.start <= start) found = place;
  return found;
}
