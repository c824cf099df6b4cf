import type { System } from '../systems/system.ts';
import type { Haystack } from '../task/haystack.ts';
import type { Split } from '../task/task.ts';
import type { Length } from './length.ts';
import type { EvalTask } from './task-spec.ts';
import { traceKey } from './trace.ts';

/** What is evaluated: every task at every length by every system with every seed. */
export interface Plan {
  readonly tasks: readonly EvalTask[];
  readonly lengths: readonly Length[];
  readonly systems: readonly System[];
  readonly seeds: readonly number[];
  readonly split: Split;
  readonly haystack?: Haystack;
  /** What the texts are made from, for the record. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly name?: string;
  readonly description?: string;
}

/** One cell of a plan: a sample under a system. */
export interface Job {
  readonly task: EvalTask;
  readonly length: Length;
  readonly seed: number;
  readonly system: System;
  readonly key: string;
}

/** All jobs of a plan, short texts first, systems of one sample together; what is named twice is done once. */
export function jobsOf({ tasks, lengths, systems, seeds }: Plan): Job[] {
  const jobs = new Map<string, Job>();
  for (const length of [...lengths].sort((a, b) => a.tokens - b.tokens))
    for (const seed of seeds)
      for (const task of tasks)
        for (const system of systems) {
          const { name, policy, variant } = system;
          const key = traceKey({
            ...{ task: task.label, length: length.tokens, seed },
            ...{ system: name, policy, variant },
          });
          if (!jobs.has(key)) jobs.set(key, { task, length, seed, system, key });
        }
  return [...jobs.values()];
}
