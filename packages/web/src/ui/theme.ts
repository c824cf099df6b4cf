import { useSyncExternalStore } from 'react';

export type Theme = 'auto' | 'light' | 'dark';

const name = 'memagent-theme';
const listeners = new Set<() => void>();
const dark = matchMedia('(prefers-color-scheme: dark)');
dark.addEventListener('change', () => tell());

function tell(): void {
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function chosen(): Theme {
  const given = document.documentElement.dataset.theme;
  return given === 'light' || given === 'dark' ? given : 'auto';
}

/** Sets the theme, and keeps it where that is allowed (a file opened from disk may have no storage). */
export function setTheme(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'auto') localStorage.removeItem(name);
    else localStorage.setItem(name, theme);
  } catch {
    // Then it holds until the page is left.
  }
  tell();
}

/** The theme that was chosen, and the one that is shown. */
export function useTheme(): { readonly theme: Theme; readonly shown: 'light' | 'dark' } {
  const theme = useSyncExternalStore(subscribe, chosen);
  const system = useSyncExternalStore(subscribe, () => dark.matches);
  return { theme, shown: theme === 'auto' ? (system ? 'dark' : 'light') : theme };
}

/** A colour of the style sheet as it is now, for what is drawn on a canvas. */
export function colour(variable: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(--${variable})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
