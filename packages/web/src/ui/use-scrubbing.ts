import { useCallback, useEffect, useState } from 'react';
import type { Fates } from '../model/fates.ts';
import { stepForKey } from '../model/keys.ts';
import type { Track } from '../model/track.ts';

/** Where in the text one looks; undefined follows the reading. */
export interface Scrubbing {
  readonly active: number;
  /** The step that is looked at, in each track. */
  readonly cursors: readonly number[];
  readonly following: boolean;
  toByte(track: number, byte: number): void;
  toStep(track: number, position: number): void;
  activate(track: number): void;
  follow(): void;
}

/** One place in the text for all tracks: each shows the step whose chunk holds it. */
export function useScrubbing(
  tracks: readonly Track[],
  fates: readonly Fates[],
  initial: { readonly byte: number | undefined; readonly active: number },
): Scrubbing {
  const [active, setActive] = useState(Math.min(initial.active, Math.max(0, tracks.length - 1)));
  const [byte, setByte] = useState<number | undefined>(initial.byte);
  const cursors = tracks.map((track) =>
    byte === undefined ? Math.max(0, track.steps.length - 1) : track.positionOfByte(byte),
  );
  const toByte = useCallback((track: number, at: number) => {
    setActive(track);
    setByte(at);
  }, []);
  const toStep = (track: number, position: number) => {
    const { steps } = tracks[track]!;
    const step = steps[Math.max(0, Math.min(steps.length - 1, position))];
    if (step) toByte(track, step.start);
  };
  const follow = () => setByte(undefined);

  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.closest('input, textarea, select, dialog, [contenteditable]')) return;
      const track = tracks[active];
      const marks = fates[active];
      if (!track || !marks) return;
      const to = stepForKey(event.key, event.shiftKey, {
        steps: track.steps,
        marks,
        position: cursors[active] ?? 0,
        onTimeline: target.closest('[role=slider]') !== null || target === document.body,
      });
      if (to === undefined) return;
      event.preventDefault();
      if (to === 'follow') follow();
      else toStep(active, to);
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  });

  return { active, cursors, following: byte === undefined, toByte, toStep, activate: setActive, follow };
}
