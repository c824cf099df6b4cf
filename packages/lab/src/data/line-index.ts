import { rareStems } from '@memagent/core';
import type { Paragraph, Span } from './paragraph.ts';
import { rememberedUnderTitle } from './remembered.ts';

interface Line extends Span {
  readonly paragraph: Paragraph;
}

/** In characters: the longest sentence that is found. */
const longest = 400;

/** A word in more of the lines than this share says nothing of what they are about. */
const commonPart = 0.02;

/**
 * The sentences of many paragraphs by their rare words: what of all of them matches a question best. That is what a very
 * long text leaves in a memory beside the evidence. Made at first use.
 */
export class LineIndex {
  readonly #paragraphs: readonly Paragraph[];
  #lines: Line[] | undefined;
  readonly #linesOf = new Map<number, number[]>();

  constructor(paragraphs: readonly Paragraph[]) {
    this.#paragraphs = paragraphs;
  }

  /** The lines that share most of a question's rare words, weighed by how rare they are, best first, as they are remembered. */
  best(question: string, options: { most: number; except?: (paragraph: Paragraph) => boolean }): string[] {
    const lines = this.#made();
    const scores = new Map<number, number>();
    for (const stem of rareStems(question)) {
      const found = this.#linesOf.get(stem);
      if (found === undefined || found.length > commonPart * lines.length + 8) continue;
      const weight = Math.log(1 + lines.length / found.length);
      for (const line of found) scores.set(line, (scores.get(line) ?? 0) + weight);
    }
    const best: string[] = [];
    for (const [index] of [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0])) {
      if (best.length === options.most) break;
      const line = lines[index]!;
      if (!options.except?.(line.paragraph)) best.push(rememberedUnderTitle(line.paragraph, line));
    }
    return best;
  }

  #made(): readonly Line[] {
    if (this.#lines !== undefined) return this.#lines;
    const lines: Line[] = [];
    for (const paragraph of this.#paragraphs)
      for (const { start, end } of paragraph.sentences) {
        if (end - start > longest) continue;
        for (const stem of rareStems(paragraph.text.slice(start, end))) {
          const others = this.#linesOf.get(stem);
          if (others) others.push(lines.length);
          else this.#linesOf.set(stem, [lines.length]);
        }
        lines.push({ paragraph, start, end });
      }
    this.#lines = lines;
    return lines;
  }
}
