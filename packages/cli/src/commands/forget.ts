import { MemAgentError } from '@memagent/core';
import { FileJournal, journalFolder } from '@memagent/core/node';
import { type AddCommand, examples, run } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { type Io, writeJson } from '../io.ts';
import { plural } from '../render/text.ts';

/** `memagent forget`: removes journals, which hold document text. */
export const addForget: AddCommand = (program, cli) => {
  program
    .command('forget')
    .summary('remove readings from the journal')
    .description('Removes readings for good. Journals hold text of the documents that were read.')
    .argument('[readings...]', 'ids, or how they begin, as `memagent readings` lists them')
    .option('--all', 'every reading')
    .option('--older-than <age>', 'readings that were last added to longer ago: 30d, 12h, 2w')
    .option('--json', 'one JSON object')
    .option('--debug', 'show where an error came from')
    .addHelpText(
      'after',
      examples('memagent forget 3f2a91c0', 'memagent forget --older-than 30d', 'memagent forget --all'),
    )
    .action(run(cli, forget));
};

interface ForgetFlags {
  readonly all?: boolean;
  readonly olderThan?: string;
  readonly json?: boolean;
}

async function forget(io: Io, { all, olderThan, json }: ForgetFlags, ids: string[]): Promise<number> {
  const ways = [ids.length > 0, all === true, olderThan !== undefined].filter(Boolean).length;
  if (ways !== 1) {
    throw new MemAgentError(
      'bad-input',
      ways === 0 ? 'It was not said what to forget.' : 'Name readings, or give --all, or --older-than.',
      {
        hint: 'memagent forget <reading…>, --all, or --older-than 30d',
      },
    );
  }
  const journal = new FileJournal(journalFolder(io.env));
  const which = all
    ? ('all' as const)
    : olderThan !== undefined
      ? { olderThan: new Date(Date.now() - parseAge(olderThan)) }
      : ids;
  const { forgotten, busy } = await journal.forget(which);
  if (json) writeJson(io, { type: 'forgotten', forgotten, busy });
  else io.stderr.write(`Forgot ${plural(forgotten.length, 'reading')}.\n`);
  for (const id of busy) io.stderr.write(`Kept ${id}: it is being read.\n`);
  return busy.length > 0 ? exitCodes.badInput : 0;
}

const units: Record<string, number> = { m: 60, h: 3600, d: 86_400, w: 604_800 };

/** An age such as 30d, in milliseconds. */
export function parseAge(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([mhdw])$/.exec(text.trim());
  if (match) return Number(match[1]) * units[match[2]!]! * 1000;
  throw new MemAgentError('bad-input', `"${text}" is no age.`, {
    hint: 'Write 30d (days), 12h (hours), 2w (weeks) or 45m (minutes).',
  });
}
