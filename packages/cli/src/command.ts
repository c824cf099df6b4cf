import type { Command } from 'commander';
import { reportFailure } from './failure.ts';
import type { Io } from './io.ts';

/** What subcommands are made with. */
export interface Cli {
  readonly io: Io;
  /** Takes the exit code. */
  readonly exit: (code: number) => void;
}

/** Adds a subcommand to a command. */
export type AddCommand = (program: Command, cli: Cli) => void;

/** Runs a subcommand: its exit code, or its failure told and turned into one. */
export function run<Args extends unknown[], Options extends object>(
  { io, exit }: Cli,
  work: (io: Io, options: Options & { json?: boolean; debug?: boolean }, ...args: Args) => Promise<number>,
): (...args: unknown[]) => Promise<void> {
  return async (...all) => {
    const options = all.at(-2) as Options & { json?: boolean; debug?: boolean };
    try {
      exit(await work(io, options, ...(all.slice(0, -2) as Args)));
    } catch (error) {
      exit(reportFailure(error, io, options));
    }
  };
}

/** Examples for a command's help. */
export const examples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;
