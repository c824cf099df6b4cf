import { type CorpusFiles, loadCorpus } from '../data/corpus.ts';
import { readText } from '../data/file.ts';
import { clozeTask } from '../task/cloze.ts';
import { type Haystack, textHaystack } from '../task/haystack.ts';
import { naturalTask } from '../task/natural.ts';
import { proseTask } from '../task/prose.ts';
import { rulerTasks, syntheticTasks } from '../task/registry.ts';
import type { Split, Task } from '../task/task.ts';
import type { WeightedTask } from './mixture.ts';

/** Files that traces are made from, beside what the tasks make up themselves. */
export interface TraceFiles extends CorpusFiles {
  /** Plain texts: haystacks, and paragraphs for cloze questions. */
  readonly texts?: readonly string[];
}

// Shares of the samples. Natural questions are what a person asks; synthetic ones teach exactness.
const shares = { squad: 0.42, hotpot: 0.06, cloze: 0.1, prose: 0.1, ruler: 0.08, synthetic: 0.24 };

/** The tasks that files make possible, by weight, and haystacks from the texts. */
export async function traceTasks(
  split: Split,
  files: TraceFiles,
): Promise<{ tasks: WeightedTask[]; haystacks: Haystack[] }> {
  const corpus = await loadCorpus(split, files);
  const texts = await Promise.all(
    (files.texts ?? []).map((path) =>
      readText(path, 'Give the path of a plain text, packed with gzip or not.'),
    ),
  );
  const exchange = { questions: 0.95, entities: 0.8 };
  const tasks: WeightedTask[] = [
    ...evenly(rulerTasks, shares.ruler),
    ...evenly(syntheticTasks, shares.synthetic),
  ];
  const add = (task: Task, weight: number) => tasks.push({ task, weight });
  for (const name of ['squad', 'hotpot'] as const) {
    const questions = corpus[name]?.questions;
    if (questions?.length) add(naturalTask({ name, questions, pool: corpus.pool, exchange }), shares[name]);
  }
  if (corpus.pool.length > 0) add(clozeTask({ paragraphs: corpus.pool }), shares.cloze);
  if (texts.length > 0) add(proseTask(texts), shares.prose);
  return { tasks, haystacks: texts.map((text, i) => textHaystack(`text ${i + 1}`, [text])) };
}

/** A running tally is a long reply to learn: a tenth of the weight of the others. */
const evenly = (tasks: readonly Task[], share: number): WeightedTask[] =>
  tasks.map((task) => ({ task, weight: ((task.form === 'tally' ? 0.1 : 1) * share) / tasks.length }));
