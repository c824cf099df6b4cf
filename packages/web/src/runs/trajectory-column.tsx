import { useMemo } from 'react';
import type { Api } from '../api/api.ts';
import { figure } from '../ui/format.ts';
import { useLoaded } from '../ui/hooks.ts';
import { trajectorySteps } from './trajectory-memory.ts';
import type { TrajectoryInfo, TrajectoryText } from './types.ts';

interface TrajectoryColumnProps {
  readonly api: Api;
  readonly base: string;
  readonly title: string;
  readonly info: TrajectoryInfo;
}

/** One trajectory, step by step: replies, and the memories that came of them. */
export function TrajectoryColumn({ api, base, title, info }: TrajectoryColumnProps) {
  const loaded = useLoaded(`${base} ${info.at}`, (signal) =>
    api.json<TrajectoryText>(`${base}/trajectories/${info.at}`, { signal }),
  );
  const steps = useMemo(() => trajectorySteps(loaded.value?.conversations ?? []), [loaded.value]);
  let at = 0;
  return (
    <article className="trajectory" aria-label={`${title} trajectory`}>
      <header>
        <h3>
          {title} <b className={info.reward > 0 ? 'reward good' : 'reward bad'}>{figure(info.reward)}</b>
        </h3>
        <dl>
          <dt>question</dt>
          <dd>{info.question}</dd>
          <dt>answer</dt>
          <dd>
            <b>{info.answer || '(nothing)'}</b>
          </dd>
          <dt>expected</dt>
          <dd>{info.expected.join(' or ')}</dd>
        </dl>
      </header>
      {loaded.error && <p className="warning">{loaded.error.message}</p>}
      <ol>
        {steps.map((step) => (
          <li key={`${at++}`}>
            <p className="panel-note">
              <b className={`kind kind-${step.kind === 'step' ? 'written' : step.kind}`}>{step.kind}</b>
              <code>{step.reply}</code>
              {step.cut && <span className="loss-note">cut</span>}
            </p>
            {step.kind !== 'answer' && step.memory && (
              <ul className="lines">
                {step.memory.length === 0 && <li className="empty">empty memory</li>}
                {step.memory.map((line) => (
                  <li key={line} className={step.fresh.has(line) ? 'line fresh' : 'line'}>
                    <span className="line-text">{line}</span>
                  </li>
                ))}
              </ul>
            )}
            <details>
              <summary>prompt</summary>
              <pre>{step.prompt}</pre>
            </details>
          </li>
        ))}
      </ol>
    </article>
  );
}
