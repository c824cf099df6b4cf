import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Source } from '../model/events.ts';
import { type Fates, fatesOf } from '../model/fates.ts';
import type { LiveReading } from '../model/live-reading.ts';
import { kinds, type Line, type Track } from '../model/track.ts';
import { AnswerCard } from './answer-card.tsx';
import { ChunkPanel } from './chunk-panel.tsx';
import { count } from './format.ts';
import { useReadings } from './hooks.ts';
import { MemoryPanel } from './memory-panel.tsx';
import { ReadingState, StateWord } from './reading-state.tsx';
import { Timeline } from './timeline.tsx';
import { TotalsBar } from './totals-bar.tsx';
import { useScrubbing } from './use-scrubbing.ts';

interface InspectorProps {
  readonly readings: readonly LiveReading[];
  readonly initial: { readonly step: number | undefined; readonly track: number };
  readonly actions?: ReactNode;
  onMoved?(step: number, track: number): void;
}

/** One reading or several over the same document: answers, timeline, memories, and the chunk beside them. */
export function Inspector({ readings, initial, actions, onMoved }: InspectorProps) {
  const version = useReadings(readings);
  const shown = useMemo(
    () => readings.flatMap((reading) => reading.tracks.map((track) => ({ reading, track }))),
    [readings],
  );
  const tracks = shown.map(({ track }) => track);
  const fates = useFates(tracks, version);
  const scrubbing = useScrubbing(tracks, fates, {
    active: initial.track,
    byte: initialByte(tracks, initial),
  });
  const { active, cursors } = scrubbing;
  const [focus, setFocus] = useState<{ source: Source; line?: Line; wish: number }>();
  const track = tracks[active];
  const position = cursors[active] ?? 0;
  const step = track?.steps[position];
  const lit = useMemo(
    () => (step ? step.added.flatMap(({ source }) => (source ? [source] : [])) : []),
    [step],
  );
  const document = readings[0]?.info.document;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when one has moved, not when the listener changes
  useEffect(() => {
    if (step && !scrubbing.following) onMoved?.(position + 1, active);
  }, [position, active, scrubbing.following]);

  const showSource = (at: number, source: Source, line?: Line) => {
    setFocus((before) => ({ source, line, wish: (before?.wish ?? 0) + 1 }));
    scrubbing.toByte(at, source.start);
  };
  if (!track || !document) return null;
  const several = shown.length > 1;
  const total = totalBytes(tracks, readings);
  const labels = shown.map(({ reading, track: each }) => labelOf(reading, each, readings));
  return (
    <main className={several ? 'inspector several' : 'inspector'}>
      <header className="reading-head">
        <div className="reading-line">
          <p className="reading-document">
            <b>{document.name}</b>
            <span>{[...new Set(readings.map(({ info }) => info.model))].join(', ')}</span>
            <span>{[...new Set(tracks.map(({ policy }) => policy).filter(Boolean))].join(', ')}</span>
            <StateWord readings={readings} />
          </p>
          <div className="reading-actions">{actions}</div>
        </div>
        {!several && <h1>{track.question}</h1>}
        {several && <h1 className="unseen">{labels.join('; ')}</h1>}
        <ReadingState readings={readings} />
        {!several && track.answer && (
          <AnswerCard answer={track.answer} onSource={(source) => showSource(active, source)} />
        )}
        <TotalsBar readings={readings} />
      </header>

      <div className="timeline-area">
        <Timeline
          tracks={tracks}
          labels={labels}
          fates={fates}
          cursors={cursors}
          active={active}
          total={total}
          version={version}
          onScrub={scrubbing.toByte}
        />
        <div className="timeline-foot">
          <Legend />
          <div className="stepper">
            <button type="button" onClick={() => scrubbing.toStep(active, 0)} aria-label="First step">
              ⇤
            </button>
            <button
              type="button"
              onClick={() => scrubbing.toStep(active, position - 1)}
              aria-label="Step before"
            >
              ←
            </button>
            <output>
              {track.steps.length === 0
                ? 'no step yet'
                : `${count(position + 1)} / ${count(track.steps.length)}`}
            </output>
            <button
              type="button"
              onClick={() => scrubbing.toStep(active, position + 1)}
              aria-label="Next step"
            >
              →
            </button>
            <button
              type="button"
              aria-pressed={scrubbing.following}
              onClick={scrubbing.follow}
              aria-label="Last step, and follow"
            >
              ⇥
            </button>
          </div>
        </div>
      </div>

      <div className="panels">
        {several && (
          <select
            className="column-choice"
            aria-label="Which of them is shown"
            value={active}
            onChange={(event) => scrubbing.activate(Number(event.target.value))}
          >
            {labels.map((label, i) => (
              <option key={`${shown[i]!.reading.info.id} ${shown[i]!.track.index}`} value={i}>
                {i + 1}. {label}
              </option>
            ))}
          </select>
        )}
        <div className="columns">
          {shown.map(({ track: each, reading }, i) => (
            <div
              key={`${reading.info.id} ${each.index}`}
              className={i === active ? 'column active' : 'column'}
              ref={i === active ? showColumn : undefined}
              onPointerDownCapture={() => scrubbing.activate(i)}
            >
              {several && (
                <div className="column-head">
                  <h2>{labels[i]}</h2>
                  {each.answer ? (
                    <AnswerCard answer={each.answer} onSource={(source) => showSource(i, source)} />
                  ) : (
                    <p className="empty">No answer yet.</p>
                  )}
                  <TotalsBar readings={[{ tracks: [each] }]} />
                </div>
              )}
              <MemoryPanel
                track={each}
                position={cursors[i]!}
                fates={fates[i]!}
                title={each.steps.length === 0 ? 'Memory' : `Memory after step ${count(cursors[i]! + 1)}`}
                focused={focus?.line}
                onLine={(line) => line.source && showSource(i, line.source, line)}
                onStep={(to) => scrubbing.toStep(i, to)}
              />
            </div>
          ))}
        </div>
        <ChunkPanel
          document={document.id}
          step={step}
          lit={lit}
          focus={focus?.source}
          wish={focus?.wish ?? 0}
        />
      </div>
      <p className="keys">
        <kbd>←</kbd> <kbd>→</kbd> or <kbd>k</kbd> <kbd>j</kbd> step · <kbd>p</kbd> <kbd>n</kbd> change ·{' '}
        <kbd>e</kbd> evidence · <kbd>l</kbd> loss · <kbd>Home</kbd> <kbd>End</kbd>
      </p>
    </main>
  );
}

