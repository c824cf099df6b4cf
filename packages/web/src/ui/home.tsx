import { useCallback, useEffect, useState } from 'react';
import type { Api } from '../api/api.ts';
import type { ReadingInfo } from '../model/events.ts';
import { ago, plural } from './format.ts';
import { useEvery } from './hooks.ts';
import { NewReadingForm } from './new-reading-form.tsx';
import { go, type Route, routeTo } from './route.ts';

/** Where one starts: ask something, or open what was asked. */
export function Home({ api, route }: { api: Api; route: Route }) {
  const [readings, setReadings] = useState<readonly ReadingInfo[]>();
  const [error, setError] = useState<Error>();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const load = useCallback(() => {
    api.readings().then((found) => {
      setReadings(found);
      setError(undefined);
    }, setError);
  }, [api]);
  useEffect(load, [load]);
  const busy = readings?.some(({ state }) => state === 'queued' || state === 'running') ?? false;
  useEvery(busy || error ? 1500 : 10_000, load);
  const document = readings?.find(({ id }) => id === chosen[0])?.document.id;
  return (
    <main className="home">
      <section aria-labelledby="ask">
        <h1 id="ask">Ask any text a question, however long it is</h1>
        <NewReadingForm
          key={route.query.get('document') ?? ''}
          api={api}
          document={route.query.get('document') ?? undefined}
          name={route.query.get('name') ?? undefined}
          onStarted={(ids) => go(routeTo(['readings', ids.join()]))}
        />
      </section>
      <section aria-labelledby="readings" className="readings">
        <div className="list-head">
          <h2 id="readings">Readings</h2>
          {chosen.length > 1 && (
            <a className="button primary" href={routeTo(['readings', chosen.join()])}>
              Show {chosen.length} side by side
            </a>
          )}
        </div>
        {error && (
          <p className="warning" role="alert">
            {error.message}
          </p>
        )}
        {readings?.length === 0 && <p className="empty">None yet.</p>}
        <ul className="reading-list">
          {readings?.map((reading) => (
            <li key={reading.id}>
              <input
                type="checkbox"
                aria-label={`Side by side: ${reading.questions[0]}`}
                checked={chosen.includes(reading.id)}
                disabled={document !== undefined && document !== reading.document.id}
                onChange={(event) =>
                  setChosen(
                    event.target.checked ? [...chosen, reading.id] : chosen.filter((id) => id !== reading.id),
                  )
                }
              />
              <a href={routeTo(['readings', reading.id])}>
                <span className="list-question">
                  {reading.questions[0]}
                  {reading.questions.length > 1 && (
                    <em> and {plural(reading.questions.length - 1, 'more', 'more')}</em>
                  )}
                </span>
                <span className="list-answer">{outcomeOf(reading)}</span>
                <span className="list-note">
                  <b className={`state state-${reading.state}`}>{reading.state}</b>
                  <span>{reading.document.name}</span>
                  <span>
                    {reading.model}
                    {reading.method.policy && ` · ${reading.method.policy}`}
                  </span>
                  <span>{ago(reading.created)}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}

function outcomeOf({ answers, error, progress, state }: ReadingInfo): string {
  if (error) return error.message;
  if (answers && answers.length > 0)
    return answers.map(({ answer, answered }) => (answered ? answer : 'no answer')).join(' · ');
  if (state === 'running') return `${Math.round((progress ?? 0) * 100)}% read`;
  return '';
}
