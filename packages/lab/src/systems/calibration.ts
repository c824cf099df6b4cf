import { memoryOf } from '@memagent/core';
import { type Evidence, evidenceLine, type Sample } from '../task/task.ts';
import { Account, type Kit } from './kit.ts';
import type { System } from './system.ts';

/**
 * The best that a memory can do: what an ideal reader would hold at the end, after what it began with, then the shared
 * answerer.
 */
export function oracleSystem(kit: Kit): System {
  return {
    name: 'oracle',
    settings: {},
    async run(sample, context) {
      const account = new Account(kit, context);
      return account.answerFrom(
        sample.question,
        memoryOf([...(sample.memory ?? []), ...oracleLines(sample)]),
      );
    },
    estimate: () => ({ calls: 1, tokensIn: kit.budgets.memory, tokensOut: kit.budgets.output }),
  };
}

/** What knowing nothing scores: every question is said to have no answer. */
export function emptySystem(kit: Kit): System {
  return {
    name: 'empty',
    settings: {},
    run: async (_sample, context) => new Account(kit, context).close({ text: '', answered: false }),
    estimate: () => ({ calls: 0, tokensIn: 0, tokensOut: 0 }),
  };
}

/** The lines of an ideal memory at the end of the text. */
export function oracleLines(sample: Sample): string[] {
  if (sample.form === 'tally') return [sample.tallyAt!(sample.length)].filter((text) => text !== '');
  const wanted = neededEvidence(sample);
  return evidenceTexts(sample, wanted).map((text, i) => evidenceLine(wanted[i]!, text));
}

/** What a reader must hold at the end: all evidence but what later evidence has made obsolete. */
export function neededEvidence(sample: Pick<Sample, 'evidence'>): Evidence[] {
  const obsolete = new Set(sample.evidence.map(({ supersedes }) => supersedes));
  return sample.evidence.filter((_, index) => !obsolete.has(index));
}

/** The texts of evidence, taken from the stream: the sample's text is not held. */
export function evidenceTexts(sample: Sample, evidence: readonly Evidence[]): string[] {
  const texts = evidence.map(() => '');
  let offset = 0;
  for (const piece of sample.pieces()) {
    const end = offset + piece.length;
    evidence.forEach((item, i) => {
      if (item.start < end && item.end > offset)
        texts[i] += piece.slice(Math.max(0, item.start - offset), Math.max(0, item.end - offset));
    });
    offset = end;
  }
  return texts;
}
