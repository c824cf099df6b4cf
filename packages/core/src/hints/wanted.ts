import { askedKind, type Kind } from '../words/kinds.ts';
import { insteadOf } from '../words/related.ts';
import { rareStems } from './hints.ts';

/** A question as code looks for it in a text that may say it in other words. */
export interface Wanted {
  readonly question: string;
  /** The stems of its rare words. */
  readonly stems: readonly number[];
  /** The places of these in their order: of what a text may have instead, for each that it stands for. */
  readonly instead: ReadonlyMap<number, readonly number[]>;
  /** The kind that it asks for. */
  readonly kind?: Kind;
}

// A reading asks for the same few again and again.
const recent = new Map<string, Wanted>();
const mostRecent = 64;

export function wantedBy(question: string): Wanted {
  const found = recent.get(question);
  if (found) return found;
  const stems = [...rareStems(question)];
  const instead = insteadOf(stems);
  const kind = askedKind(question);
  const place = kind ? stems.indexOf(kind.name) : -1;
  if (kind && place >= 0)
    for (const stem of kind.stems)
      if (!stems.includes(stem)) instead.set(stem, [...(instead.get(stem) ?? []), place]);
  const wanted = { question, stems, instead, ...(kind ? { kind } : {}) };
  if (recent.size >= mostRecent) recent.delete(recent.keys().next().value!);
  recent.set(question, wanted);
  return wanted;
}
