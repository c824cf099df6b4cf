import { lazy, Suspense, useMemo, useState } from 'react';
import { Api } from '../api/api.ts';
import { Home } from './home.tsx';
import { type Host, HostContext } from './host.ts';
import { KeyDialog } from './key-dialog.tsx';
import { ReadingScreen } from './reading-screen.tsx';
import { useRoute } from './route.ts';
import { ThemeSwitch } from './theme-switch.tsx';

// Charts are only needed there.
const RunsScreen = lazy(() => import('../runs/runs-screen.tsx'));

interface Asking {
  readonly wrong: boolean;
  readonly answer: (key: string) => void;
}

/** The page. */
export function App() {
  const route = useRoute();
  const [asking, setAsking] = useState<Asking>();
  const api = useMemo(
    () =>
      new Api(
        (wrong) =>
          new Promise<string>((resolve) => {
            setAsking({
              wrong,
              answer: (key) => {
                setAsking(undefined);
                resolve(key);
              },
            });
          }),
      ),
    [],
  );
  const host = useMemo((): Host => ({ text: (...span) => api.text(...span) }), [api]);
  const [first, ...rest] = route.parts;
  const at = first === 'runs' ? 'runs' : 'readings';
  return (
    <HostContext value={host}>
      <header className="top">
        <a className="brand" href="#/">
          MemAgent
        </a>
        <nav aria-label="Views">
          <a href="#/" aria-current={at === 'readings' ? 'page' : undefined}>
            Readings
          </a>
          <a href="#/runs" aria-current={at === 'runs' ? 'page' : undefined}>
            Runs
          </a>
        </nav>
        <ThemeSwitch />
      </header>
      {asking && <KeyDialog key={String(asking.wrong)} wrong={asking.wrong} onKey={asking.answer} />}
      {at === 'runs' ? (
        <Suspense fallback={<main className="message">…</main>}>
          <RunsScreen api={api} id={rest[0]} />
        </Suspense>
      ) : first === 'readings' && rest[0] ? (
        <ReadingScreen key={rest[0]} api={api} ids={rest[0].split(',').slice(0, 16)} route={route} />
      ) : (
        <Home api={api} route={route} />
      )}
    </HostContext>
  );
}
