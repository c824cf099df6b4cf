export { estimatePlan, type PlanEstimate } from './estimate.ts';
export { type EvaluationEvent, type EvaluationOptions, evaluate } from './evaluation.ts';
export { type Job, jobsOf, type Plan } from './jobs.ts';
export { type Length, lengthLabel, parseLength } from './length.ts';
export {
  failWorker,
  type ProcessRunner,
  processRunner,
  serveSamples,
  type WorkerProgram,
} from './process-runner.ts';
export { type DataFiles, type EvalRecipe, evalRecipe, parseRecipe } from './recipe.ts';
export { type RunFile, readRunFile } from './run-file.ts';
export { localRunner, type SampleOrder, type SampleResult, type SampleRunner } from './runner.ts';
export { sizedSample } from './samples.ts';
export * from './statistics.ts';
export { type SummaryOptions, type SummaryRow, scoreOf, summarize, usualVerifier } from './summary.ts';
export { type FactFate, type Fate, factFates, fates } from './survival.ts';
export {
  type EvalTask,
  generateSample,
  parseTask,
  resolveTask,
  type SampleRequest,
  type TaskSpec,
  taskLabel,
  taskSpec,
} from './task-spec.ts';
export { type EvalTrace, evalTrace, traceKey } from './trace.ts';
export { readTraces } from './trace-file.ts';
