import { join, relative, resolve } from 'node:path';
import { MemAgentError, type Model } from '@memagent/core';
import {
  createSystems,
  type DataFiles,
  type EvalRecipe,
  estimatePlan,
  evaluate,
  failWorker,
  lengthLabel,
  loadData,
  localRunner,
  type Plan,
  processRunner,
  type ReportData,
  readTraces,
  resolveTask,
  type SystemSettings,
  scoreOf,
  serveSamples,
  writeReport,
} from '@memagent/lab';
import { loadConfig } from '../config/load.ts';
import { coloursFor, type Io, writeJson } from '../io.ts';
import { resolveModel } from '../model/resolve.ts';
import { type Flags, mergeSettings, readingOptions } from '../reading/options.ts';
import { StatusLine } from '../render/status-line.ts';
import { count, duration, plural, table } from '../render/text.ts';
import { type RunFlags, readRecipe } from './eval-recipe.ts';

/** Samples at once in each worker unless told. */
const perWorker = 4;

/** Runs an evaluation, showing how far it is, and reports on it. */
export async function runEvaluation(io: Io, flags: RunFlags, file?: string): Promise<number> {
  if (!flags.worker) return evaluateHere(io, flags, file);
  try {
    return await evaluateHere(io, flags, file);
  } catch (error) {
    failWorker(error);
    throw error;
  }
}

async function evaluateHere(io: Io, flags: RunFlags, file?: string): Promise<number> {
  const recipe = await readRecipe(io, flags, file);
  const out = resolve(io.cwd, flags.out ?? join('memagent-eval', recipe.name ?? 'run'));
  const abort = new AbortController();
  const stop = () => abort.abort();
  process.on('SIGINT', stop);
  const { config } = await loadConfig(io.env, io.cwd);
  const { seed: _, ...rest } = flags;
  const settings = mergeSettings(
    { ...rest, ...(flags.model || !recipe.model ? {} : { model: recipe.model }) } as Flags,
    config,
  );
  let model: Model | undefined;
  let status: StatusLine | undefined;
  let progress = 'loading';
  let done = 0;
  try {
    const workers = flags.workers ?? recipe.workers ?? 1;
    const concurrency =
      flags.concurrency ?? recipe.concurrency ?? (workers > 1 ? workers * perWorker : undefined);
    const share = Math.ceil((concurrency ?? 4) / workers);
    const tell = (text: string) => void (flags.quiet || flags.worker || io.stderr.write(`${text}\n`));
    model = await resolveModel({
      settings,
      env: io.env,
      cwd: io.cwd,
      notice: tell,
      parallel: share,
      signal: abort.signal,
    });
    const shared = await sharedSettings(io, settings, model);
    const plan = await makePlan(recipe, model, shared, io, abort.signal, tell);
    if (flags.worker && process.connected) {
      await serveSamples(localRunner(plan, model, { keep: share + 1 }));
      return 0;
    }
    if (flags.dryRun) return await dryRun(io, plan, model, out, concurrency ?? model.concurrency ?? 4, flags);
    if (!flags.json && !flags.quiet) status = new StatusLine(io, () => progress);
    for await (const event of evaluate({
      plan,
      model,
      out,
      signal: abort.signal,
      ...(concurrency ? { concurrency } : {}),
      ...(workers > 1 ? { runner: processRunner(workerProgram(), workers) } : {}),
      ...(flags.limit ? { limit: flags.limit } : {}),
      ...(flags.fresh ? { fresh: true } : {}),
    })) {
      done = event.done;
      progress = `${count(event.done)} of ${count(event.total)} samples`;
      if (event.type === 'started' && event.done > 0 && !flags.quiet)
        io.stderr.write(`Going on: ${plural(event.done, 'sample')} of ${count(event.total)} are there.\n`);
      if (event.type === 'sample') {
        const { trace, failures, left } = event;
        if (failures > 0) progress += ` · ${count(failures)} failed`;
        if (left !== undefined) progress += ` · ${duration(left)} left`;
        progress += ` · ${trace.task} ${lengthLabel(trace.length)} ${trace.system}`;
        if (flags.json) {
          const { steps: _steps, facts: _facts, ...told } = trace;
          writeJson(io, { type: 'sample', ...told, score: scoreOf(trace, recipe.verifier) });
        }
      }
      status?.update();
    }
    status?.close();
    const data = await writeReport(out, { ...(recipe.verifier ? { verifier: recipe.verifier } : {}) });
    showRows(io, data, out, flags);
    return 0;
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    throw new MemAgentError('aborted', `Stopped with ${plural(done, 'finished sample')}.`, {
      hint: 'The same command goes on from there; `memagent eval report` shows what there is.',
      cause: error,
    });
  } finally {
    status?.close();
    process.off('SIGINT', stop);
    await model?.close?.();
  }
}

