import { useEffect, useMemo, useRef, useState } from 'react';
import type { Api } from '../api/api.ts';
import { follow } from '../api/follow.ts';
import type { ReadingInfo } from '../model/events.ts';
import { LiveReading } from '../model/live-reading.ts';
import { downloadReading } from './download.ts';
import { useLoaded, useReadings } from './hooks.ts';
import { Inspector } from './inspector.tsx';
import { go, type Route, routeTo } from './route.ts';

/** Readings of the server, followed live. */
export function ReadingScreen({ api, ids, route }: { api: Api; ids: readonly string[]; route: Route }) {
  const key = ids.join();
  const loaded = useLoaded(key, () => Promise.all(ids.map((id) => api.reading(id))));
  if (loaded.error)
    return (
      <main className="message">
        <h1>This reading cannot be shown</h1>
        <p>{loaded.error.message}</p>
        <p>
          <a href="#/">All readings</a>
        </p>
      </main>
    );
  if (!loaded.value) return <main className="message">…</main>;
  return <Followed key={key} api={api} infos={loaded.value} route={route} />;
}

function Followed({ api, infos, route }: { api: Api; infos: readonly ReadingInfo[]; route: Route }) {
  const readings = useMemo(() => infos.map((info) => new LiveReading(info)), [infos]);
  const [error, setError] = useState<Error>();
  const [round, setRound] = useState(0);
  const [here] = useState(() => ({ step: route.query.get('step'), track: route.query.get('track') }));
  useReadings(readings);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reading that was taken up again is followed again
  useEffect(() => {
    const abort = new AbortController();
    for (const reading of readings)
      follow(api, reading, abort.signal).catch((cause: Error) => {
        if (!abort.signal.aborted) setError(cause);
      });
    return () => abort.abort();
  }, [api, readings, round]);
  const ids = readings.map(({ info }) => info.id);
  const act = (work: () => Promise<unknown>) => () => {
    setError(undefined);
    work().catch(setError);
  };
  const [first] = readings;
  // What has ended is shown whole: its first look is at its evidence.
  const ready = useRef(false);
  ready.current ||= readings.every((reading) => reading.connection === 'ended' || !reading.isOver);
  if (!first || !ready.current) return <main className="message">{error ? error.message : '…'}</main>;
  const one = readings.length === 1;
  const partial = first.tracks.some(({ answer }) => answer?.partial && answer.partial !== 'exit');
  const canResume = first.info.state === 'failed' || first.info.state === 'cancelled' || partial;
  const post = (what: string) => api.post(`/v1/readings/${first.info.id}/${what}`);
  return (
    <>
      {error && (
        <p className="warning page-warning" role="alert">
          {error.message}
        </p>
      )}
      <Inspector
        readings={readings}
        initial={{ step: here.step ? Number(here.step) : undefined, track: Number(here.track ?? 0) || 0 }}
        onMoved={(step, track) =>
          history.replaceState(
            null,
            '',
            routeTo(['readings', ids.join()], {
              step: String(step),
              track: track > 0 ? String(track) : undefined,
            }),
          )
        }
        actions={
          <>
            {one && !first.isOver && (
              <>
                <button type="button" onClick={act(() => post('cancel?answer=true'))}>
                  Answer now
                </button>
                <button type="button" onClick={act(() => post('cancel'))}>
                  Cancel
                </button>
              </>
            )}
            {one && first.isOver && canResume && (
              <button
                type="button"
                onClick={act(async () => {
                  first.describe(await api.post<ReadingInfo>(`/v1/readings/${first.info.id}/resume`));
                  setRound(round + 1);
                })}
              >
                Resume
              </button>
            )}
            <a
              className="button"
              href={routeTo([], { document: first.info.document.id, name: first.info.document.name })}
            >
              Ask more
            </a>
            <Beside api={api} ids={ids} document={first.info.document} />
            <button type="button" onClick={act(() => downloadReading(api, ids, first.info.document.name))}>
              Export
            </button>
            {one && (
              <button
                type="button"
                className="danger"
                onClick={act(async () => {
                  if (!confirm('Remove this reading and all that is kept of it?')) return;
                  await api.fetch(`/v1/readings/${first.info.id}`, { method: 'DELETE' });
                  go('#/');
                })}
              >
                Delete
              </button>
            )}
          </>
        }
      />
    </>
  );
}

interface BesideProps {
  readonly api: Api;
  readonly ids: readonly string[];
  readonly document: { readonly id: string; readonly name: string };
}

/** Puts another reading of the same document beside this one, or takes one away. */
function Beside({ api, ids, document }: BesideProps) {
  const { id, name } = document;
  const others = useLoaded(`${id} ${ids.join()}`, async () =>
    (await api.readings({ count: 500, words: name })).readings.filter(
      (reading) => reading.document.id === id,
    ),
  );
  if (!others.value || others.value.length < 2) return null;
  return (
    <select
      aria-label="Readings side by side"
      value=""
      onChange={(event) => {
        const id = event.target.value;
        const next = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
        if (next.length > 0) go(routeTo(['readings', next.join()]));
      }}
    >
      <option value="">Side by side…</option>
      {others.value.map((reading) => (
        <option key={reading.id} value={reading.id} disabled={ids.length === 1 && ids[0] === reading.id}>
          {ids.includes(reading.id) ? '− ' : '+ '}
          {reading.questions.join(' / ').slice(0, 60)} ({reading.method.policy ?? reading.model})
        </option>
      ))}
    </select>
  );
}
