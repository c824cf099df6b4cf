import { useEffect, useMemo, useRef } from 'react';
import type { Source } from '../model/events.ts';
import { runsOf } from '../model/spans.ts';
import type { Step } from '../model/track.ts';
import { count, plural } from './format.ts';
import { useLoaded } from './hooks.ts';
import { useHost } from './host.ts';

interface ChunkPanelProps {
  readonly document: string;
  readonly step: Step | undefined;
  /** What entered the memory here. */
  readonly lit: readonly Source[];
  /** The source that was asked for: shown strongest, and scrolled to. */
  readonly focus: Source | undefined;
  /** Grows with each wish to see the focus, so that the same one can be wished for twice. */
  readonly wish: number;
}

/** The chunk that a step read, with the spans lit that entered the memory. */
export function ChunkPanel({ document, step, lit, focus, wish }: ChunkPanelProps) {
  const host = useHost();
  const key = step ? `${document} ${step.start} ${step.end}` : '';
  const loaded = useLoaded(key, async (signal) =>
    step ? host.text(document, step.start, step.end, signal) : undefined,
  );
  const box = useRef<HTMLDivElement>(null);
  const inside = step && focus && focus.start >= step.start && focus.start < step.end ? focus : undefined;
  const spans = useMemo(() => (inside ? [inside, ...lit] : [...lit]), [inside, lit]);
  const text = loaded.value;
  const runs = useMemo(() => (text ? runsOf(text.text, text.start, spans) : []), [text, spans]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the text is there, and again for each wish
  useEffect(() => {
    const target = box.current?.querySelector('mark.focus') ?? box.current?.querySelector('mark');
    if (!target) {
      box.current?.scrollTo({ top: 0 });
      return;
    }
    // The panel is scrolled where it scrolls, else the page, and that only when something was asked for.
    const panel = box.current!;
    if (panel.scrollHeight > panel.clientHeight + 4) {
      const by =
        target.getBoundingClientRect().top - panel.getBoundingClientRect().top - panel.clientHeight / 3;
      panel.scrollBy({ top: by });
      if (inside) panel.scrollIntoView({ block: 'nearest' });
    } else if (inside) target.scrollIntoView({ block: 'center' });
  }, [runs, wish]);
  let at = 0;
  return (
    <section className="panel chunk" aria-label={step ? `Chunk ${step.chunk + 1}` : 'Chunk'}>
      <header className="panel-head">
        <h2>{step ? `Chunk ${step.chunk + 1}` : 'Chunk'}</h2>
        {step && (
          <p className="panel-note">
            {plural(step.tokens, 'token')} · bytes {count(step.start)}–{count(step.end)}
            {step.hints > 0 && ` · ${plural(step.hints, 'hint')}`}
          </p>
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys */}
      <div className="chunk-text" ref={box} tabIndex={0} role="document" aria-label="Text of the chunk">
        {loaded.error && <p className="empty">{loaded.error.message}</p>}
        {step && !text && !loaded.error && <p className="empty">…</p>}
        {runs.map((run) => {
          const key = `${at++}`;
          if (run.lit.length === 0) return <span key={key}>{run.text}</span>;
          const focused = inside !== undefined && run.lit.includes(0);
          return (
            <mark key={key} className={focused ? 'focus' : ''}>
              {run.text}
            </mark>
          );
        })}
      </div>
    </section>
  );
}
