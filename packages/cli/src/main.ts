import { readFileSync } from 'node:fs';
import { CommanderError } from 'commander';
import { exitCodes } from './exit-code.ts';
import { reportFailure } from './failure.ts';
import { processIo, writeJson } from './io.ts';
import { createProgram } from './program.ts';

const io = processIo();

// `memagent readings | head` closes the pipe early: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? 0 : exitCodes.internal),
);

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const program = createProgram(
  {
    io,
    exit: (code) => {
      process.exitCode = code;
    },
  },
  version,
);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : exitCodes.badInput;
    if (error.exitCode !== 0 && process.argv.includes('--json')) {
      writeJson(io, { type: 'error', code: 'bad-input', message: error.message.replace(/^error: /, '') });
    }
  } else process.exitCode = reportFailure(error, io, { debug: true });
}
