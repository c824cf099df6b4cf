import type { Marks } from './columns.ts';
import type { Step } from './track.ts';

/** Where one is when a key is pressed. */
export interface KeyState {
  readonly steps: readonly Step[];
  readonly marks: Marks;
  readonly position: number;
  /** The timeline has the focus, or nothing has: only then do arrows belong to it. */
  readonly onTimeline: boolean;
}

/** The step that a key leads to; `follow` is the last one and whatever comes; undefined where it means nothing. */
export function stepForKey(key: string, shift: boolean, state: KeyState): number | 'follow' | undefined {
  const { steps, marks, position, onTimeline } = state;
  const last = steps.length - 1;
  if (last < 0) return undefined;
  const by = (amount: number) => Math.max(0, Math.min(last, position + amount));
  const next = (holds: (i: number) => boolean, direction: 1 | -1) => {
    for (let i = position + direction; i >= 0 && i <= last; i += direction) if (holds(i)) return i;
    return position;
  };
  const changed = (i: number) => steps[i]!.kind !== 'kept';
  switch (key) {
    case 'j':
      return by(1);
    case 'k':
      return by(-1);
    case 'n':
      return next(changed, 1);
    case 'p':
      return next(changed, -1);
    case 'e':
    case 'E':
      return next((i) => marks.evidence.has(i), shift ? -1 : 1);
    case 'l':
    case 'L':
      return next((i) => marks.losses.has(i), shift ? -1 : 1);
  }
  if (!onTimeline) return undefined;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return by(shift ? 10 : 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return by(shift ? -10 : -1);
    case 'PageDown':
      return by(10);
    case 'PageUp':
      return by(-10);
    case 'Home':
      return 0;
    case 'End':
      return 'follow';
  }
  return undefined;
}