/** A worker is this same command, told to serve: it makes the same plan from the same arguments. */
const workerProgram = () => ({ script: process.argv[1]!, args: [...process.argv.slice(2), '--worker'] });

/** What all systems share, from flags and config. */
async function sharedSettings(
  io: Io,
  settings: ReturnType<typeof mergeSettings>,
  model: Model,
): Promise<SystemSettings> {
  const options = await readingOptions({ ...settings, journal: false }, {}, model, io);
  const { profile, policy, budgets, chunks, hints, review, weigh, keepMatches, ahead, exit } = options;
  const { temperature, topP, reasoningTokens } = options;
  const shared = {
    profile,
    policy,
    budgets,
    chunks,
    hints,
    review,
    weigh,
    keepMatches,
    ahead,
    exit,
    temperature,
    topP,
    reasoningTokens,
  };
  return Object.fromEntries(Object.entries(shared).filter(([, value]) => value !== undefined));
}

async function makePlan(
  recipe: EvalRecipe,
  model: Model,
  shared: SystemSettings,
  io: Io,
  signal: AbortSignal,
  tell: (text: string) => void,
): Promise<Plan> {
  // Systems first: what a model cannot do should not wait for data to load.
  const { skipUnable = false } = recipe;
  const { systems, leftOut } = createSystems(recipe.systems, model, shared, { skipUnable });
  for (const { system, why } of leftOut) tell(`Left out: ${system}. ${why}`);
  const files = absoluteFiles(recipe.data ?? {}, io.cwd);
  const { tasks: loaded, haystack } = await loadData(files, recipe.split, {
    signal,
    ...(recipe.referenceOrder ? { referenceOrder: true } : {}),
  });
  return {
    tasks: recipe.tasks.map((spec) => resolveTask(spec, loaded)),
    lengths: recipe.lengths,
    systems,
    seeds: Array.from({ length: recipe.samples }, (_, i) => recipe.seed + i),
    split: recipe.split,
    data: { ...recipe.data, ...(recipe.referenceOrder ? { referenceOrder: true } : {}) },
    ...(haystack ? { haystack } : {}),
    ...(recipe.name ? { name: recipe.name } : {}),
    ...(recipe.description ? { description: recipe.description } : {}),
  };
}

export const absoluteFiles = (files: DataFiles, cwd: string): DataFiles =>
  Object.fromEntries(
    Object.entries(files).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map((path) => resolve(cwd, path)) : resolve(cwd, value),
    ]),
  );

async function dryRun(
  io: Io,
  plan: Plan,
  model: Model,
  out: string,
  concurrency: number,
  flags: { json?: boolean },
): Promise<number> {
  const found = estimatePlan(plan, model, await readTraces(join(out, 'traces.jsonl')), concurrency);
  if (flags.json) {
    writeJson(io, { type: 'estimate', model: model.name, ...found });
    return 0;
  }
  const rows = [
    ['samples', `${count(found.samples)}${found.done > 0 ? `, of which ${count(found.done)} are done` : ''}`],
    ['calls', `about ${count(found.calls)}`],
    ['read', `about ${count(found.tokensIn)} tokens`],
    ['written', `at most ${count(found.tokensOut)} tokens`],
    [
      'time',
      found.seconds === undefined
        ? 'unknown until some samples are done (--limit 5)'
        : `about ${duration(found.seconds)}`,
    ],
    ...(found.money === undefined
      ? []
      : [['money', `at most ${found.money.toFixed(2)} ${model.price!.currency}`]]),
  ];
  io.stdout.write(`${table(rows)}\n`);
  return 0;
}

/** The rows, and where the report is. */
export function showRows(
  io: Io,
  data: ReportData,
  out: string,
  flags: { json?: boolean; quiet?: boolean },
): void {
  if (flags.json) {
    for (const row of data.rows) writeJson(io, { type: 'row', ...row });
    return;
  }
  const c = coloursFor(io.stdout, io.env);
  const percent = (share: number) => (share * 100).toFixed(1);
  const rows = data.rows.map((row) => [
    row.task,
    lengthLabel(row.length),
    [row.system, row.policy, row.variant].filter(Boolean).join(' '),
    String(row.n),
    `${percent(row.accuracy)} (${percent(row.low)}–${percent(row.high)})`,
    row.failures > 0 ? `${row.failures} failed` : '',
  ]);
  io.stdout.write(`${table([['task', 'length', 'system', 'n', 'accuracy', ''], ...rows])}\n`);
  if (!flags.quiet)
    io.stderr.write(`${c.dim('report:')} ${relative(io.cwd, join(out, 'report.html')) || out}\n`);
}
