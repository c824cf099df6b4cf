import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { LiveReading } from '../model/live-reading.ts';

/** Draws again whenever one of the readings has more. */
export function useReadings(readings: readonly LiveReading[]): number {
  return useSyncExternalStore(
    (listener) => {
      const stops = readings.map((reading) => reading.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    () => readings.reduce((sum, reading) => sum + reading.version(), 0),
  );
}

/** The width of an element, as it changes; the element may come later than the component. */
export function useWidth<T extends HTMLElement>(): [(element: T | null) => void, number, T | null] {
  const [element, setElement] = useState<T | null>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element) return;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    setWidth(element.clientWidth);
    return () => watch.disconnect();
  }, [element]);
  return [setElement, width, element];
}

/** What is being loaded, what came of it, or why nothing did. */
export interface Loaded<T> {
  readonly value?: T;
  readonly error?: Error;
}

/** Loads something whenever its key changes; what comes too late is left. */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<Loaded<T> & { key: string }>({ key: '' });
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const abort = new AbortController();
    latest.current(abort.signal).then(
      (value) => {
        if (!abort.signal.aborted) setState({ key, value });
      },
      (error) => {
        if (!abort.signal.aborted) setState({ key, error });
      },
    );
    return () => abort.abort();
  }, [key]);
  return state.key === key ? state : {};
}

/** Calls a function again and again while the page is looked at. */
export function useEvery(ms: number | undefined, work: () => void): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    if (ms === undefined) return;
    const timer = setInterval(() => {
      if (!document.hidden) latest.current();
    }, ms);
    return () => clearInterval(timer);
  }, [ms]);
}
