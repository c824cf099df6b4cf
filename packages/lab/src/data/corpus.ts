import type { Split } from '../task/task.ts';
import { alike, loadHotpot, paragraphsOf, splitHotpot, without } from './hotpot.ts';
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
  /** SQuAD questions that no supervised trace asks: for reinforcement learning. */
  readonly unseen?: QuestionSet;
  readonly pool: readonly Paragraph[];
}

/**
 * Loads one split. Train: SQuAD's train file without its last 15 % of articles (most of those are `unseen`), two thirds of
 * HotpotQA, and questions that a model made; validation: every third of the last 5 %, as `squad` and as `unseen`; test:
 * SQuAD's dev file and the held-out third of HotpotQA. Outside test no paragraph occurs whose article or text belongs to a
 * held-out HotpotQA question or, where the dev file is given, to it.
 *
 * @example
 * const corpus = await loadCorpus('train', { squadTrain: 'train-v1.1.json', hotpot: 'hotpot_dev_distractor_v1.json' });
 */
export async function loadCorpus(split: Split, files: CorpusFiles, signal?: AbortSignal): Promise<Corpus> {
  const hotpot = files.hotpot === undefined ? undefined : splitHotpot(await loadHotpot(files.hotpot, signal));
  const plain = files.paragraphs === undefined ? [] : await loadParagraphs(files.paragraphs, signal);
  const dev = files.squadDev === undefined ? undefined : await loadSquad(files.squadDev, { signal });
  if (split === 'test') return makeCorpus(dev, hotpot?.test, plain);
  const held = alike([...paragraphsOf(hotpot?.test.questions ?? []), ...(dev?.paragraphs ?? [])]);
  const squadPart = async (part: 'train' | 'unseen' | 'validation') =>
    files.squadTrain === undefined ? undefined : loadSquad(files.squadTrain, { part, signal });
  const clean = (set: QuestionSet | undefined) => set && without(set, held);
  const squad = clean(await squadPart(split));
  const others = plain.filter((paragraph) => !held(paragraph));
  if (split === 'validation')
    return { ...makeCorpus(squad, undefined, others), ...(squad && { unseen: squad }) };
  const unseen = clean(await squadPart('unseen'));
  const asked = clean(files.asked === undefined ? undefined : await loadSquad(files.asked, { signal }));
  return {
    ...makeCorpus(squad, clean(hotpot?.train), others),
    ...(unseen && { unseen }),
    ...(asked && { asked }),
  };
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
