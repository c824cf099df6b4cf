import { spawn } from 'node:child_process';
import { MemAgentError } from '@memagent/core';

/** What a program said before it ended. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program to its end; `onLine` gets what it says on the way. Fails only where it cannot be started. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: { readonly signal?: AbortSignal; readonly onLine?: (line: string) => void } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], signal: options.signal });
    let output = '';
    let rest = '';
    const hear = (data: Buffer) => {
      const text = data.toString('utf8');
      output = `${output}${text}`.slice(-20_000);
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop()!;
      for (const line of lines) if (line.trim() !== '') options.onLine?.(line.trim());
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', (cause) => {
      if (options.signal?.aborted) reject(new MemAgentError('aborted', 'Stopped.', { cause }));
      else reject(cause);
    });
    child.on('close', (code) => resolve({ code, output }));
  });
}
