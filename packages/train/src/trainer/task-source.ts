import { readFile } from 'node:fs/promises';
import { MemAgentError, type Tokenizer, textDocument } from '@memagent/core';
import { Random, type Sample, sampleDocument, sizedSample } from '@memagent/lab';
import { z } from 'zod';
import type { TrainingTask } from '../rollout/agent.ts';
import { taskPool } from '../tasks/lab-tasks.ts';
import type { OwnModule } from './own-module.ts';
import type { TrainRecipe } from './recipe.ts';

/** Tasks by number: the same number is the same task, in every run of a recipe. */
export interface TaskSource {
  train(index: number): Promise<TrainingTask>;
  heldOut(index: number): Promise<TrainingTask>;
  /** Samples of the lab for the cold start, where the tasks are the lab's. */
  readonly sample?: (index: number) => Promise<Sample>;
}

/** Where a recipe's tasks come from. Paths are taken as they are. */
export async function taskSource(
  recipe: TrainRecipe,
  own: OwnModule,
  tokenizer: Tokenizer,
): Promise<TaskSource> {
  if (recipe.tasks) return labSource(recipe, tokenizer);
  if (recipe.data) return fileSource(recipe, own.reward === undefined);
  const { tasks } = own;
  if (!tasks)
    throw new MemAgentError(
      'bad-input',
      `The module ${recipe.module} exports no tasks, and the recipe names none.`,
      {
        hint: 'Export tasks, or give tasks or data in the recipe.',
      },
    );
  const ask = async (index: number, split: 'train' | 'test') =>
    tasks({ index, split, seed: recipe.seed, tokenizer });
  return { train: (index) => ask(index, 'train'), heldOut: (index) => ask(index, 'test') };
}

async function labSource(recipe: TrainRecipe, tokenizer: Tokenizer): Promise<TaskSource> {
  const lengths = recipe.lengths;
  if (!lengths)
    throw new MemAgentError('bad-input', 'The recipe names tasks and no lengths.', {
      hint: 'Give lengths: [2k].',
    });
  const pools = {
    train: await taskPool(recipe.tasks!, recipe.files, 'train'),
    validation: await taskPool(recipe.tasks!, recipe.files, 'validation'),
  };
  const draw = async (index: number, split: 'train' | 'validation', label: string) => {
    const random = new Random(`train/${recipe.seed}/${label}/${index}`);
    const { tasks, shares, haystacks } = pools[split];
    const drawn = () => (shares ? random.weighted(tasks, shares) : random.pick(tasks));
    // Validation is by turns where the recipe gives no shares, so that every task and length has its own.
    const task = split === 'train' || shares ? drawn() : tasks[index % tasks.length]!;
    const length =
      split === 'train' ? random.pick(lengths) : lengths[Math.floor(index / tasks.length) % lengths.length]!;
    const seed = random.next();
    const haystack = haystacks.length > 0 && random.chance(0.5) ? random.pick(haystacks) : undefined;
    const request = { seed, length, split, ...(haystack ? { haystack } : {}) };
    return { sample: await sizedSample(task, request, tokenizer), length, verifier: task.verifier };
  };
  const make = async (index: number, split: 'train' | 'validation') => {
    const { sample, length, verifier } = await draw(index, split, split);
    return { ...sampleTask(sample, length.tokens), ...(verifier ? { verifier } : {}) };
  };
  return {
    train: (index) => make(index, 'train'),
    heldOut: (index) => make(index, 'validation'),
    sample: async (index) => (await draw(index, 'train', 'cold start')).sample,
  };
}

/** A sample of the lab as a task. */
export function sampleTask(sample: Sample, length: number): TrainingTask {
  const { id, task, question, answers, match, answerable, memory, meta } = sample;
  const label = memory ? `${task} ${meta.midway ? 'midway' : 'past'}` : task;
  return {
    ...{ id, label, length, question, answers, match, answerable },
    ...(memory ? { memory } : {}),
    document: sampleDocument(sample),
  };
}

const line = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  label: z.string().optional(),
  question: z.string().min(1),
  text: z.string().optional(),
  answer: z.string().optional(),
  answers: z.array(z.string()).optional(),
  match: z.enum(['any', 'all']).default('any'),
});

/** The tasks of a file; `scored` by a verifier, each needs an answer. */
async function readLines(path: string, scored: boolean): Promise<TrainingTask[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new MemAgentError('bad-input', `The data ${path} cannot be read: ${(cause as Error).message}.`, {
      hint: 'Give a file of JSON lines.',
      cause,
    });
  }
  return text.split('\n').flatMap((row, at) => {
    if (row.trim() === '') return [];
    let value: unknown;
    try {
      value = JSON.parse(row);
    } catch {
      value = undefined;
    }
    const checked = line.safeParse(value);
    if (!checked.success) {
      const { path: keys, message } = checked.error.issues[0]!;
      const said = value === undefined ? 'This is no JSON' : [...keys, message].map(String).join(': ');
      throw new MemAgentError('bad-input', `${path}:${at + 1}: ${said}.`, {
        hint: 'A line is {"question": …, "answers": […], "text": …}; text is what is to be read.',
      });
    }
    const { id, label, question, text: body, answer, answers, match, ...meta } = checked.data;
    if (scored && answer === undefined && !answers?.length)
      throw new MemAgentError('bad-input', `${path}:${at + 1}: There is no answer to reward.`, {
        hint: 'Give answers (or answer), or a module that exports reward.',
      });
    return [
      {
        id: String(id ?? at + 1),
        label: label ?? 'data',
        length: 0,
        question,
        answers: answers ?? (answer === undefined ? [] : [answer]),
        match,
        ...(body === undefined ? {} : { document: textDocument(body, { name: String(id ?? at + 1) }) }),
        meta,
      },
    ];
  });
}

async function fileSource(recipe: TrainRecipe, scored: boolean): Promise<TaskSource> {
  const all = await readLines(recipe.data!, scored);
  const kept = recipe.heldOut
    ? await readLines(recipe.heldOut, scored)
    : all.splice(Math.ceil(all.length * 0.9));
  if (all.length === 0 || kept.length === 0)
    throw new MemAgentError(
      'bad-input',
      `${recipe.data} has too few lines to train on and to hold some out.`,
      {
        hint: 'Give ten lines or more (a tenth is held out), or a file of its own as heldOut.',
      },
    );
  const orders = new Map<number, number[]>();
  const order = (epoch: number) => {
    const known = orders.get(epoch) ?? new Random(`${recipe.seed}/${epoch}`).shuffle([...all.keys()]);
    orders.set(epoch, known);
    return known;
  };
  return {
    train: async (index) => all[order(Math.floor(index / all.length))[index % all.length]!]!,
    heldOut: async (index) => kept[index % kept.length]!,
  };
}
