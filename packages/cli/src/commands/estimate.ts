import { type Estimate, estimate as estimateReading, type Model } from '@memagent/core';
import { FileJournal, journalFolder } from '@memagent/core/node';
import { type AddCommand, examples, run } from '../command.ts';
import { coloursFor, type Io, writeJson } from '../io.ts';
import { addMethodOptions, addModelOptions, whole } from '../reading/flags.ts';
import { type Flags, readingOptions } from '../reading/options.ts';
import { openSession } from '../reading/session.ts';
import { count, duration, table } from '../render/text.ts';

/** `memagent estimate`: what a reading will take. */
export const addEstimate: AddCommand = (program, cli) => {
  const command = program
    .command('estimate')
    .summary('say what a reading will take, before it starts')
    .description(
      'Counts chunks, calls and tokens of a reading; time from earlier readings with the model; money where a price is known.',
    )
    .argument('<documents...>', 'what would be read')
    .option('--questions <n>', 'for how many questions', whole(), 1);
  addModelOptions(command);
  addMethodOptions(command);
  command
    .optionsGroup('Output:')
    .option('--json', 'one JSON object')
    .option('--quiet', 'nothing but the figures')
    .option('--debug', 'show where an error came from')
    .addHelpText(
      'after',
      examples(
        'memagent estimate book.epub',
        'memagent estimate logs/ --model https://api.example.com/v1#some-model --price 0.15,0.60',
      ),
    )
    .action(run(cli, estimate));
};

async function estimate(io: Io, flags: Flags & { questions: number }, documents: string[]): Promise<number> {
  const session = await openSession(io, flags, documents, { parallel: 1 });
  const { model, document, settings } = session;
  try {
    const { journal: _, ...options } = await readingOptions(settings, flags, model, io);
    const speed = await pastSpeed(io, model);
    const found = await estimateReading({
      ...options,
      document,
      model,
      question: Array.from({ length: flags.questions }, (_, i) => `Question ${i + 1}?`),
      // Writing is part of the measured pace.
      ...(speed ? { speed: { read: speed, write: Number.POSITIVE_INFINITY } } : {}),
    });
    if (flags.json) writeJson(io, { type: 'estimate', document: document.name, model: model.name, ...found });
    else io.stdout.write(render(io, document.name, model, found));
    return 0;
  } finally {
    await model.close?.();
  }
}

/** Tokens a second of the latest readings with this model on this machine. */
async function pastSpeed(io: Io, model: Model): Promise<number | undefined> {
  const journal = new FileJournal(journalFolder(io.env));
  const past = (await journal.list())
    .filter((reading) => reading.model === model.name && reading.steps > 1)
    .slice(0, 5);
  let tokens = 0;
  let seconds = 0;
  for (const { id } of past) {
    for (const step of (await journal.find(id)).steps) {
      tokens += step.tokensIn;
      seconds += step.seconds;
    }
  }
  return seconds > 0 ? tokens / seconds : undefined;
}

function render(io: Io, document: string, model: Model, found: Estimate): string {
  const c = coloursFor(io.stdout, io.env);
  const about = found.exact ? '' : 'about ';
  const money =
    found.money === undefined
      ? 'unknown: no price is known (--price)'
      : `at most ${found.money.toFixed(4)} ${model.price!.currency}`;
  const rows = [
    ['chunks', `${about}${count(found.chunks)}`],
    ['text', `${about}${count(found.tokens)} tokens`],
    ['calls', `${about}${count(found.calls)}`],
    ['read', `about ${count(found.tokensIn)} tokens`],
    ['written', `at most ${count(found.tokensOut)} tokens`],
    [
      'time',
      found.seconds === undefined
        ? 'unknown: no earlier reading with this model'
        : `about ${duration(found.seconds)}, as in earlier readings`,
    ],
    ...(model.price || /^openai:|^pool:/.test(model.id) ? [['money', money]] : []),
  ];
  return `${c.bold(document)} ${c.dim(`with ${model.name}`)}\n${table(rows)}\n`;
}