/** Scrolls the columns, not the page, to the one that is looked at. */
function showColumn(column: HTMLElement | null): void {
  const box = column?.parentElement;
  if (!column || !box || box.scrollWidth <= box.clientWidth) return;
  const [left, right] = [
    column.offsetLeft - box.offsetLeft,
    column.offsetLeft - box.offsetLeft + column.offsetWidth,
  ];
  if (left < box.scrollLeft || right > box.scrollLeft + box.clientWidth) box.scrollTo({ left: left - 8 });
}

function useFates(tracks: readonly Track[], version: number): readonly Fates[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: tracks grow in place; the version says when
  return useMemo(() => tracks.map(fatesOf), [version, tracks.length]);
}

/** Where to look first: at the step of the address, else at the evidence of a reading that has ended. */
function initialByte(
  tracks: readonly Track[],
  { step, track }: { step: number | undefined; track: number },
): number | undefined {
  const chosen = tracks[track];
  if (step !== undefined) return chosen?.steps[step - 1]?.start;
  return chosen?.answer?.sources[0]?.start;
}

/** Bytes of the whole text: known once it is read, before that judged by the share that has been read. */
function totalBytes(tracks: readonly Track[], readings: readonly LiveReading[]): number {
  const over = readings.every((reading) => reading.isOver);
  return Math.max(
    1,
    ...tracks.map(({ end, progress, answer }) =>
      (over && !answer?.partial) || !progress ? end : Math.max(end, end / progress),
    ),
  );
}

/** What tells a track from the others that are shown: its question, its policy, or both. */
function labelOf(reading: LiveReading, track: Track, all: readonly LiveReading[]): string {
  const questions = new Set(all.flatMap(({ info }) => info.questions));
  const policy = track.policy ?? reading.info.method.policy ?? reading.info.model;
  const settings = all.filter((other) => other.info.questions.includes(track.question)).length > 1;
  if (questions.size === 1) return policy;
  return settings ? `${track.question} (${policy})` : track.question;
}

const meanings = {
  kept: 'the memory stayed as it was',
  written: 'the memory changed',
  cut: 'the memory was full, and something had to go',
  unusable: 'the reply could not be used',
  exit: 'the model had the answer',
} as const;

function Legend() {
  return (
    <ul className="legend" aria-label="What the bars mean">
      {[...kinds].reverse().map((kind) => (
        <li key={kind} title={meanings[kind]}>
          <i className={`swatch kind-${kind}`} />
          {kind}
        </li>
      ))}
      <li title="a step that brought what the answer rests on">
        <span className="evidence-note">▲</span> evidence
      </li>
      <li title="a sentence of the memory vanished here">
        <span className="loss-note">▼</span> loss
      </li>
    </ul>
  );
}
