import { useMemo, useState } from 'react';
import type { Fates } from '../model/fates.ts';
import { memoryDiff } from '../model/memory-diff.ts';
import type { Line, Track } from '../model/track.ts';
import { plural } from './format.ts';

interface MemoryPanelProps {
  readonly track: Track;
  readonly position: number;
  readonly fates: Fates;
  readonly title: string;
  readonly focused: Line | undefined;
  onLine(line: Line): void;
  onStep(position: number): void;
}

/** The memory after a step, with its difference to the one before. */
export function MemoryPanel(props: MemoryPanelProps) {
  const { track, position, fates } = props;
  const [mode, setMode] = useState<'lines' | 'words'>();
  const step = track.steps[position];
  const shown = mode ?? (track.policy === 'select' || track.policy === undefined ? 'lines' : 'words');
  return (
    <section className="panel memory" aria-label={props.title}>
      <header className="panel-head">
        <h2>{props.title}</h2>
        {step && (
          <p className="panel-note">
            <b className={`kind kind-${step.kind}`}>{step.kind}</b>
            {step.added.length > 0 && <span className="plus">+{step.added.length}</span>}
            {step.dropped.length > 0 && <span className="minus">−{step.dropped.length}</span>}
          </p>
        )}
        <fieldset className="segmented">
          <legend className="unseen">Show the memory as</legend>
          {(['lines', 'words'] as const).map((each) => (
            <button key={each} type="button" aria-pressed={shown === each} onClick={() => setMode(each)}>
              {each === 'lines' ? 'Lines' : 'Words'}
            </button>
          ))}
        </fieldset>
      </header>
      {step?.warnings.map((warning) => (
        <p key={`${warning.code}${warning.message}`} className="warning">
          {warning.message}
        </p>
      ))}
      {!step && <p className="empty">Nothing has been read yet.</p>}
      {step && shown === 'words' && <Words track={track} position={position} />}
      {step && shown === 'lines' && (
        <>
          {step.lines.length === 0 && <p className="empty">The memory is empty.</p>}
          <ul className="lines">
            {step.lines.map((line) => (
              <LineItem
                key={`${line.entered} ${line.source?.start ?? ''} ${line.text}`}
                {...props}
                line={line}
                fates={fates}
                fresh={step.added.includes(line)}
              />
            ))}
          </ul>
          {step.dropped.length > 0 && (
            <>
              <h3>Dropped here</h3>
              <ul className="lines dropped">
                {step.dropped.map((line) => (
                  <LineItem key={`${line.entered} ${line.text}`} {...props} line={line} fates={fates} gone />
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </section>
  );
}

function LineItem(props: MemoryPanelProps & { line: Line; fresh?: boolean; gone?: boolean }) {
  const { line, fates, position, fresh, gone, track } = props;
  const fate = fates.of.get(line);
  const names = [
    'line',
    ...(fresh ? ['fresh'] : []),
    ...(fate?.evidence ? ['cited'] : []),
    ...(props.focused === line ? ['focused'] : []),
  ];
  const until = fate?.until;
  return (
    <li className={names.join(' ')}>
      <button type="button" className="line-text" onClick={() => props.onLine(line)} disabled={!line.source}>
        {fresh && <span className="unseen">New: </span>}
        {gone ? <del>{line.text}</del> : line.text}
      </button>
      <p className="line-note">
        <span>
          chunk {line.entered + 1}
          {line.source?.page !== undefined && `, page ${line.source.page}`}
          {line.source?.file !== undefined && `, ${line.source.file}`}
        </span>
        {line.matched && <span>matches the question</span>}
        {fate?.evidence && <span className="evidence-note">▲ evidence</span>}
        {!gone && until !== undefined && until > position && (
          <button
            type="button"
            className={fate?.lost ? 'loss-note' : 'quiet'}
            onClick={() => props.onStep(until)}
          >
            {fate?.lost ? '▼ lost' : 'rewritten'} at step {until + 1}
          </button>
        )}
        {!gone && until === undefined && position < track.steps.length - 1 && <span>stays</span>}
        {gone && <span>{track.steps[position]?.lost.includes(line) ? '▼ lost' : 'put otherwise'}</span>}
        {!line.source && <span>no source found</span>}
      </p>
    </li>
  );
}

function Words({ track, position }: { track: Track; position: number }) {
  const before = track.memoryText(position - 1);
  const after = track.memoryText(position);
  const runs = useMemo(() => memoryDiff(before, after), [before, after]);
  if (runs.length === 0) return <p className="empty">The memory is empty.</p>;
  let at = 0;
  return (
    <p className="words">
      {runs.map((run) => {
        const key = `${at++}`;
        if (run.change === 'new') return <ins key={key}>{run.text}</ins>;
        if (run.change === 'gone') return <del key={key}>{run.text}</del>;
        return <span key={key}>{run.text}</span>;
      })}
    </p>
  );
}

/** A label for a track among others. */
export function trackTitle(track: Track, position: number): string {
  return track.steps.length === 0
    ? 'Memory'
    : `Memory after step ${position + 1} of ${plural(track.steps.length, 'step').replace(/ steps?$/, '')}`;
}
