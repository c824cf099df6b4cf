import { resolve } from 'node:path';
import { MemAgentError } from '@memagent/core';
import {
  compareRuns,
  lengthLabel,
  readRecord,
  systemDescriptions,
  verifiers,
  writeReport,
} from '@memagent/lab';
import { Command, Option } from 'commander';
import { type AddCommand, examples, run } from '../command.ts';
import { type Io, writeJson } from '../io.ts';
import { addMethodOptions, addModelOptions, whole } from '../reading/flags.ts';
import { table } from '../render/text.ts';
import { runEvaluation, showRows } from './eval-run.ts';
import { type ShowFlags, showTask, tasks } from './eval-tasks.ts';

/** `memagent eval`: tasks, runs and reports. */
export const addEval: AddCommand = (program, cli) => {
  const group = program
    .command('eval')
    .summary('evaluate models and ways of reading')
    .description(
      'Runs tasks at any length by several systems, and reports accuracy, cost and what was lost.',
    );
  group.addHelpText(
    'after',
    examples(
      'memagent eval tasks',
      'memagent eval run --tasks niah_single_1,vt --lengths 8k,32k --systems memagent,lexical --samples 20 --seed 1 --out results',
      'memagent eval report results',
    ),
  );
  const list = group
    .command('tasks')
    .description('List the tasks, or show a sample of one.')
    .option('--show <task>', 'print a sample: chain, or chain:hops=2')
    .option('--length <length>', 'how long its text is', '2k')
    .option('--seed <n>', 'which sample', whole(0), 1)
    .addOption(splitOption().default('test'))
    .option('--json', 'one JSON object a line')
    .option('--debug', 'show where an error came from')
    .addHelpText(
      'after',
      examples(
        'memagent eval tasks',
        'memagent eval tasks --show vt --length 2k --seed 1',
        'memagent eval tasks --show hqa --hotpot hotpot_dev_distractor_v1.json --length 20d',
      ),
    )
    .action(
      run(cli, async (io: Io, flags: ShowFlags) =>
        flags.show === undefined ? tasks(io, flags) : showTask(io, flags, flags.show),
      ),
    );
  addDataOptions(list);
  const command = group
    .command('run')
    .summary('evaluate systems on tasks')
    .description(
      'Evaluates every task at every length by every system, and writes summary.json, statistics.json, traces.jsonl, report.md and report.html. Run again, it goes on where it was left.',
    )
    .argument('[recipe]', 'a YAML file with the same settings as the flags; flags win')
    .option('--tasks <list>', 'with commas: niah_single_1,vt,chain:hops=2 (see `memagent eval tasks`)')
    .option('--lengths <list>', 'with commas: 8k,32k,1m tokens, or 200d for paragraphs')
    .option(
      '--systems <list>',
      `with commas: ${systemDescriptions.map(({ name }) => name).join(', ')}; memagent:select for a policy`,
    )
    .option('--samples <n>', 'samples of each task and length (20)', whole())
    .option('--seed <n>', 'the first sample (1)', whole(0))
    .addOption(splitOption())
    .addOption(new Option('--verifier <name>', 'score all tasks by this one').choices(Object.keys(verifiers)))
    .option('--out <folder>', 'where results go (memagent-eval/<recipe>)')
    .option('--limit <n>', 'run at most so many samples now', whole())
    .option('--concurrency <n>', 'samples at once', whole())
    .option(
      '--workers <n>',
      'processes to run them in, for a served model that is faster than one (1)',
      whole(),
    )
    .addOption(new Option('--worker').hideHelp())
    .option('--dry-run', 'say what it will take, and stop')
    .option('--fresh', 'start over even where the folder has results');
  addDataOptions(command);
  addModelOptions(command);
  // Its --seed is the sampling's; here a seed is a sample's.
  const method = addMethodOptions(new Command()).options.filter(({ long }) => long !== '--seed');
  command.optionsGroup('Method, where a system does not say otherwise:');
  for (const option of method) command.addOption(option);
  command
    .optionsGroup('Output:')
    .option('--json', 'samples and rows as JSON lines')
    .option('--quiet', 'no progress')
    .option('--debug', 'show where an error came from')
    .addHelpText(
      'after',
      `${examples(
        'memagent eval run --tasks niah_single_1,vt --lengths 8k,32k --systems memagent,lexical --samples 20 --seed 1 --out results',
        'memagent eval run recipes/eval/context-scaling.yaml --model http://127.0.0.1:8080 --dry-run',
        'memagent eval run --tasks hqa --hotpot hotpot_dev_distractor_v1.json --lengths 50d,200d --systems memagent,bm25',
      )}\nCtrl-C keeps the samples that are finished; the same command goes on from there.\n`,
    )
    .action(run(cli, runEvaluation));
  group
    .command('report')
    .description(
      'Write summary and report of a run again from its traces, also of one that is still under way.',
    )
    .argument('<folder>', 'what --out named')
    .addOption(new Option('--verifier <name>', 'score all tasks by this one').choices(Object.keys(verifiers)))
    .option('--json', 'the rows as JSON lines')
    .option('--debug', 'show where an error came from')
    .addHelpText(
      'after',
      examples('memagent eval report results', 'memagent eval report results --verifier strict'),
    )
    .action(
      run(cli, async (io: Io, flags: { verifier?: string; json?: boolean }, folder: string) => {
        const out = resolve(io.cwd, folder);
        showRows(io, await writeReport(out, flags), out, flags);
        return 0;
      }),
    );
  addCompare(group, cli);
};

