import { FileJournal, journalFolder } from '@memagent/core/node';
import { type AddCommand, examples, run } from '../command.ts';
import { coloursFor, type Io, writeJson } from '../io.ts';
import { duration, oneLine, shorten, table } from '../render/text.ts';

/** `memagent readings`: what has been read. */
export const addReadings: AddCommand = (program, cli) => {
  program
    .command('readings')
    .summary('list what has been read')
    .description('Lists the readings in the journal, newest first.')
    .option('--json', 'one JSON object a line')
    .option('--debug', 'show where an error came from')
    .addHelpText('after', examples('memagent readings', 'memagent readings --json | jq -r .question'))
    .action(run(cli, readings));
};

async function readings(io: Io, { json }: { json?: boolean }): Promise<number> {
  const all = await new FileJournal(journalFolder(io.env)).list();
  if (json) {
    for (const reading of all) writeJson(io, { type: 'reading', ...reading });
    return 0;
  }
  if (all.length === 0) {
    io.stderr.write('Nothing has been read yet.\n');
    return 0;
  }
  const c = coloursFor(io.stdout, io.env);
  const rows = all.map((reading) => [
    reading.id.slice(0, 8),
    `${duration((Date.now() - reading.modified.getTime()) / 1000)} ago`,
    `${reading.steps}`,
    shorten(oneLine(reading.document), 30),
    shorten(oneLine(reading.question), 40),
    outcome(reading),
  ]);
  const head = ['reading', 'when', 'chunks', 'document', 'question', 'answer'];
  const [first, ...rest] = table([head, ...rows]).split('\n');
  io.stdout.write(`${c.dim(first!)}\n${rest.join('\n')}\n`);
  return 0;
}

function outcome(reading: { answer?: string; answered?: boolean; partial?: string }): string {
  if (reading.answer === undefined) return '(unfinished)';
  const text = reading.answered ? shorten(oneLine(reading.answer), 40) : '(no answer)';
  return reading.partial && reading.partial !== 'exit' ? `${text} (partial)` : text;
}
