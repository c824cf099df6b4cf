import { haveLinks } from '../data/bridge.ts';
import { type CorpusFiles, loadCorpus } from '../data/corpus.ts';
import { EntityPool } from '../data/exchange.ts';
import { exchangeQuestion } from '../data/exchange-question.ts';
import { readText } from '../data/file.ts';
import { LineIndex } from '../data/line-index.ts';
import type { Random } from '../random.ts';
import { bridgeTask } from '../task/bridge.ts';
import { clozeTask } from '../task/cloze.ts';
import { factOtherWords } from '../task/fact-other-words.ts';
import { type Haystack, textHaystack } from '../task/haystack.ts';
import {
  bridgeLessons,
  hopLessons,
  type LessonSource,
  paragraphLessons,
  proseLessons,
  questionLessons,
} from '../task/lesson.ts';
import { naturalTask, sampled } from '../task/natural.ts';
import { otherWordsLessons } from '../task/other-words-lesson.ts';
import { proseTask } from '../task/prose.ts';
import { rulerTasks, syntheticTasks } from '../task/registry.ts';
import type { Split, Task } from '../task/task.ts';
import { loadNeighbours } from '../words/neighbours.ts';
import type { WeightedAsking, WeightedLessons, WeightedTask } from './mixture.ts';

/** Files that traces are made from, beside what the tasks make up themselves. */
export interface TraceFiles extends CorpusFiles {
  /** Plain texts: haystacks, and paragraphs for cloze questions. */
  readonly texts?: readonly string[];
  /** A table of words that are used alike, for questions in other words than the text's. */
  readonly neighbours?: string;
  /** The weight of questions to make for marked answers, next to 1.7 of all the rest; none unless told. */
  readonly asking?: number;
}

// Shares of the samples. Natural questions are what a person asks; synthetic ones teach exactness.
const shares = {
  ...{ squad: 0.1, hotpot: 0.12, cloze: 0.02, prose: 0.02, ruler: 0.18, synthetic: 0.5 },
  ...{ otherWords: 0.04, bridge: 0.06, asked: 0.1 },
};
const lessonShares = {
  ...{ squad: 0.28, asked: 0.22, hotpot: 0.18, bridge: 0.12 },
  ...{ cloze: 0.1, prose: 0.12, otherWords: 0.05 },
};

/** The tasks that files make possible, by weight, and haystacks from the texts. */
export async function traceTasks(
  split: Split,
  files: TraceFiles,
): Promise<{
  tasks: WeightedTask[];
  lessons: WeightedLessons[];
  asking?: WeightedAsking;
  haystacks: Haystack[];
}> {
  const corpus = await loadCorpus(split, files);
  const texts = await Promise.all(
    (files.texts ?? []).map((path) =>
      readText(path, 'Give the path of a plain text, packed with gzip or not.'),
    ),
  );
  const neighbours = files.neighbours === undefined ? undefined : await loadNeighbours(files.neighbours);
  // Held-out questions are asked as they stand.
  const exchange = split === 'train' ? { questions: 0.9, entities: 0.6 } : undefined;
  const tasks: WeightedTask[] = [
    ...evenly(rulerTasks, shares.ruler),
    ...evenly(
      syntheticTasks.filter((task) => task !== factOtherWords),
      shares.synthetic,
    ),
    { task: factOtherWords, weight: shares.otherWords },
  ];
  const add = (task: Task, weight: number) => tasks.push({ task, weight });
  for (const name of ['squad', 'hotpot', 'asked'] as const) {
    const questions = corpus[name]?.questions;
    if (questions?.length) add(naturalTask({ name, questions, pool: corpus.pool, exchange }), shares[name]);
  }
  const linked = haveLinks(corpus.pool);
  if (corpus.pool.length > 0) {
    add(clozeTask({ paragraphs: corpus.pool }), shares.cloze);
    if (linked) add(bridgeTask({ paragraphs: corpus.pool, neighbours }), shares.bridge);
  }
  if (texts.length > 0) add(proseTask(texts), shares.prose);
  const lessons: WeightedLessons[] = [];
  const teach = (source: LessonSource, weight: number) => lessons.push({ source, weight });
  let asking: WeightedAsking | undefined;
  // Evaluation asks one question of a text, as people do.
  if (split === 'train') {
    const questions = corpus.squad?.questions ?? [];
    const entities = new EntityPool([
      ...sampled(corpus.pool),
      ...sampled(questions.map(({ gold }) => gold[0]!.paragraph)),
    ]);
    const index = new LineIndex(corpus.pool);
    if (questions.length > 0) {
      teach(questionLessons('squad', questions, entities, index, neighbours), lessonShares.squad);
      if (files.asking) asking = { questions, entities, weight: files.asking };
    }
    const made = [...(corpus.asked?.questions ?? []), ...(corpus.asked?.impossible ?? [])];
    if (made.length > 0)
      teach(questionLessons('asked', made, entities, index, neighbours), lessonShares.asked);
    // "Yes" stands nowhere.
    const hops = (corpus.hotpot?.questions ?? []).filter(
      ({ gold, answers }) =>
        gold.length === 2 && gold.some(({ paragraph }) => paragraph.text.includes(answers[0]!)),
    );
    if (hops.length > 0) {
      const draw = (random: Random) => exchangeQuestion(random.pick(hops), entities, random, exchange);
      teach(hopLessons('hotpot', draw, corpus.pool, index), lessonShares.hotpot);
    }
    if (corpus.pool.length > 0) {
      teach(paragraphLessons(corpus.pool, neighbours), lessonShares.cloze);
      if (linked) teach(bridgeLessons(corpus.pool, neighbours), lessonShares.bridge);
    }
    if (texts.length > 0) {
      teach(proseLessons(texts, neighbours), lessonShares.prose);
      teach(otherWordsLessons(texts), lessonShares.otherWords);
    }
  }
  return {
    tasks,
    lessons,
    ...(asking && { asking }),
    haystacks: texts.map((text, i) => textHaystack(`text ${i + 1}`, [text])),
  };
}

/** A running tally is a long reply to learn: a tenth of the weight of the others. */
const evenly = (tasks: readonly Task[], share: number): WeightedTask[] =>
  tasks.map((task) => ({ task, weight: ((task.form === 'tally' ? 0.1 : 1) * share) / tasks.length }));
