import { MemAgentError } from '@memagent/core';
import { type AddCommand, examples, run } from '../command.ts';
import { exitCodesHelp } from '../exit-code.ts';
import type { Io } from '../io.ts';
import {
  addLimitOptions,
  addMethodOptions,
  addModelOptions,
  addOutputOptions,
  whole,
} from '../reading/flags.ts';
import type { Flags } from '../reading/options.ts';
import type { Session } from '../reading/session.ts';
import { askDocuments } from './ask.ts';

/** `memagent summarize`: reading without a question. */
export const addSummarize: AddCommand = (program, cli) => {
  const command = program
    .command('summarize')
    .summary('sum up documents, where the model can')
    .description(
      'Reads documents chunk by chunk and writes a summary. It takes a model that can write: pocket cannot.',
    )
    .argument('<documents...>', 'what to read')
    .option('--words <n>', 'about how long', whole(), 250);
  for (const add of [addModelOptions, addMethodOptions, addLimitOptions, addOutputOptions]) add(command);
  command
    .addHelpText(
      'after',
      `${examples('memagent summarize report.pdf --model http://127.0.0.1:11434#qwen3:4b', 'memagent summarize minutes/ --words 100')}\n${exitCodesHelp}\n`,
    )
    .action(run(cli, summarize));
};

/** The instruction that stands for the question. */
export const summaryQuestion = (words: number): string =>
  `Write a summary of the whole text in about ${words} words: what it is, what happens or is claimed in it in order, who takes part, and how it ends. Keep names, numbers and dates.`;

async function summarize(io: Io, flags: Flags & { words: number }, documents: string[]): Promise<number> {
  if (flags.policy === 'select') {
    throw new MemAgentError('bad-input', 'The policy "select" copies sentences; it cannot sum up.', {
      hint: 'Use gated or overwrite.',
    });
  }
  const policy = flags.policy ?? 'overwrite';
  return askDocuments(io, { ...flags, policy }, documents, [summaryQuestion(flags.words)], checkCanWrite);
}

function checkCanWrite({ model }: Session): void {
  if (model.canChat) return;
  throw new MemAgentError(
    'model-unavailable',
    `${model.name} cannot sum up: it chooses sentences and writes none.`,
    {
      hint: 'Name a chat model with --model; `memagent doctor` shows what is at hand.',
    },
  );
}
