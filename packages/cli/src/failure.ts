import { toMemAgentError } from '@memagent/core';
import { errorExitCode } from './exit-code.ts';
import { coloursFor, type Io, writeJson } from './io.ts';
import { printable } from './render/text.ts';

/** Tells the user what went wrong and what to do, and gives the exit code. */
export function reportFailure(error: unknown, io: Io, { json = false, debug = false } = {}): number {
  const failure = toMemAgentError(error);
  const c = coloursFor(io.stderr, io.env);
  io.stderr.write(`${c.red('error:')} ${printable(failure.message)}\n`);
  if (failure.hint) io.stderr.write(`${c.dim('  hint:')} ${printable(failure.hint)}\n`);
  if (debug) io.stderr.write(`${stackOf(error)}\n`);
  else if (failure.code === 'internal') io.stderr.write(`${c.dim('  --debug shows where.')}\n`);
  if (json) {
    const { code, message, hint } = failure;
    writeJson(io, { type: 'error', code, message, ...(hint ? { hint } : {}) });
  }
  return errorExitCode(failure.code);
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by: ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
