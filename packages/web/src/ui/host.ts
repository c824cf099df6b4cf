import { createContext, useContext } from 'react';
import type { TextSpan } from '../api/api.ts';

/** Where a view gets what is not in the events: the server, or the file that it was exported into. */
export interface Host {
  text(document: string, start: number, end: number, signal?: AbortSignal): Promise<TextSpan>;
}

export const HostContext = createContext<Host | undefined>(undefined);

export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('A reading is shown without a host.');
  return host;
}
