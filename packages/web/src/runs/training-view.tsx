import { useMemo, useState } from 'react';
import type { Api } from '../api/api.ts';
import { count, figure, plural } from '../ui/format.ts';
import { Chart, type Series } from './chart.tsx';
import { bestAndWorst, groupsOf } from './groups.ts';
import { TrajectoryColumn } from './trajectory-column.tsx';
import type { MetricsRow, RunInfo, TrajectoryInfo } from './types.ts';
import { useGrowing } from './use-growing.ts';

interface Panel {
  readonly title: string;
  readonly range?: readonly [number, number];
  readonly series: readonly Series[];
}

const one = (key: string, name = key): readonly Series[] => [{ key, name, colour: 's0' }];

/** The same curves as the trainer draws, and those that show whether it is well. */
const panels: readonly Panel[] = [
  {
    title: 'Reward',
    range: [0, 1],
    series: [
      { key: 'rewardMean', name: 'mean', colour: 's0' },
      { key: 'heldOutAccuracy', name: 'held out', colour: 's1' },
    ],
  },
  { title: 'Entropy', series: one('entropy') },
  { title: 'Loss', series: one('loss') },
  { title: 'KL to the reference', series: one('kl') },
  { title: 'Clip fraction', series: one('clipFraction') },
  { title: 'Gradient norm', series: one('gradNorm') },
  {
    title: 'Tokens',
    series: [
      { key: 'memoryTokens', name: 'memory', colour: 's0' },
      { key: 'responseTokens', name: 'reply', colour: 's1' },
    ],
  },
  {
    title: 'Shares of steps',
    range: [0, 1],
    series: [
      { key: 'keptShare', name: 'kept', colour: 's0' },
      { key: 'unusableShare', name: 'unusable', colour: 's1' },
      { key: 'cutShare', name: 'cut', colour: 's2' },
    ],
  },
  { title: 'Groups without a signal', series: one('groupsWithoutSignal') },
  { title: 'Sampler against trainer', series: one('rolloutTrainerDiff') },
  { title: 'Tokens sampled a second', series: one('sampledTokensPerSecond') },
];

/** A training run: its curves as they grow, and trajectories to read. */
export function TrainingView({ api, run }: { api: Api; run: RunInfo }) {
  const base = `/v1/runs/${encodeURIComponent(run.id)}`;
  const { rows: lines, error } = useGrowing<MetricsRow>(api, `${base}/metrics`);
  // Other programs write lines about more than steps.
  const rows = useMemo(() => lines.filter(({ step }) => typeof step === 'number'), [lines]);
  const cold = useGrowing<MetricsRow>(api, `${base}/metrics?of=cold-start`, 10_000);
  const { rows: trajectories } = useGrowing<TrajectoryInfo>(api, `${base}/trajectories`, 4000);
  const [wanted, setWanted] = useState<number>();
  const [task, setTask] = useState<string>();
  const steps = useMemo(() => [...new Set(trajectories.map(({ step }) => step))], [trajectories]);
  const nearest = (at: number) =>
    steps.reduce<number | undefined>(
      (best, step) => (best === undefined || Math.abs(step - at) < Math.abs(best - at) ? step : best),
      undefined,
    );
  const step = wanted === undefined ? steps.at(-1) : nearest(wanted);
  const groups = useMemo(
    () => (step === undefined ? [] : groupsOf(trajectories, step)),
    [trajectories, step],
  );
  const { best, worst } = bestAndWorst(groups, task);
  const last = rows.at(-1);
  const choose = (at: number) => {
    setWanted(at);
    setTask(undefined);
  };
  return (
    <>
      {error && (
        <p className="warning" role="alert">
          {error.message}
        </p>
      )}
      {last && (
        <p className="run-note">
          {plural(last.step, 'step')}
          {typeof last.rewardMean === 'number' && ` · reward ${figure(last.rewardMean)}`}
          {typeof last.trajectories === 'number' && ` · ${count(last.trajectories)} trajectories a step`}
        </p>
      )}
      <div className="charts">
        {panels.map((panel) => (
          <Chart key={panel.title} {...panel} rows={rows} step={step} onStep={choose} />
        ))}
        <Chart title="Loss of the cold start" series={one('loss')} rows={cold.rows} />
      </div>
      {step !== undefined && (
        <section aria-labelledby="groups">
          <div className="list-head">
            <h2 id="groups">Groups of step {step}</h2>
            <label className="inline">
              Step
              <select value={step} onChange={(event) => choose(Number(event.target.value))}>
                {steps.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </label>
          </div>
          <ul className="groups">
            {groups.map((group) => (
              <li key={group.task}>
                <button
                  type="button"
                  aria-pressed={task === group.task}
                  onClick={() => setTask(task === group.task ? undefined : group.task)}
                >
                  <span className="group-question">{group.question}</span>
                  <span className="group-rewards">
                    {group.trajectories.map((trajectory) => (
                      <b key={trajectory.at} className={trajectory.reward > 0 ? 'reward good' : 'reward bad'}>
                        {figure(trajectory.reward)}
                      </b>
                    ))}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <div className="trajectories">
            {best && <TrajectoryColumn api={api} base={base} title={worst ? 'Best' : 'Only'} info={best} />}
            {worst && <TrajectoryColumn api={api} base={base} title="Worst" info={worst} />}
          </div>
        </section>
      )}
      {rows.length === 0 && !error && <p className="empty">No step has been written yet.</p>}
    </>
  );
}
