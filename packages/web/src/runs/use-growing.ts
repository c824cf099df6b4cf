import { useEffect, useRef, useState } from 'react';
import type { Api } from '../api/api.ts';
import type { Growth } from './types.ts';

/** The rows of a file that a run is still writing. */
export function useGrowing<T>(api: Api, path: string, ms = 2000): { rows: readonly T[]; error?: Error } {
  const [state, setState] = useState<{ rows: readonly T[]; error?: Error }>({ rows: [] });
  const at = useRef(0);
  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    at.current = 0;
    setState({ rows: [] });
    const load = async () => {
      try {
        for (let more = !document.hidden || at.current === 0; more; ) {
          const separator = path.includes('?') ? '&' : '?';
          const grown = await api.json<Growth<T>>(`${path}${separator}from=${at.current}`, {
            signal: abort.signal,
          });
          at.current = grown.next;
          more = grown.more && grown.rows.length > 0;
          if (grown.rows.length > 0 || grown.restarted)
            setState(({ rows }) => ({ rows: grown.restarted ? grown.rows : [...rows, ...grown.rows] }));
        }
      } catch (error) {
        if (!abort.signal.aborted) setState(({ rows }) => ({ rows, error: error as Error }));
      }
      if (!abort.signal.aborted) timer = setTimeout(load, ms);
    };
    void load();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [api, path, ms]);
  return state;
}
