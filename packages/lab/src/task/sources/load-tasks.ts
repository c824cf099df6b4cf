import { basename } from 'node:path';
import { MemAgentError } from '@memagent/core';
import { loadCorpus } from '../../data/corpus.ts';
import { readText } from '../../data/file.ts';
import { hotpotWhere, loadHotpot } from '../../data/hotpot.ts';
import { loadParagraphs } from '../../data/paragraphs.ts';
import type { QuestionSet } from '../../data/question.ts';
import { squadWhere } from '../../data/squad.ts';
import type { DataFiles } from '../../eval/recipe.ts';
import { type Haystack, textHaystack } from '../haystack.ts';
import { naturalTask } from '../natural.ts';
import type { Split, Task } from '../task.ts';
import { loadLongBench, longbenchWhere } from './longbench.ts';
import { loadMusique, musiqueWhere } from './musique.ts';
import { inReferenceOrder } from './reference-order.ts';

/** What data files add to an evaluation. */
export interface LoadedData {
  readonly tasks: readonly Task[];
  readonly haystack?: Haystack;
}

/** Tasks that need a file, which one, and what they are. */
export const dataTasks: readonly {
  readonly name: string;
  readonly file: keyof DataFiles;
  readonly description: string;
}[] = [
  { name: 'qa_1', file: 'squad', description: 'RULER qa_1: SQuAD questions among paragraphs.' },
  { name: 'qa_2', file: 'hotpot', description: 'RULER qa_2: HotpotQA questions among paragraphs.' },
  {
    name: 'hqa',
    file: 'hotpot',
    description: 'RULER-HQA: HotpotQA at 50 to 25,600 paragraphs (--lengths 50d).',
  },
  {
    name: 'musique',
    file: 'musique',
    description: 'MuSiQue questions of two to four hops among paragraphs.',
  },
  { name: '2wiki', file: 'twowiki', description: '2WikiMultihopQA questions among paragraphs.' },
  {
    name: 'longbench_…',
    file: 'longbench',
    description: 'LongBench subsets at their own length (--lengths own).',
  },
];

/** Loads the tasks and the haystack that files make possible. Of HotpotQA the part of the split is asked. */
export async function loadData(
  files: DataFiles,
  split: Split,
  options: { readonly referenceOrder?: boolean; readonly signal?: AbortSignal } = {},
): Promise<LoadedData> {
  const { signal } = options;
  const tasks: Task[] = [];
  const extra = files.paragraphs ? await loadParagraphs(files.paragraphs, signal) : [];
  const add = (name: string, set: QuestionSet | undefined) => {
    if (!set) return;
    const { description } = dataTasks.find((task) => task.name === name)!;
    const task = naturalTask({
      name,
      description,
      questions: set.questions,
      pool: [...set.paragraphs, ...extra],
    });
    tasks.push(name === 'hqa' && options.referenceOrder ? inReferenceOrder(task, set.questions) : task);
  };
  if (files.squad || files.hotpot) {
    const { squad, hotpot } = await loadCorpus(
      split,
      {
        ...(files.squad ? { [split === 'test' ? 'squadDev' : 'squadTrain']: files.squad } : {}),
        ...(files.hotpot ? { hotpot: files.hotpot } : {}),
      },
      signal,
    );
    add('qa_1', squad);
    add('qa_2', hotpot);
    add('hqa', hotpot);
  }
  if (files.musique) add('musique', await loadMusique(files.musique, signal));
  if (files.twowiki) add('2wiki', await loadHotpot(files.twowiki, signal));
  for (const path of files.longbench ?? []) tasks.push(await loadLongBench(path, signal));
  if (!files.haystack?.length) return { tasks };
  const texts = await Promise.all(
    files.haystack.map((path) => readText(path, 'Give plain texts, packed with gzip or not.', signal)),
  );
  return { tasks, haystack: textHaystack(files.haystack.map((path) => basename(path)).join(', '), texts) };
}

/** Says which file a task needs, where it is one that needs a file. */
export function needsFile(name: string): MemAgentError | undefined {
  const task = dataTasks.find(
    (candidate) =>
      name === candidate.name || (name.startsWith('longbench_') && candidate.file === 'longbench'),
  );
  return task
    ? new MemAgentError('bad-input', `The task ${name} needs a data file.`, {
        hint: `Name it with --${task.file} <file>, or under data: in the recipe. ${sources[task.file]}`,
      })
    : undefined;
}

const sources: Partial<Record<keyof DataFiles, string>> = {
  squad: squadWhere,
  hotpot: hotpotWhere,
  musique: musiqueWhere,
  twowiki: hotpotWhere,
  longbench: longbenchWhere,
};
