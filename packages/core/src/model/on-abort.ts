const watchers = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `stop` when the signal aborts; the function it gives back calls that off. All who watch a signal share one
 * listener: a reading hands one signal to many calls, and Node warns of a leak from the eleventh listener on.
 */
export function onAbort(signal: AbortSignal | undefined, stop: () => void): () => void {
  if (!signal) return () => {};
  if (signal.aborted) {
    queueMicrotask(stop);
    return () => {};
  }
  let waiting = watchers.get(signal);
  if (!waiting) {
    const all = new Set<() => void>();
    signal.addEventListener(
      'abort',
      () => {
        for (const each of [...all]) each();
      },
      { once: true },
    );
    watchers.set(signal, all);
    waiting = all;
  }
  const own = waiting;
  const entry = () => stop();
  own.add(entry);
  return () => own.delete(entry);
}
