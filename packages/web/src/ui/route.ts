import { useSyncExternalStore } from 'react';

/** Where in the page one is: `#/readings/rd_1?step=12`. */
export interface Route {
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

/** Takes a fragment apart. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const parts = path.split('/').filter(Boolean).map(decode);
  return { parts, query: new URLSearchParams(query) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The fragment of a place. */
export function routeTo(parts: readonly string[], query: Record<string, string | undefined> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = new URLSearchParams(given).toString();
  return `#/${parts.map(encodeURIComponent).join('/')}${search ? `?${search}` : ''}`;
}

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
};

/** Where one is now. */
export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(subscribe, () => location.hash));
}

export function go(hash: string): void {
  location.hash = hash;
}
