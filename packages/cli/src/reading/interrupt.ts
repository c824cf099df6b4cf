import { coloursFor, type Io } from '../io.ts';

/** How the user stops a reading: once for an answer from what was read, twice for an end at once. */
export interface Interrupt {
  /** The first Ctrl-C. */
  readonly stop: AbortSignal;
  /** The second. */
  readonly signal: AbortSignal;
  dispose(): void;
}

/** How long the second Ctrl-C waits for things to be put in order. */
const graceMs = 1000;

/** Listens to Ctrl-C. */
export function onInterrupt(io: Io, before: () => void = () => undefined): Interrupt {
  const stop = new AbortController();
  const abort = new AbortController();
  const c = coloursFor(io.stderr, io.env);
  const listener = () => {
    before();
    if (!stop.signal.aborted) {
      io.stderr.write(
        `${c.yellow('Stopping: the answer from what has been read comes now.')} Ctrl-C again ends at once.\n`,
      );
      stop.abort();
      return;
    }
    abort.abort();
    setTimeout(() => process.exit(130), graceMs).unref();
  };
  process.on('SIGINT', listener);
  return { stop: stop.signal, signal: abort.signal, dispose: () => void process.off('SIGINT', listener) };
}