/** `memagent eval compare`: two runs on the same questions. */
function addCompare(group: Command, cli: Parameters<AddCommand>[1]): void {
  group
    .command('compare')
    .summary('compare two runs on the same questions')
    .description(
      'Compares two runs question by question, as of two models: the difference in points with its 95 % interval, of each task and length and of all.',
    )
    .argument('<first>', 'a run’s folder, or its record.json')
    .argument('<second>', 'the run to compare it with')
    .option('--json', 'one JSON object a line')
    .option('--debug', 'show where an error came from')
    .addHelpText('after', examples('memagent eval compare results-new results-old'))
    .action(run(cli, compareRecords));
}

async function compareRecords(
  io: Io,
  flags: { json?: boolean },
  first: string,
  second: string,
): Promise<number> {
  const [a, b] = await Promise.all([first, second].map((path) => readRecord(resolve(io.cwd, path))));
  const rows = compareRuns(a!, b!);
  if (rows.length === 0)
    throw new MemAgentError(
      'bad-input',
      'The runs have no question of a task, length and system in common.',
      {
        hint: 'Compare runs of the same tasks, lengths, seeds and systems.',
      },
    );
  if (flags.json) {
    for (const row of rows) writeJson(io, { type: 'comparison', ...row });
    return 0;
  }
  const points = (share: number) => `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)}`;
  const cells = rows.map((row) => [
    row.system,
    row.task ?? 'all',
    row.length === null ? 'all' : lengthLabel(row.length),
    String(row.n),
    (row.first * 100).toFixed(1),
    (row.second * 100).toFixed(1),
    `${points(row.difference)} (${points(row.low)} to ${points(row.high)})`,
    row.p < 0.001 ? '< 0.001' : row.p.toFixed(3),
  ]);
  const head = ['system', 'task', 'length', 'pairs', 'first', 'second', 'difference', 'p'];
  io.stdout.write(`${table([head, ...cells])}\n`);
  return 0;
}

/** Files that texts and questions are made from. */
const addDataOptions = (command: Command) =>
  command
    .optionsGroup('Data, as JSON, JSON lines (.gz too) or parquet:')
    .option('--squad <file>', 'SQuAD, for qa_1')
    .option('--hotpot <file>', 'HotpotQA, for qa_2 and hqa')
    .option('--musique <file>', 'MuSiQue, for musique')
    .option('--twowiki <file>', '2WikiMultihopQA, for 2wiki')
    .option('--longbench <files...>', 'LongBench subsets, for longbench_…')
    .option('--paragraphs <file>', 'rows of {title, text}: further distractors')
    .option('--haystack <files...>', 'plain texts to hide needles in')
    .option('--reference-order', 'in hqa, paragraphs in the published evaluation’s order');

const splitOption = () =>
  new Option('--split <name>', 'wordings and data of which part (test)').choices([
    'train',
    'validation',
    'test',
  ]);
