import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MemAgentError, type Model } from '@memagent/core';
import { type System, systemKey } from '../systems/system.ts';
import type { Haystack } from '../task/haystack.ts';
import type { Split } from '../task/task.ts';
import { evaluateSample } from './evaluate-sample.ts';
import type { Length } from './length.ts';
import { OverlapMeter } from './overlap.ts';
import { describeRun, writeRunFile } from './run-file.ts';
import { SampleCache, sizedSample } from './samples.ts';
import type { EvalTask } from './task-spec.ts';
import { TimeLeft } from './time-left.ts';
import { type EvalTrace, traceKey } from './trace.ts';
import { readTraces, TraceFile } from './trace-file.ts';

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

export interface EvaluationOptions {
  readonly plan: Plan;
  readonly model: Model;
  /** The folder that `run.json` and `traces.jsonl` go to. */
  readonly out: string;
  /** Samples at once; what the model serves well, else 4. */
  readonly concurrency?: number;
  /** The most samples to run now. */
  readonly limit?: number;
  /** Start over even where the folder has traces. */
  readonly fresh?: boolean;
  readonly signal?: AbortSignal;
}

/** One cell of a plan: a sample under a system. */
export interface Job {
  readonly task: EvalTask;
  readonly length: Length;
  readonly seed: number;
  readonly system: System;
  readonly key: string;
}

export type EvaluationEvent =
  | {
      readonly type: 'started';
      /** Samples of the plan, and how many of them an earlier run has finished. */
      readonly total: number;
      readonly done: number;
    }
  | {
      readonly type: 'sample';
      readonly trace: EvalTrace;
      readonly total: number;
      readonly done: number;
      readonly failures: number;
      /** Seconds until the end, from the pace so far. */
      readonly left: number | undefined;
    };

/** All jobs of a plan, short texts first, systems of one sample together. */
export function jobsOf({ tasks, lengths, systems, seeds }: Plan): Job[] {
  const jobs: Job[] = [];
  for (const length of [...lengths].sort((a, b) => a.tokens - b.tokens))
    for (const seed of seeds)
      for (const task of tasks)
        for (const system of systems) {
          const { name, policy, variant } = system;
          const key = traceKey({
            ...{ task: task.label, length: length.tokens, seed },
            ...{ system: name, policy, variant },
          });
          jobs.push({ task, length, seed, system, key });
        }
  return jobs;
}

/** Samples that must fail, with none done, before the model is taken to be gone. */
const hopeless = 8;

/**
 * Evaluates a plan. The traces in the folder are the record: what they have is not run again, failed samples are.
 *
 * @example
 * for await (const event of evaluate({ plan, model, out: 'runs/first' })) {
 *   if (event.type === 'sample') console.log(event.trace.task, event.trace.verdicts.contains);
 * }
 */
export async function* evaluate(options: EvaluationOptions): AsyncGenerator<EvaluationEvent> {
  const { plan, model, out } = options;
  // What is under way ends with the run, also when the caller stops listening.
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const path = join(out, 'traces.jsonl');
  if (options.fresh)
    for (const name of ['traces.jsonl', 'run.json']) await rm(join(out, name), { force: true });
  const run = await describeRun(out, {
    version: 1,
    created: new Date().toISOString(),
    ...(plan.name ? { name: plan.name } : {}),
    ...(plan.description ? { description: plan.description } : {}),
    model: { name: model.name, id: model.id, tokenizer: model.tokenizer.id },
    split: plan.split,
    data: { ...plan.data },
    tasks: Object.fromEntries(plan.tasks.map(({ label, spec }) => [label, spec])),
    systems: Object.fromEntries(plan.systems.map((system) => [systemKey(system), system.settings])),
  });
  const finished = new Set((await readTraces(path)).filter(({ error }) => !error).map(traceKey));
  const all = jobsOf(plan);
  const todo = all.filter(({ key }) => !finished.has(key));
  let done = all.length - todo.length;
  yield { type: 'started', total: all.length, done };
  const jobs = todo.slice(0, options.limit ?? todo.length);
  const concurrency = Math.max(1, options.concurrency ?? model.concurrency ?? 4);
  const cache = new SampleCache(concurrency + 1);
  const overlaps = new OverlapMeter(run.overlaps);
  const time = new TimeLeft(jobs, concurrency);
  const file = await TraceFile.open(path);
  const running = new Map<Job, Promise<{ job: Job; trace: EvalTrace }>>();
  let next = 0;
  let failures = 0;
  try {
    while (next < jobs.length || running.size > 0) {
      signal.throwIfAborted();
      while (running.size < concurrency && next < jobs.length) {
        const job = jobs[next++]!;
        const work = runJob(job, { plan, model, signal }, cache, overlaps).then((trace) => ({ job, trace }));
        work.catch(() => undefined); // it is awaited below, together with the others
        running.set(job, work);
      }
      const { job, trace } = await Promise.race(running.values());
      running.delete(job);
      await file.append(trace);
      time.finish(job, trace.seconds);
      if (trace.error) failures += 1;
      else done += 1;
      yield { type: 'sample', trace, total: all.length, done, failures, left: time.left };
      if (failures >= hopeless && done === all.length - todo.length) throw givenUp(trace);
    }
  } finally {
    stop.abort();
    await Promise.allSettled(running.values());
    await file.close();
    if (Object.keys(overlaps.found).length > 0) await writeRunFile(out, { ...run, overlaps: overlaps.found });
  }
}

async function runJob(
  job: Job,
  { plan, model, signal }: Pick<EvaluationOptions, 'plan' | 'model' | 'signal'>,
  cache: SampleCache,
  overlaps: OverlapMeter,
) {
  const { task, length, seed, system } = job;
  const sample = await cache.get(JSON.stringify([task.label, length.label, seed]), async () => {
    const { split, haystack } = plan;
    const made = await sizedSample(
      task,
      { seed, length, split, ...(haystack ? { haystack } : {}) },
      model.tokenizer,
    );
    overlaps.note(task.label, length.tokens, made);
    return made;
  });
  return evaluateSample(system, sample, { task: task.label, length: length.tokens }, signal);
}

const givenUp = ({ error }: EvalTrace) =>
  new MemAgentError(
    'model-unavailable',
    `The first ${hopeless} samples all failed, the last with: ${error!.message}`,
    { hint: 'Mend that and run the same command again: failed samples are tried anew.' },
  );
