import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MemAgentError, type Model } from '@memagent/core';
import { Lock } from '@memagent/core/node';
import { systemKey } from '../systems/system.ts';
import { type Job, jobsOf, type Plan } from './jobs.ts';
import { OverlapMeter } from './overlap.ts';
import { describeRun, writeRunFile } from './run-file.ts';
import { localRunner, type SampleResult, type SampleRunner } from './runner.ts';
import { TimeLeft } from './time-left.ts';
import { type EvalTrace, traceKey } from './trace.ts';
import { readTraces, TraceFile } from './trace-file.ts';

export interface EvaluationOptions {
  readonly plan: Plan;
  readonly model: Model;
  /** The folder that `run.json` and `traces.jsonl` go to. */
  readonly out: string;
  /** Samples at once; what the model serves well, else 4. */
  readonly concurrency?: number;
  /** What runs the samples; this process unless told. It is closed at the end. */
  readonly runner?: SampleRunner;
  /** The most samples to run now. */
  readonly limit?: number;
  /** Start over even where the folder has traces. */
  readonly fresh?: boolean;
  readonly signal?: AbortSignal;
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

/** Samples that must fail, with none done, before the model is taken to be gone. */
const hopeless = 8;

/**
 * Evaluates a plan. The traces in the folder are the record: what they have is not run again, failed samples are. One
 * run at a time may write to a folder; a lock that a killed one left is recognised.
 *
 * @example
 * for await (const event of evaluate({ plan, model, out: 'runs/first' })) {
 *   if (event.type === 'sample') console.log(event.trace.task, event.trace.verdicts.contains);
 * }
 */
export async function* evaluate(options: EvaluationOptions): AsyncGenerator<EvaluationEvent> {
  const { out } = options;
  // What is under way ends with the run, also when the caller stops listening.
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const path = join(out, 'traces.jsonl');
  await mkdir(out, { recursive: true });
  const lock = await Lock.take(join(out, 'run.lock'));
  if (lock === undefined) {
    await options.runner?.close?.();
    throw inUse(out);
  }
  try {
    yield* runPlan(options, path, stop, signal);
  } finally {
    await options.runner?.close?.();
    await lock.release();
  }
}

async function* runPlan(
  options: EvaluationOptions,
  path: string,
  stop: AbortController,
  signal: AbortSignal,
): AsyncGenerator<EvaluationEvent> {
  const { plan, model, out } = options;
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
  const runner = options.runner ?? localRunner(plan, model, { keep: concurrency + 1 });
  const overlaps = new OverlapMeter(run.overlaps);
  const time = new TimeLeft(jobs, concurrency);
  const file = await TraceFile.open(path);
  const running = new Map<Job, Promise<SampleResult & { job: Job }>>();
  let next = 0;
  let failures = 0;
  try {
    while (next < jobs.length || running.size > 0) {
      signal.throwIfAborted();
      while (running.size < concurrency && next < jobs.length) {
        const job = jobs[next++]!;
        const paragraphs = overlaps.wants(job.task.label, job.length.tokens);
        const work = runner.run({ key: job.key, paragraphs }, signal).then((result) => ({ job, ...result }));
        work.catch(() => undefined); // it is awaited below, together with the others
        running.set(job, work);
      }
      const { job, trace, paragraphs } = await Promise.race(running.values());
      running.delete(job);
      if (paragraphs && overlaps.note(job.task.label, job.length.tokens, job.seed, paragraphs))
        await writeRunFile(out, { ...run, overlaps: overlaps.found });
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
  }
}

const inUse = (out: string) =>
  new MemAgentError('bad-input', `Another run is writing to ${out}.`, {
    hint: 'Wait for it or stop it, or give another folder with --out. `memagent eval report` may be used meanwhile.',
  });

const givenUp = ({ error }: EvalTrace) =>
  new MemAgentError(
    'model-unavailable',
    `The first ${hopeless} samples all failed, the last with: ${error!.message}`,
    { hint: 'Mend that and run the same command again: failed samples are tried anew.' },
  );
