import { MemAgentError } from '@memagent/core';
import {
  bridgeTask,
  type Corpus,
  type EvalTask,
  type Haystack,
  loadCorpus,
  naturalTask,
  readText,
  resolveTask,
  type Split,
  type Task,
  taskSpec,
  textHaystack,
  verifiers,
} from '@memagent/lab';
import { z } from 'zod';
import { rememberTask } from './remember.ts';

/** A task of the lab, its share among the samples, and what scores it where the recipe's verifier does not. */
export const sharedTask = taskSpec.extend({
  share: z.number().positive().optional(),
  verifier: z.enum(Object.keys(verifiers) as [string, ...string[]]).optional(),
});

/** Files that natural questions and haystacks are made from. */
export const taskFiles = z.strictObject({
  squadTrain: z.string().optional(),
  /** Never asked: its titles are kept out of what is trained on. */
  squadDev: z.string().optional(),
  hotpot: z.string().optional(),
  /** Further paragraphs to stand beside the gold ones. */
  paragraphs: z.string().optional(),
  /** Questions that a model made, as a SQuAD file. */
  asked: z.string().optional(),
  /** Plain texts, used as haystacks for half of the tasks that take one. */
  texts: z.array(z.string()).default([]),
  /** The share of natural questions whose names and numbers are exchanged in training. */
  exchange: z.number().min(0).max(1).default(0.5),
});

/** The paths of `taskFiles`, each by `place`. */
export function placeTaskFiles(files: TaskFiles, place: (path: string) => string): TaskFiles {
  const { texts, exchange, ...paths } = files;
  const placed = Object.entries(paths).map(([name, path]) => [name, path && place(path)]);
  return { ...Object.fromEntries(placed), texts: texts.map(place), exchange };
}

export type TaskFiles = z.infer<typeof taskFiles>;

/** What tasks are drawn from in one split. */
export interface TaskPool {
  readonly tasks: readonly (EvalTask & { readonly verifier?: string })[];
  /** One of each task; undefined where the recipe gives none and all are alike. */
  readonly shares: readonly number[] | undefined;
  readonly haystacks: readonly Haystack[];
}

/** Natural questions, by the names that recipes use: the file each needs, and where in a corpus they are. */
const natural = {
  squad: { file: 'squadTrain', questions: 'squad' },
  squad_unseen: { file: 'squadTrain', questions: 'unseen' },
  hotpot: { file: 'hotpot', questions: 'hotpot' },
  asked: { file: 'asked', questions: 'asked' },
} as const;

/**
 * The tasks of a recipe in one split. `squad` asks SQuAD's train file without its last 15 % of articles; `squad_unseen`
 * most of those, which no supervised trace asks; in validation both ask the others; `hotpot` asks two thirds of
 * its file, and nothing in validation: all of the other third is for tests; `asked` questions that a model made, in
 * training alone. `bridge` makes questions over two of all the paragraphs that the files have.
 *
 * @example
 * const { tasks } = await taskPool([{ task: 'squad', share: 2 }, { task: 'vt' }], files, 'train');
 */
export async function taskPool(
  specs: readonly z.infer<typeof sharedTask>[],
  files: TaskFiles | undefined,
  split: Split,
): Promise<TaskPool> {
  const corpus: Corpus = files ? await loadCorpus(split, files) : { pool: [] };
  const loaded: Task[] = [rememberTask];
  const asked = specs.filter(({ task }) => {
    if (task === 'bridge') {
      if (corpus.pool.length === 0)
        throw new MemAgentError('bad-input', 'The task bridge needs paragraphs to make questions from.', {
          hint: 'Name a file of them in the recipe: files: { paragraphs: … }, or hotpot or squadTrain.',
        });
      if (!loaded.some(({ name }) => name === task)) loaded.push(bridgeTask({ paragraphs: corpus.pool }));
      return true;
    }
    const source = Object.hasOwn(natural, task) ? natural[task as keyof typeof natural] : undefined;
    if (source === undefined) return true;
    if (files?.[source.file] === undefined)
      throw new MemAgentError('bad-input', `The task ${task} needs a data file.`, {
        hint: `Name it in the recipe: files: { ${source.file}: … }.`,
      });
    const questions = corpus[source.questions]?.questions ?? [];
    if (questions.length > 0 && !loaded.some(({ name }) => name === task)) {
      const exchange = split === 'train' && files.exchange > 0 ? { questions: files.exchange } : undefined;
      loaded.push(naturalTask({ name: task, questions, pool: corpus.pool, ...(exchange && { exchange }) }));
    }
    return questions.length > 0;
  });
  if (asked.length === 0)
    throw new MemAgentError('bad-input', `None of the recipe's tasks has questions in ${split}.`, {
      hint: 'Name a further task: of hotpot nothing is held out for validation.',
    });
  const texts = await Promise.all((files?.texts ?? []).map((path) => readText(path, 'Give plain texts.')));
  return {
    tasks: asked.map(({ share: _share, verifier, ...spec }) => ({
      ...resolveTask(spec, loaded),
      ...(verifier ? { verifier } : {}),
    })),
    shares: asked.some(({ share }) => share !== undefined) ? asked.map(({ share }) => share ?? 1) : undefined,
    haystacks: texts.map((text, i) => textHaystack(`text ${i + 1}`, [text])),
  };
}
