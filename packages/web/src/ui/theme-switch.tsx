import { setTheme, type Theme, useTheme } from './theme.ts';

const themes: readonly [Theme, string][] = [
  ['auto', 'Auto'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** Light, dark, or as the system has it. */
export function ThemeSwitch() {
  const { theme } = useTheme();
  return (
    <fieldset className="segmented theme">
      <legend className="unseen">Theme</legend>
      {themes.map(([each, name]) => (
        <button key={each} type="button" aria-pressed={theme === each} onClick={() => setTheme(each)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}
