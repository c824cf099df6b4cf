import type { LossResult } from './types.ts';

/**
 * Metrics over several requests, by the ending of their names as servers mean it: `:mean` weighted by datums, `:max`,
 * `:min`, and sums otherwise. One that not all requests have is left out: a part of it would be taken for the whole.
 */
export function combineMetrics(results: readonly LossResult[]): Record<string, number> {
  const out: Record<string, number> = {};
  const datums = results.reduce((sum, { outputs }) => sum + outputs.length, 0);
  for (const key of Object.keys(results[0]?.metrics ?? {})) {
    const values = results.flatMap(({ metrics }) => metrics[key] ?? []);
    if (values.length !== results.length) continue;
    if (key.endsWith(':max')) out[key] = Math.max(...values);
    else if (key.endsWith(':min')) out[key] = Math.min(...values);
    else if (key.endsWith(':mean'))
      out[key] = values.reduce((sum, value, i) => sum + (value * results[i]!.outputs.length) / datums, 0);
    else out[key] = values.reduce((sum, value) => sum + value, 0);
  }
  return out;
}
