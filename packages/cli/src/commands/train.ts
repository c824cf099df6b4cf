import { readFile, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { loadTokenizer, MemAgentError, type Tokenizer } from '@memagent/core';
import { ggufTokenizer } from '@memagent/llama';
import { pocketPath } from '@memagent/pocket';
import {
  loadOwnModule,
  type OwnModule,
  planTraining,
  rememberTokenizer,
  serveRolloutsOf,
  type TrainRecipe,
  train,
} from '@memagent/train';
import { Option } from 'commander';
import { type AddCommand, examples, run } from '../command.ts';
import { coloursFor, type Io, writeJson } from '../io.ts';
import { whole } from '../reading/flags.ts';
import { StatusLine } from '../render/status-line.ts';
import { count, table } from '../render/text.ts';
import { stepLine, TrainView } from '../render/train-view.ts';
import { readTrainRecipe, type TrainRecipeFlags } from './train-recipe.ts';

interface TrainFlags extends TrainRecipeFlags {
  out?: string;
  resume?: boolean;
  dryRun?: boolean;
  worker?: boolean;
  quiet?: boolean;
  json?: boolean;
}

/** `memagent train`: reinforcement learning by a recipe. */
export const addTrain: AddCommand = (program, cli) => {
  program
    .command('train')
    .summary('train a model to read, by a recipe')
    .description(
      'Trains a model by reinforcement learning on an engine that speaks the Tinker protocol: ours, SkyRL, hosted Tinker. Leaves metrics.jsonl, metrics.svg, samples.jsonl and checkpoint.json in its folder.',
    )
    .argument('<recipe>', 'a YAML file, such as those in recipes/train')
    .option('--out <folder>', 'where the run is kept (memagent-train/<name>)')
    .option('--engine <url>', 'the engine, over what the recipe says')
    .option('--steps <n>', 'how many steps, over what the recipe says', whole())
    .option('--seed <n>', 'another seed', whole())
    .option(
      '--set <key=value>',
      'anything else over what the recipe says, as algorithm.std=true (repeatable)',
      (text: string, before: string[] = []) => [...before, text],
    )
    .option('--resume', 'go on from the last checkpoint')
    .option('--dry-run', 'check everything but the engine, and say what would be done')
    .option('--seconds <n>', 'end after so long, whole, with the steps that were made', whole())
    .option('--workers <n>', 'processes that roll out, over what the recipe says', whole())
    .addOption(new Option('--worker').hideHelp())
    .option('--json', 'events as JSON lines')
    .option('--quiet', 'no progress')
    .option('--debug', 'show where an error came from')
    .addHelpText(
      'after',
      examples(
        'memagent train recipes/remember.yaml --out runs/remember',
        'memagent train recipe.yaml --engine http://127.0.0.1:8000 --resume',
        'memagent train recipe.yaml --set algorithm.dynamicSampling=null',
        'memagent train recipe.yaml --dry-run',
      ),
    )
    .action(run(cli, runTraining));
};

async function runTraining(io: Io, flags: TrainFlags, file: string): Promise<number> {
  const recipe = await readTrainRecipe(io, flags, file);
  const tokenizer = await openTokenizer(recipe.model.tokenizer);
  const own: OwnModule = recipe.module ? await loadOwnModule(recipe.module) : {};
  const out = resolve(io.cwd, flags.out ?? join('memagent-train', recipe.name ?? 'run'));
  if (flags.worker && process.connected) {
    await serveRolloutsOf({ recipe, out, tokenizer, own });
    return 0;
  }
  if (flags.dryRun) return showPlan(io, flags, recipe, own, tokenizer);

  const abort = new AbortController();
  const stop = () => abort.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  const c = coloursFor(io.stderr, io.env);
  const view = new TrainView(recipe.steps);
  let line = 'connecting';
  let done = 0;
  let kept = false;
  const status = flags.json || flags.quiet ? undefined : new StatusLine(io, () => line);
  try {
    const events = train({
      recipe,
      out,
      tokenizer,
      own,
      env: io.env,
      signal: abort.signal,
      // A worker is this same command, told to serve: it reads the same recipe from the same arguments.
      worker: { script: process.argv[1]!, args: [...process.argv.slice(2), '--worker'] },
      ...(flags.resume ? { resume: true } : {}),
    });
    for await (const event of events) {
      if (flags.json) writeJson(io, event);
      if (event.type === 'engine') line = `engine: ${event.message}`;
      if (event.type === 'started') done = event.step;
      if (event.type === 'checkpoint' || flags.resume) kept = true;
      if (event.type === 'phase') line = view.line(event.step, event.phase);
      if (event.type === 'cold-start')
        line = `cold start ${event.step} of ${event.steps} · loss ${event.loss.toFixed(3)}`;
      if (event.type === 'warning') status?.above(`${c.yellow('warning:')} ${event.message}\n`);
      if (event.type === 'step') {
        done = event.metrics.step;
        view.add(event.metrics);
        status?.above(`step ${event.metrics.step}  ${stepLine(event.metrics)}\n`);
      }
      if (event.type === 'done') {
        line = 'ending';
        status?.above('');
      }
      if (event.type === 'done' && !flags.json)
        io.stdout.write(
          `${relative(io.cwd, join(out, 'metrics.jsonl'))}\n${relative(io.cwd, event.chart)}\n`,
        );
      status?.update();
    }
    return 0;
  } catch (error) {
    if (abort.signal.aborted && !flags.quiet)
      io.stderr.write(
        kept
          ? `Stopped after step ${done}; --resume goes on from the last checkpoint.\n`
          : 'Stopped before the first checkpoint; the same command starts anew.\n',
      );
    throw error;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
    status?.close();
  }
}

async function openTokenizer(named: string): Promise<Tokenizer> {
  if (named === 'words') return rememberTokenizer();
  const given = named === 'pocket' ? pocketPath() : named;
  if (given === undefined)
    throw new MemAgentError('bad-input', 'The shipped model is not here, so its tokenizer is not either.', {
      hint: 'Set model.tokenizer to a tokenizer.json or a GGUF.',
    });
  if (given.endsWith('.gguf')) return ggufTokenizer(given);
  try {
    const path = (await stat(given)).isDirectory() ? join(given, 'tokenizer.json') : given;
    return loadTokenizer(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    throw new MemAgentError(
      'bad-input',
      `${named} cannot be used as a tokenizer: ${(cause as Error).message}`,
      {
        hint: 'Give a tokenizer.json, the folder that has one, or a GGUF.',
        cause,
      },
    );
  }
}

async function showPlan(
  io: Io,
  flags: TrainFlags,
  recipe: TrainRecipe,
  own: OwnModule,
  tokenizer: Tokenizer,
): Promise<number> {
  const plan = await planTraining(recipe, own, tokenizer);
  if (flags.json) {
    writeJson(io, plan);
    return 0;
  }
  const rows = [
    ['engine', engineOf(recipe)],
    ['steps', count(plan.steps)],
    ['tasks a step', count(plan.tasksPerStep)],
    ['trajectories a step', count(plan.trajectoriesPerStep)],
    ['updates a step', count(plan.updatesPerStep)],
    ['text tokens read a step', count(plan.textTokensPerStep)],
    ['loss', plan.loss === 'ppo' ? 'the engine’s ppo' : 'computed here, sent as its derivative'],
    ['first task', `${plan.firstTask.question} → ${plan.firstTask.answers.join(', ')}`],
  ];
  io.stdout.write(`${table(rows)}\n`);
  return 0;
}

function engineOf({ engine: { url, start }, model }: TrainRecipe): string {
  if (url !== undefined) return url;
  if (start.model === undefined && !model.random) return 'none named: give --engine';
  return `started here (${start.model ?? 'random weights'})`;
}
