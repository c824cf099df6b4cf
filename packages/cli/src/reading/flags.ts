import { type Command, InvalidArgumentError, Option } from 'commander';

/** A whole number from `least` on. */
export const whole =
  (least = 1) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} on.`);
  };

/** A number within bounds. */
export const number =
  (least: number, most = Number.POSITIVE_INFINITY) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== '' && value >= least && value <= most) return value;
    throw new InvalidArgumentError(
      most === Number.POSITIVE_INFINITY
        ? `It must be a number from ${least} on.`
        : `It must be a number from ${least} to ${most}.`,
    );
  };

/** `0.15,0.6` or `0.15,0.6,EUR`: money per million tokens read and written. */
export function parsePrice(text: string): { input: number; output: number; currency: string } {
  const match = /^([\d.]+),([\d.]+)(?:,(\p{L}{1,4}|\p{Sc}))?$/u.exec(text);
  if (!match || Number.isNaN(Number(match[1])) || Number.isNaN(Number(match[2]))) {
    throw new InvalidArgumentError('Write in,out per million tokens, for example 0.15,0.60.');
  }
  return { input: Number(match[1]), output: Number(match[2]), currency: match[3] ?? 'USD' };
}

const collect = (text: string, before: string[] | undefined) => [...(before ?? []), text];

/** Which model, and how it is run. */
export function addModelOptions(command: Command): Command {
  return command
    .optionsGroup('Model:')
    .option(
      '-m, --model <model>',
      'a GGUF file, a pulled model, "pocket", or the address of a server (url#model; several with commas)',
    )
    .option('--window <tokens>', 'the most tokens of prompt and reply', whole())
    .option('--threads <n>', 'threads of the embedded engine', whole())
    .option('--lora <file[=scale]>', 'a LoRA adapter for the embedded engine (repeatable)', collect)
    .option('--price <in,out>', 'money per million tokens, for budgets and estimates', parsePrice);
}

/** How the text is read. */
export function addMethodOptions(command: Command): Command {
  return command
    .optionsGroup('Method:')
    .option('--profile <name|file>', 'paper, paper-plain, section-first, pocket, or a YAML file of templates')
    .addOption(
      new Option('--policy <name>', 'how a step treats the memory').choices(['overwrite', 'gated', 'select']),
    )
    .addOption(new Option('--chunks <how>', 'where chunks end').choices(['natural', 'tokens']))
    .option('--chunk-tokens <n>', 'tokens of a chunk', whole())
    .option('--memory-tokens <n>', 'the most tokens of the memory', whole())
    .option('--question-tokens <n>', 'the most tokens of a question', whole())
    .option('--output-tokens <n>', 'the most tokens of a reply', whole())
    .option('--hints', 'list sentences that share rare words with the question')
    .option('--no-hints', 'do not')
    .option('--review', 'look over the memory once more before the answer (under select)')
    .option('--no-review', 'do not')
    .option('--weigh', 'weigh what parts of a reviewed memory answer (where the model can)')
    .option('--no-weigh', 'do not')
    .option(
      '--keep-matches',
      'keep what shares most rare words with the question, chosen or not (under select)',
    )
    .option('--no-keep-matches', 'do not')
    .option(
      '--ahead <n>',
      'chunks read at the same time: the same result, sooner where a server has room',
      whole(),
    )
    .option(
      '--exit [confidence]',
      'let the model stop reading when it has the answer (0 believes it always)',
      number(0, 1),
    )
    .option('--temperature <t>', '0 is greedy, and the default', number(0))
    .option('--top-p <p>', 'sample from the likeliest tokens of this share', number(0, 1))
    .option('--seed <n>', 'seed for sampling', whole(0))
    .option('--reasoning-tokens <n>', 'tokens a reasoning model may think, on top of its reply', whole(0));
}

/** When to stop, and what is kept. */
export function addLimitOptions(command: Command): Command {
  return command
    .optionsGroup('Limits and journal:')
    .option('--max-tokens <n>', 'answer from what has been read after so many tokens', whole())
    .option('--max-seconds <s>', 'after so many seconds', number(0))
    .option('--max-money <amount>', 'after so much money (needs a price)', number(0))
    .option('--fresh', 'start over even where an earlier run has read')
    .option('--no-journal', 'keep nothing on disk');
}

/** How the outcome is shown. */
export function addOutputOptions(command: Command): Command {
  return command
    .optionsGroup('Output:')
    .option('--watch', 'show the memory as it changes')
    .option('--json', 'events as JSON lines, the answer last')
    .option('--quiet', 'the answer alone')
    .option('--debug', 'show where an error came from');
}
