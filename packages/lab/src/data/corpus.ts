import type { Split } from '../task/task.ts';
import { loadHotpot, splitHotpot, titlesOf, withoutTitles } from './hotpot.ts';
import type { Paragraph } from './paragraph.ts';
import { loadParagraphs } from './paragraphs.ts';
import type { QuestionSet } from './question.ts';
import { loadSquad } from './squad.ts';

/** Where the data files lie; each may be left out. */
export interface CorpusFiles {
  readonly squadTrain?: string;
  readonly squadDev?: string;
  readonly hotpot?: string;
  /** Plain paragraphs for distractors and cloze questions. */
  readonly paragraphs?: string;
  /** Questions that a model made (`makeQuestions`), as a SQuAD file; for training alone. */
  readonly asked?: string;
}

/** The questions of one split and the paragraphs that may stand beside them. */
export interface Corpus {
  readonly squad?: QuestionSet;
  readonly hotpot?: QuestionSet;
  readonly asked?: QuestionSet;
  readonly pool: readonly Paragraph[];
}

/**
 * Loads one split. Train: SQuAD's train file without its last 5 % of articles, two thirds of HotpotQA; validation:
 * those 5 %; test: SQuAD's dev file and the held-out third of HotpotQA. Questions that a model made are for train. Outside test no paragraph occurs whose title
 * belongs to a held-out HotpotQA question or, where the dev file is given, to an article of it.
 *
 * @example
 * const corpus = await loadCorpus('train', { squadTrain: 'train-v1.1.json', hotpot: 'hotpot_dev_distractor_v1.json' });
 */
export async function loadCorpus(split: Split, files: CorpusFiles, signal?: AbortSignal): Promise<Corpus> {
  const hotpot = files.hotpot === undefined ? undefined : splitHotpot(await loadHotpot(files.hotpot, signal));
  const plain = files.paragraphs === undefined ? [] : await loadParagraphs(files.paragraphs, signal);
  const dev = files.squadDev === undefined ? undefined : await loadSquad(files.squadDev, { signal });
  const held = new Set([
    ...titlesOf(hotpot?.test.questions ?? []),
    ...(dev?.paragraphs.map(({ title }) => title) ?? []),
  ]);
  if (split === 'test') return makeCorpus(dev, hotpot?.test, plain);
  const squad =
    files.squadTrain === undefined ? undefined : await loadSquad(files.squadTrain, { part: split, signal });
  const clean = (set: QuestionSet | undefined) => set && withoutTitles(set, held);
  const asked =
    files.asked === undefined || split !== 'train' ? undefined : await loadSquad(files.asked, { signal });
  const corpus = makeCorpus(
    clean(squad),
    split === 'train' ? clean(hotpot?.train) : undefined,
    plain.filter(({ title }) => !held.has(title)),
  );
  return { ...corpus, ...(asked && { asked: clean(asked)! }) };
}

function makeCorpus(
  squad: QuestionSet | undefined,
  hotpot: QuestionSet | undefined,
  plain: readonly Paragraph[],
): Corpus {
  const texts = new Map<string, Paragraph>();
  for (const list of [hotpot?.paragraphs ?? [], squad?.paragraphs ?? [], plain]) {
    for (const paragraph of list) if (!texts.has(paragraph.text)) texts.set(paragraph.text, paragraph);
  }
  return { ...(squad && { squad }), ...(hotpot && { hotpot }), pool: [...texts.values()] };
}
