import { useEffect, useState } from 'react';
import type { Api } from '../api/api.ts';
import { ago } from '../ui/format.ts';
import { useEvery } from '../ui/hooks.ts';
import { routeTo } from '../ui/route.ts';
import { EvaluationView } from './evaluation-view.tsx';
import { TrainingView } from './training-view.tsx';
import type { RunInfo } from './types.ts';

/** Training runs and evaluations: which there are, or one of them. */
export default function RunsScreen({ api, id }: { api: Api; id: string | undefined }) {
  const [runs, setRuns] = useState<readonly RunInfo[]>();
  const [error, setError] = useState<Error>();
  const load = () => {
    api.json<{ data: RunInfo[] }>('/v1/runs').then(({ data }) => setRuns(data), setError);
  };
  useEffect(load, [api]);
  useEvery(5000, load);
  const run = runs?.find((each) => each.id === id);
  if (error)
    return (
      <main className="message">
        <p className="warning">{error.message}</p>
      </main>
    );
  if (!runs) return <main className="message">…</main>;
  if (id !== undefined && !run)
    return (
      <main className="message">
        <h1>There is no such run</h1>
        <p>
          <a href="#/runs">All runs</a>
        </p>
      </main>
    );
  if (run)
    return (
      <main className="run">
        <p className="run-kind">
          <a href="#/runs">Runs</a> / {run.kind}
        </p>
        <h1>{run.name}</h1>
        {run.kind === 'training' ? (
          <TrainingView api={api} run={run} />
        ) : (
          <EvaluationView api={api} run={run} />
        )}
      </main>
    );
  return (
    <main className="run">
      <h1>Runs</h1>
      {runs.length === 0 && (
        <p className="empty">
          None. Start the server with <code>memagent serve --runs &lt;folder&gt;</code>, where training runs
          and evaluations lie.
        </p>
      )}
      <ul className="run-list">
        {runs.map((each) => (
          <li key={each.id}>
            <a href={routeTo(['runs', each.id])}>
              <b>{each.name}</b>
              <span>{each.kind}</span>
              <span>{ago(each.updated)}</span>
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}
