import { exitCodes } from '../exit-code.ts';
import type { Io } from '../io.ts';

/** How the user stops a reading: once for an answer from what was read, twice for an end at once. */
export interface Interrupt {
  /** The first Ctrl-C. */
  readonly stop: AbortSignal;
  /** The second. */
  readonly signal: AbortSignal;
  /** How the user is told; a view that draws on the screen takes this over. */
  say: (text: string) => void;
  dispose(): void;
}

/** How long the second Ctrl-C waits for things to be put in order. */
const graceMs = 1000;

/** Listens to Ctrl-C. */
export function onInterrupt(io: Io): Interrupt {
  const stop = new AbortController();
  const abort = new AbortController();
  const listener = () => {
    if (!stop.signal.aborted) {
      interrupt.say('Stopping: the answer from what has been read comes now. Ctrl-C again ends at once.');
      stop.abort();
      return;
    }
    abort.abort();
    setTimeout(() => process.exit(exitCodes.aborted), graceMs).unref();
  };
  const interrupt: Interrupt = {
    stop: stop.signal,
    signal: abort.signal,
    say: (text) => void io.stderr.write(`${text}\n`),
    dispose: () => void process.off('SIGINT', listener),
  };
  process.on('SIGINT', listener);
  return interrupt;
}
