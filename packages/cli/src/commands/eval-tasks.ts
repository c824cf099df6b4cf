import { testTokenizer } from '@memagent/core';
import {
  tasks as allTasks,
  type DataFiles,
  dataTasks,
  loadData,
  parseLength,
  parseTask,
  resolveTask,
  type Split,
  sizedSample,
} from '@memagent/lab';
import { coloursFor, type Io, widthOf, writeJson } from '../io.ts';
import { shorten, table } from '../render/text.ts';
import { dataOptions } from './eval-recipe.ts';
import { absoluteFiles } from './eval-run.ts';

/** Lists the tasks there are. */
export async function tasks(io: Io, { json }: { json?: boolean }): Promise<number> {
  const listed = [
    ...allTasks.map(({ name, description, form, canBeUnanswerable }) => ({
      name,
      description,
      form,
      canBeUnanswerable,
    })),
    ...dataTasks.map(({ name, description, file }) => ({ name, description, needs: `--${file}` })),
  ];
  if (json) for (const task of listed) writeJson(io, { type: 'task', ...task });
  else {
    const rows = listed.map((task) => [
      task.name,
      'needs' in task ? `${task.description} Needs ${task.needs}.` : task.description,
    ]);
    const first = Math.max(...rows.map(([name]) => name!.length)) + 2;
    const room = io.stdout.isTTY ? widthOf(io.stdout) - first : 400;
    io.stdout.write(`${table(rows.map(([name, text]) => [name!, shorten(text!, room)]))}\n`);
  }
  return 0;
}

/** Which sample to print, and the data files that it may need. */
export interface ShowFlags extends Record<string, unknown> {
  readonly show?: string;
  readonly length: string;
  readonly seed: number;
  readonly split: Split;
  readonly referenceOrder?: boolean;
  readonly json?: boolean;
}

/** Prints a sample: question, answer, where the evidence lies, and the text. */
export async function showTask(io: Io, flags: ShowFlags, show: string): Promise<number> {
  const { seed, split } = flags;
  const given = dataOptions.filter((name) => flags[name] !== undefined).map((name) => [name, flags[name]]);
  const files = absoluteFiles(Object.fromEntries(given) as DataFiles, io.cwd);
  const { tasks: loaded, haystack } = await loadData(files, split, {
    ...(flags.referenceOrder ? { referenceOrder: true } : {}),
  });
  // No model is at hand: lengths are in the tokens of a usual vocabulary, near enough.
  const sample = await sizedSample(
    resolveTask(parseTask(show), loaded),
    { seed, length: parseLength(flags.length), split, ...(haystack ? { haystack } : {}) },
    testTokenizer(),
  );
  const { id, question, answers, match, answerable, form, evidence, meta, text } = sample;
  if (flags.json) {
    writeJson(io, { type: 'sample', id, question, answers, match, answerable, form, evidence, meta, text });
    return 0;
  }
  const c = coloursFor(io.stdout, io.env);
  const expected = answerable ? answers.join(match === 'all' ? ', ' : ' or ') : 'none: the text does not say';
  const rows = [
    ['sample', id],
    ['question', question],
    ['answer', expected],
    ...evidence.map(({ start, end, needs, supersedes }, i) => [
      i === 0 ? 'evidence' : '',
      `${Math.round(meta.depths[i]! * 100)} %  ${text.slice(start, end).replace(/\s+/g, ' ')}${needs === undefined ? '' : c.dim(`  (needs ${needs + 1})`)}${supersedes === undefined ? '' : c.dim(`  (supersedes ${supersedes + 1})`)}`,
    ]),
  ];
  let marked = '';
  let at = 0;
  for (const { start, end } of evidence) {
    if (start < at) continue;
    marked += text.slice(at, start) + c.bold(c.green(text.slice(start, end)));
    at = end;
  }
  io.stdout.write(`${table(rows)}\n\n${marked}${text.slice(at)}\n`);
  return 0;
}
