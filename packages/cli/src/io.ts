import type { Readable } from 'node:stream';
import type { Environment } from '@memagent/core/node';
import picocolors from 'picocolors';

/** Where text goes. */
export interface Out {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** What a command has of the outside world. */
export interface Io {
  readonly env: Environment;
  readonly cwd: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Out;
  readonly stderr: Out;
}

/** The world of this process. */
export const processIo = (): Io => ({
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});

export type Colours = ReturnType<typeof picocolors.createColors>;

/** Colours where a person looks: on a terminal, unless NO_COLOR is set; everywhere with FORCE_COLOR. */
export function coloursFor(out: Out, env: Environment): Colours {
  if (env.NO_COLOR) return picocolors.createColors(false);
  if (env.FORCE_COLOR && env.FORCE_COLOR !== '0') return picocolors.createColors(true);
  return picocolors.createColors(out.isTTY === true && env.TERM !== 'dumb');
}

/** Writes a JSON line. */
export const writeJson = (io: Io, value: unknown): void => void io.stdout.write(`${JSON.stringify(value)}\n`);

/** The width to lay text out for: never so wide that it is hard to read. */
export const widthOf = (out: Out): number => Math.max(40, Math.min(out.columns ?? 80, 100));
