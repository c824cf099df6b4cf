import { useState } from 'react';
import type { Api } from '../api/api.ts';
import { count } from '../ui/format.ts';
import { useLoaded } from '../ui/hooks.ts';
import { useTheme } from '../ui/theme.ts';
import { summaryTable } from './summary-table.ts';
import type { RunInfo, SummaryRow } from './types.ts';

interface Evaluation {
  readonly run: { readonly model?: { readonly name?: string }; readonly name?: string } | null;
  readonly rows: readonly SummaryRow[] | null;
  readonly report: string | null;
}

const percent = (share: number) => (share * 100).toFixed(1);

/** An evaluation: the lab's own report, and its summary as a table. */
export function EvaluationView({ api, run }: { api: Api; run: RunInfo }) {
  const [round, setRound] = useState(0);
  const loaded = useLoaded(`${run.id} ${run.updated} ${round}`, (signal) =>
    api.json<Evaluation>(`/v1/runs/${encodeURIComponent(run.id)}/evaluation`, { signal }),
  );
  const [view, setView] = useState<'report' | 'table'>('report');
  const { shown: theme } = useTheme();
  const { value, error } = loaded;
  if (error) return <p className="warning">{error.message}</p>;
  if (!value) return <p className="empty">…</p>;
  const shown = value.report === null ? 'table' : view;
  const table = summaryTable(value.rows ?? []);
  return (
    <>
      <div className="list-head">
        <p className="run-note">
          {value.run?.model?.name}
          {value.rows && ` · ${count(value.rows.length)} cells`}
        </p>
        <fieldset className="segmented">
          <legend className="unseen">Show</legend>
          <button
            type="button"
            aria-pressed={shown === 'report'}
            disabled={value.report === null}
            onClick={() => setView('report')}
          >
            Report
          </button>
          <button type="button" aria-pressed={shown === 'table'} onClick={() => setView('table')}>
            Table
          </button>
        </fieldset>
        <button type="button" onClick={() => setRound(round + 1)}>
          Load again
        </button>
      </div>
      {shown === 'report' && value.report !== null && (
        <iframe
          key={`${value.report} ${theme}`}
          className={`report report-${theme}`}
          title="The lab’s report"
          sandbox=""
          src={value.report}
        />
      )}
      {shown === 'table' && table.rows.length === 0 && <p className="empty">There is no summary yet.</p>}
      {shown === 'table' && table.rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
        <section className="scroll" tabIndex={0} aria-label="Summary">
          <table>
            <caption>Accuracy in per cent with 95 % intervals; failed requests count as wrong.</caption>
            <thead>
              <tr>
                <th scope="col">task</th>
                <th scope="col">tokens</th>
                {table.systems.map((system) => (
                  <th key={system} scope="col">
                    {system}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(({ task, length, cells }) => (
                <tr key={`${task} ${length}`}>
                  <th scope="row">{task}</th>
                  <td>{count(length)}</td>
                  {table.systems.map((system) => {
                    const cell = cells.get(system);
                    return (
                      <td key={system} className={cell?.best ? 'best' : ''}>
                        {cell && (
                          <>
                            {percent(cell.row.accuracy)}
                            <small>
                              {percent(cell.row.low)}–{percent(cell.row.high)}, n {cell.row.n}
                              {cell.row.failures > 0 && `, ${cell.row.failures} failed`}
                            </small>
                          </>
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
