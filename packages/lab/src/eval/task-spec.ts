import { MemAgentError } from '@memagent/core';
import { z } from 'zod';
import { Random } from '../random.ts';
import { plainValue } from '../systems/create.ts';
import type { ChainOptions } from '../task/chain.ts';
import type { Haystack } from '../task/haystack.ts';
import { fromMidway, placeMidway } from '../task/midway.ts';
import type { NaturalOptions } from '../task/natural.ts';
import { pastLines } from '../task/past.ts';
import { findTask, tasks } from '../task/registry.ts';
import { withMemory } from '../task/sample.ts';
import { needsFile } from '../task/sources/load-tasks.ts';
import type { Sample, Split, Task } from '../task/task.ts';
import type { Length } from './length.ts';

/** A task as a recipe names it. */
export const taskSpec = z.strictObject({
  task: z.string().min(1),
  /** Facts that lead from one to the next, for tasks that have them. */
  hops: z.number().int().min(1).max(4).optional(),
  /** Where the facts go: anywhere, or evenly over the whole text. */
  spread: z.enum(['random', 'even']).optional(),
  /** All facts at this share of the text. */
  depth: z.number().min(0).max(1).optional(),
  /** The share of samples whose question has no answer in the text. */
  unanswerable: z.number().min(0).max(1).optional(),
  /** Begins as the end of a long text: up to so many lines in the memory that look like evidence and are none. */
  past: z.number().int().min(1).max(32).optional(),
  /**
   * Begins in the middle of a long text: what some of the evidence says is in the memory already, among up to so many
   * such lines.
   */
  midway: z.number().int().min(1).max(32).optional(),
});

export type TaskSpec = z.infer<typeof taskSpec>;

/** Reads `vt`, or `chain:hops=2`. */
export function parseTask(text: string): TaskSpec {
  const [task, ...parts] = text.trim().split(':');
  const spec: Record<string, unknown> = { task };
  for (const part of parts) {
    const at = part.indexOf('=');
    spec[at < 0 ? part : part.slice(0, at)] = at < 0 ? true : plainValue(part.slice(at + 1));
  }
  const checked = taskSpec.safeParse(spec);
  if (checked.success) return checked.data;
  throw new MemAgentError(
    'bad-input',
    `The task "${text}" cannot be used: ${checked.error.issues[0]!.message}.`,
    { hint: 'Write a name, or name:key=value, as in chain:hops=2 or niah_single_1:unanswerable=0.2.' },
  );
}

/** A task with its options, as rows and traces name it: `chain hops=2`. */
export function taskLabel({ task, ...options }: TaskSpec): string {
  return [task, ...Object.entries(options).map(([key, value]) => `${key}=${value}`)].join(' ');
}

/** A task that is ready to make samples. */
export interface EvalTask {
  readonly label: string;
  readonly spec: TaskSpec;
  readonly task: Task;
}

/** Finds the task of a spec, among those from data files too. */
export function resolveTask(spec: TaskSpec, loaded: readonly Task[] = []): EvalTask {
  const fromFile = loaded.find(({ name }) => name === spec.task);
  const missing = fromFile ? undefined : needsFile(spec.task);
  if (missing) throw missing;
  const task = fromFile ?? findTask(spec.task);
  if (spec.hops !== undefined && task.name !== 'chain' && task.name !== 'assignments') {
    throw new MemAgentError('bad-input', `The task ${task.name} has no hops.`, {
      hint: 'Only chain and assignments take hops.',
    });
  }
  if (spec.unanswerable && !task.canBeUnanswerable) {
    throw new MemAgentError('bad-input', `The task ${task.name} cannot be unanswerable.`, {
      hint: `These can: ${tasks
        .filter(({ canBeUnanswerable }) => canBeUnanswerable)
        .map(({ name }) => name)
        .join(', ')}.`,
    });
  }
  const begun = spec.past ? 'past' : 'midway';
  if (spec[begun] && task.form !== 'select') {
    throw new MemAgentError('bad-input', `The task ${task.name} has no ${begun}: it keeps no sentences.`, {
      hint: `Leave ${begun} out.`,
    });
  }
  if (spec.past && spec.midway) {
    throw new MemAgentError('bad-input', `The task ${task.name} begins with a past or midway, not both.`, {
      hint: 'Leave one of them out.',
    });
  }
  return { label: taskLabel(spec), spec, task };
}

/** What makes one sample out of a task. */
export interface SampleRequest {
  readonly seed: number;
  readonly length: Length;
  readonly split: Split;
  readonly haystack?: Haystack;
  readonly measure?: (text: string) => number;
  readonly charsPerToken?: number;
}

/**
 * Makes a sample. The same seed asks the same question at every length, and begins with the same lines in its memory that
 * look like evidence and are none.
 */
export function generateSample(task: EvalTask, request: SampleRequest): Sample {
  const sample = plainSample(task, request);
  const { past, midway } = task.spec;
  const most = past ?? midway;
  if (most === undefined) return sample;
  const { measure, charsPerToken = 4 } = request;
  const fits = (lines: readonly string[]) => {
    const text = lines.join('\n');
    return (measure?.(text) ?? text.length / charsPerToken) <= memoryTokens;
  };
  const random = new Random(`midway/${task.task.name}/${request.seed}`);
  const place = midway === undefined ? undefined : placeMidway(sample, random);
  const begun = place && fits(place.lines) ? place : undefined;
  const strays = straysOf(sample, task, request, most);
  while (strays.length > 0 && !fits([...(begun?.lines ?? []), ...strays])) strays.pop();
  if (begun) return fromMidway(sample, begun, strays, random);
  return strays.length === 0 ? sample : withMemory(sample, strays);
}

/** How long a text stray lines are taken from, and the most tokens of a memory to begin with. */
const strayLength = { tokens: 65_536, label: '64k' };
const memoryTokens = 400;

/** Lines that look like evidence and are none, from another text. */
function straysOf(sample: Sample, task: EvalTask, request: SampleRequest, most: number): string[] {
  const { seed, split, haystack } = request;
  const random = new Random(`past/${task.task.name}/${seed}`);
  const wanted = { seed: random.next(), split, length: strayLength, ...(haystack ? { haystack } : {}) };
  return pastLines(sample, plainSample(task, wanted).text, { random, most });
}

function plainSample({ task, spec }: EvalTask, request: SampleRequest): Sample {
  const { seed, length, split, haystack, measure, charsPerToken } = request;
  const share = spec.unanswerable ?? 0;
  const options: ChainOptions & NaturalOptions = {
    seed,
    split,
    length: length.tokens,
    ...(length.documents !== undefined ? { documents: length.documents } : {}),
    ...(spec.hops !== undefined ? { hops: spec.hops } : {}),
    ...(haystack ? { haystack } : {}),
    ...(measure ? { measure } : {}),
    ...(charsPerToken ? { charsPerToken } : {}),
    ...(share > 0 && new Random(`unanswerable/${task.name}/${seed}`).chance(share)
      ? { answerable: false }
      : {}),
  };
  if (spec.depth !== undefined)
    return task.generate({ ...options, depths: new Array(64).fill(spec.depth) as number[] });
  if (spec.spread !== 'even') return task.generate(options);
  // How many facts there are is known only from a sample; a short one has the same.
  const { evidence } = task.generate({ ...options, length: Math.min(options.length, 2000) });
  return task.generate({ ...options, depths: evidence.map((_, i) => (i + 0.5) / evidence.length) });
}
