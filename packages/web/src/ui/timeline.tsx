import { useEffect, useMemo, useRef } from 'react';
import type { Fates } from '../model/fates.ts';
import type { Step, Track } from '../model/track.ts';
import { plural } from './format.ts';
import { useWidth } from './hooks.ts';
import { colour, useTheme } from './theme.ts';
import { drawTimeline, type Row } from './timeline-drawing.ts';

interface TimelineProps {
  readonly tracks: readonly Track[];
  readonly labels: readonly string[];
  readonly fates: readonly Fates[];
  /** The step that is looked at, in each track. */
  readonly cursors: readonly number[];
  readonly active: number;
  readonly total: number;
  readonly version: number;
  onScrub(track: number, byte: number): void;
}

/** The steps of all tracks along the text, to be scrubbed through by pointer, touch and keys. */
export function Timeline(props: TimelineProps) {
  const { tracks, labels, cursors, active, total, version, fates } = props;
  const [box, width] = useWidth<HTMLDivElement>();
  const rowHeight = tracks.length === 1 ? 66 : tracks.length < 5 ? 44 : 32;
  const track = tracks[active];
  const step = track?.steps[cursors[active] ?? 0];
  const crowded = width > 0 && (track?.steps.length ?? 0) > width / 5;
  const rows = tracks.map(
    (each, i): Row => ({
      track: each,
      // A character to a token: a quarter of a full memory. Most stay well below that.
      full: each.started?.budgets.memory ?? 1,
      marks: fates[i]!,
      cursor: cursors[i]!,
      active: i === active,
    }),
  );
  return (
    <div className="timeline">
      <div className="timeline-rows">
        {tracks.length > 1 && (
          <ol className="timeline-labels" aria-hidden="true">
            {labels.map((label, i) => (
              <li key={label} className={i === active ? 'active' : ''} style={{ height: rowHeight }}>
                <span>{label}</span>
              </li>
            ))}
          </ol>
        )}
        <div ref={box} className="timeline-box">
          <Scrubber
            label="Steps"
            rows={rows}
            width={width}
            rowHeight={rowHeight}
            total={total}
            from={0}
            version={version}
            value={cursors[active] ?? 0}
            of={track?.steps.length ?? 0}
            text={stepText(step, cursors[active] ?? 0, track?.steps.length ?? 0)}
            onPick={(row, byte) => props.onScrub(row, byte)}
          />
        </div>
      </div>
      {crowded && step && (
        <Lens
          row={rows[active]!}
          width={width}
          version={version}
          onPick={(byte) => props.onScrub(active, byte)}
        />
      )}
    </div>
  );
}

/** The steps around the cursor, where all of them are too many to be told apart. */
function Lens(props: { row: Row; width: number; version: number; onPick(byte: number): void }) {
  const { row, width } = props;
  const { steps } = row.track;
  const most = Math.max(1, Math.floor(width / 11));
  const first = Math.max(0, Math.min(row.cursor - Math.floor(most / 2), steps.length - most));
  const shown = steps.slice(first, first + most);
  const from = shown[0]?.start ?? 0;
  const shift = (of: ReadonlySet<number>) => new Set([...of].map((i) => i - first).filter((i) => i >= 0));
  const { evidence, losses, doomed } = row.marks;
  const local: Row = {
    track: { steps: shown },
    full: row.full,
    marks: { evidence: shift(evidence), losses: shift(losses), doomed: shift(doomed) },
    cursor: row.cursor - first,
    active: true,
  };
  return (
    <div className="lens">
      <p className="lens-note">
        Steps {first + 1} to {first + shown.length}, near the cursor
      </p>
      <Scrubber
        label="Steps near the cursor"
        rows={[local]}
        width={width}
        rowHeight={48}
        total={Math.max(1, (shown.at(-1)?.end ?? 1) - from)}
        from={from}
        version={props.version}
        value={row.cursor}
        of={steps.length}
        text={`step ${row.cursor + 1}`}
        onPick={(_, byte) => props.onPick(byte)}
        hidden
      />
    </div>
  );
}

interface ScrubberProps {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly width: number;
  readonly rowHeight: number;
  readonly total: number;
  readonly from: number;
  readonly version: number;
  readonly value: number;
  readonly of: number;
  readonly text: string;
  /** It repeats what another says, and is for pointers alone. */
  readonly hidden?: boolean;
  onPick(row: number, byte: number): void;
}

function Scrubber(props: ScrubberProps) {
  const { rows, width, rowHeight, total, from, version, value } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { shown } = useTheme();
  const height = rowHeight * rows.length;
  const colours = useMemo(() => {
    const named = (name: string) => colour(name);
    // Read again when the theme changes.
    void shown;
    return {
      kept: named('kept'),
      written: named('written'),
      cut: named('cut'),
      unusable: named('unusable'),
      exit: named('exit'),
      ink: named('ink'),
      rule: named('rule'),
      evidence: named('evidence-ink'),
      loss: named('loss'),
      panel: named('panel'),
    };
  }, [shown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are made anew each time; what they show changes with these
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || width === 0) return;
    const scale = devicePixelRatio || 1;
    element.width = Math.round(width * scale);
    element.height = Math.round(height * scale);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    drawTimeline(context, rows, { width, rowHeight, total, colours, from });
  }, [
    version,
    width,
    rowHeight,
    total,
    from,
    colours,
    value,
    rows.length,
    rows.map((row) => `${row.cursor}${row.active}`).join(),
  ]);

  const pick = (event: React.PointerEvent) => {
    const rect = event.currentTarget.getBoundingClientRect();
    const x = Math.max(0, Math.min(rect.width - 0.01, event.clientX - rect.left));
    const row = Math.max(0, Math.min(rows.length - 1, Math.floor((event.clientY - rect.top) / rowHeight)));
    props.onPick(row, from + Math.floor((x / rect.width) * total));
  };
  return (
    <div
      className="scrubber"
      style={{ height }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pick(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) pick(event);
      }}
      {...(props.hidden
        ? { 'aria-hidden': true }
        : {
            role: 'slider',
            tabIndex: 0,
            'aria-label': props.label,
            'aria-valuemin': Math.min(1, props.of),
            'aria-valuemax': props.of,
            'aria-valuenow': Math.min(value + 1, props.of),
            'aria-valuetext': props.text,
          })}
    >
      <canvas ref={canvas} />
    </div>
  );
}

/** A step in words. */
export function stepText(step: Step | undefined, position: number, of: number): string {
  if (!step) return 'no step yet';
  const changes = [
    ...(step.added.length > 0 ? [`${plural(step.added.length, 'line')} added`] : []),
    ...(step.dropped.length > 0 ? [`${plural(step.dropped.length, 'line')} dropped`] : []),
  ];
  return [`step ${position + 1} of ${of}: ${step.kind}`, ...changes].join(', ');
}
