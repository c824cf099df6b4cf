import { createHash } from 'node:crypto';
import type { Paragraph } from './paragraph.ts';

/** A paragraph that holds part of the answer, and which of its sentences. */
export interface Gold {
  readonly paragraph: Paragraph;
  /** Indices in `paragraph.sentences`. */
  readonly sentences: readonly number[];
}

/** A question with the paragraphs that answer it. */
export interface NaturalQuestion {
  readonly id: string;
  readonly question: string;
  readonly answers: readonly string[];
  /** In the order of the hops where that is known. */
  readonly gold: readonly Gold[];
  /** Paragraphs that resemble the gold ones: of the same article, or picked by the makers of the set. */
  readonly near: readonly Paragraph[];
  /** All paragraphs that it came with, gold ones too, in the order of the file, where the file has one. */
  readonly own?: readonly Paragraph[];
  /** True where a gold paragraph can be recognised only when another is known. */
  readonly bridge: boolean;
  /** Kept for evaluation by `isHeldOut`, which goes by the text exactly as the file has it. */
  readonly heldOut?: boolean;
}

/** Questions of one split and all their paragraphs. */
export interface QuestionSet {
  readonly name: string;
  readonly questions: readonly NaturalQuestion[];
  /** Questions that their paragraph does not answer though it looks so: they have no answers, `gold` is what misleads. */
  readonly impossible?: readonly NaturalQuestion[];
  readonly paragraphs: readonly Paragraph[];
}

/**
 * Whether a HotpotQA question is kept for evaluation: one in three, by the hash of its text, so that every program
 * that follows the rule holds out the same ones.
 */
export function isHeldOut(question: string): boolean {
  const hash = createHash('sha256').update(question).digest('hex');
  return Number.parseInt(hash.slice(0, 8), 16) % 3 === 0;
}
