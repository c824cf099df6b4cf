import type { Model } from '@memagent/core';
import { jobsOf, type Plan } from './jobs.ts';
import { type EvalTrace, traceKey } from './trace.ts';

/** What a plan will take, before it starts. */
export interface PlanEstimate {
  readonly samples: number;
  /** Of those, finished by an earlier run. */
  readonly done: number;
  readonly calls: number;
  readonly tokensIn: number;
  /** The most that can be generated. */
  readonly tokensOut: number;
  readonly money?: number;
  /** From the pace of traces that are there; undefined where there are none. */
  readonly seconds?: number;
}

/** Estimates what is left of a plan. */
export function estimatePlan(
  plan: Plan,
  model: Pick<Model, 'price'>,
  traces: readonly EvalTrace[] = [],
  concurrency = 1,
): PlanEstimate {
  const finished = new Set(traces.filter(({ error }) => !error).map(traceKey));
  const jobs = jobsOf(plan);
  const todo = jobs.filter(({ key }) => !finished.has(key));
  const sum = { calls: 0, tokensIn: 0, tokensOut: 0 };
  for (const { system, length } of todo) {
    const one = system.estimate(length.tokens);
    sum.calls += one.calls;
    sum.tokensIn += one.tokensIn;
    sum.tokensOut += one.tokensOut;
  }
  const read = traces.reduce((total, trace) => total + trace.tokensIn, 0);
  const spent = traces.reduce((total, trace) => total + trace.seconds, 0);
  const { price } = model;
  return {
    samples: jobs.length,
    done: jobs.length - todo.length,
    ...sum,
    ...(price ? { money: (sum.tokensIn * price.input + sum.tokensOut * price.output) / 1e6 } : {}),
    ...(read > 0 ? { seconds: ((spent / read) * sum.tokensIn) / concurrency } : {}),
  };
}
