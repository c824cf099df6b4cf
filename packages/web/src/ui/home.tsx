import { useCallback, useEffect, useRef, useState } from 'react';
import type { Api, ReadingList } from '../api/api.ts';
import type { ReadingInfo } from '../model/events.ts';
import { ago, plural } from './format.ts';
import { useEvery } from './hooks.ts';
import { NewReadingForm } from './new-reading-form.tsx';
import { go, type Route, routeTo } from './route.ts';

/** So many readings are listed at first. */
const pageSize = 100;

/** Where one starts: ask something, or open what was asked. */
export function Home({ api, route }: { api: Api; route: Route }) {
  const [list, setList] = useState<ReadingList>();
  const [count, setCount] = useState(pageSize);
  const [words, setWords] = useState('');
  const [error, setError] = useState<Error>();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const latest = useRef(0);
  const load = useCallback(() => {
    // What was asked for last is shown, whichever reply comes last.
    const mine = ++latest.current;
    const show = (found: ReadingList | undefined, failure: Error | undefined) => {
      if (mine !== latest.current) return;
      if (found) setList(found);
      setError(failure);
    };
    api.readings({ count, words }).then(
      (found) => show(found, undefined),
      (failure) => show(undefined, failure),
    );
  }, [api, count, words]);
  useEffect(load, [load]);
  const readings = list?.readings;
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
        {(words !== '' || (readings?.length ?? 0) > 0) && (
          <input
            type="search"
            className="list-search"
            aria-label="Find readings by words of the document’s name or the question"
            placeholder="Find by document or question"
            value={words}
            maxLength={1000}
            onChange={(event) => {
              setWords(event.target.value);
              setCount(pageSize);
            }}
          />
        )}
        {readings?.length === 0 && (
          <p className="empty">{words.trim() ? 'None has these words.' : 'None yet.'}</p>
        )}
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
        {list?.older && (
          <button type="button" className="list-older" onClick={() => setCount(count + 2 * pageSize)}>
            Older
          </button>
        )}
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
