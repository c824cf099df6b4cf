import { Readable } from 'node:stream';
import { CommanderError } from 'commander';
import { createProgram } from '../program.ts';

/** What a command wrote and how it ended. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  lines(): Record<string, unknown>[];
}

/** Runs the command in this process, in a world of its own. */
export async function runHere(
  args: readonly string[],
  {
    env = {},
    cwd = '/',
    input = '',
    tty = false,
  }: { env?: Record<string, string>; cwd?: string; input?: string; tty?: boolean } = {},
): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  let code = 0;
  const out = (take: (text: string) => void) => ({ write: take, isTTY: tty, columns: 80 });
  const program = createProgram(
    {
      io: {
        env: { TERM: 'dumb', ...env },
        cwd,
        stdin: Readable.from(input === '' ? [] : [input]),
        stdout: out((text) => {
          stdout += text;
        }),
        stderr: out((text) => {
          stderr += text;
        }),
      },
      exit: (value) => {
        code = value;
      },
    },
    '1.2.3',
  );
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    code = error.exitCode === 0 ? 0 : 2;
  }
  return {
    code,
    stdout,
    stderr,
    lines: () =>
      stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  };
}
