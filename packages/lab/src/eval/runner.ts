import { MemAgentError, type Model } from '@memagent/core';
import { evaluateSample } from './evaluate-sample.ts';
import { jobsOf, type Plan } from './jobs.ts';
import { paragraphsOf } from './overlap.ts';
import { SampleCache, sizedSample } from './samples.ts';
import type { EvalTrace } from './trace.ts';

/** One sample under one system to be run. */
export interface SampleOrder {
  /** The key of its job. */
  readonly key: string;
  /** Whether the paragraphs that its text is made of are wanted, as hashes. */
  readonly paragraphs?: boolean;
}

/** What came of it. */
export interface SampleResult {
  readonly trace: EvalTrace;
  readonly paragraphs?: Uint32Array;
}

/** What runs the samples of an evaluation: this process, or others. */
export interface SampleRunner {
  run(order: SampleOrder, signal?: AbortSignal): Promise<SampleResult>;
  close?(): Promise<void>;
}

/** Runs the samples of a plan in this process; the latest few are kept, so that several systems share one. */
export function localRunner(
  plan: Plan,
  model: Pick<Model, 'tokenizer'>,
  options: { readonly keep?: number } = {},
): SampleRunner {
  const jobs = new Map(jobsOf(plan).map((job) => [job.key, job]));
  const cache = new SampleCache(options.keep ?? 5);
  const { split, haystack } = plan;
  return {
    async run({ key, paragraphs }, signal) {
      const job = jobs.get(key);
      if (job === undefined)
        throw new MemAgentError('internal', `The plan has no sample ${key}.`, {
          hint: 'Every process of a run needs the same plan: the same recipe, flags and data files.',
        });
      const { task, length, seed, system } = job;
      const sample = await cache.get(JSON.stringify([task.label, length.label, seed]), () =>
        sizedSample(task, { seed, length, split, ...(haystack ? { haystack } : {}) }, model.tokenizer),
      );
      const made = paragraphs ? paragraphsOf(sample) : undefined;
      const trace = await evaluateSample(system, sample, { task: task.label, length: length.tokens }, signal);
      return { trace, ...(made ? { paragraphs: made } : {}) };
    },
  };
}
