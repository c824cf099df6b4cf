import type { Segment } from '../model/model.ts';
import { escapeTags } from './escape.ts';

/** A part of a prompt that is ours. */
export const trusted = (text: string): Segment => ({ text, trusted: true });

/** A part that is the document's or the user's, its tags made harmless; the count stands only if nothing changed. */
export function untrusted(text: string, tags: readonly string[] = [], tokens?: number): Segment {
  const safe = tags.length > 0 ? escapeTags(text, tags) : text;
  return safe === text && tokens !== undefined
    ? { text, trusted: false, tokens }
    : { text: safe, trusted: false };
}
