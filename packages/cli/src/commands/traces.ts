import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { loadTokenizer, MemAgentError, type Tokenizer } from '@memagent/core';
import { type Split, traceLines } from '@memagent/lab';
import { ggufTokenizer } from '@memagent/llama';
import { pocketPath } from '@memagent/pocket';
import { Option } from 'commander';
import { type AddCommand, examples, run } from '../command.ts';
import type { Io } from '../io.ts';
import { number, whole } from '../reading/flags.ts';

interface TraceFlags {
  tokenizer?: string;
  split: Split;
  seed: number;
  limit?: number;
  squadTrain?: string;
  squadDev?: string;
  hotpot?: string;
  paragraphs?: string;
  text?: string[];
  neighbours?: string;
  asked?: string;
  asking?: number;
}

/** `memagent traces`: supervised reading traces for training. */
export const addTraces: AddCommand = (program, cli) => {
  program
    .command('traces')
    .summary('write what an ideal reader would do, for training')
    .description(
      'Writes traces as JSON lines: {"kind", "prompt": [ids], "response": [ids]}. Tasks are made up on the way, by seed; files add natural questions and running prose.',
    )
    .option(
      '--tokenizer <file>',
      'a tokenizer.json or GGUF with the special tokens of pocket (the shipped one)',
    )
    .addOption(
      new Option('--split <name>', 'which part of the data')
        .choices(['train', 'validation', 'test'])
        .default('train'),
    )
    .option('--seed <n>', 'different seeds share no sample', whole(), 1)
    .option('--limit <n>', 'how many; without end unless told', whole())
    .option('--squad-train <file>', 'SQuAD v1.1 train, JSON or .gz')
    .option('--squad-dev <file>', 'SQuAD v1.1 dev: kept out of training')
    .option('--hotpot <file>', 'HotpotQA, JSON or JSON lines')
    .option('--paragraphs <file>', 'JSON lines of {title, text}: distractors and cloze questions')
    .option('--text <files...>', 'plain texts: haystacks and running prose')
    .option('--neighbours <file>', 'JSON table of words used alike: questions in other words than the text')
    .option('--asked <file>', 'questions that a model made, as a SQuAD file')
    .option('--asking <weight>', 'questions to make for marked answers too; all else weighs 1.7', number(0))
    .option('--debug', 'show where an error came from')
    .addHelpText(
      'after',
      examples(
        'memagent traces --limit 1000 > traces.jsonl',
        'memagent traces --seed 7 --squad-train train-v1.1.json --text novel.txt',
      ),
    )
    .action(run(cli, traces));
};

async function traces(io: Io, flags: TraceFlags): Promise<number> {
  const { text, tokenizer, ...rest } = flags;
  const lines = traceLines({
    ...rest,
    ...(text ? { texts: text } : {}),
    tokenizer: await openTokenizer(tokenizer),
  });
  for await (const line of lines) {
    const full = io.stdout.write(line) === false;
    if (full && io.stdout instanceof Writable) await once(io.stdout, 'drain');
  }
  return 0;
}

async function openTokenizer(path = pocketPath()): Promise<Tokenizer> {
  if (path === undefined) {
    throw new MemAgentError('bad-input', 'The shipped model is not here, so its tokenizer is not either.', {
      hint: 'Name one with --tokenizer.',
    });
  }
  if (path.endsWith('.gguf')) return ggufTokenizer(path);
  try {
    return loadTokenizer(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    throw new MemAgentError(
      'bad-input',
      `${path} cannot be used as a tokenizer: ${(cause as Error).message}`,
      {
        hint: 'Give a tokenizer.json or a GGUF.',
        cause,
      },
    );
  }
}
