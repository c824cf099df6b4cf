import { type Fate, fates } from '../eval/survival.ts';
import { drawing, element, text } from './svg.ts';

/** What each fate is called. */
export const fateNames: Readonly<Record<Fate, string>> = {
  kept: 'kept to the end',
  dropped: 'kept, later dropped',
  'not-kept': 'seen, not kept',
  unseen: 'never seen',
};

const row = 30;

/** One bar a system: what became of the facts that the answers need. */
export function survivalBars(
  systems: readonly { readonly system: string; readonly counts: Readonly<Record<Fate, number>> }[],
): string {
  const width = 760;
  const left = 24 + 6.6 * Math.max(...systems.map(({ system }) => system.length));
  const height = systems.length * row + 22;
  const room = width - left - 20;
  const parts = systems.flatMap(({ system, counts }, i) => {
    const total = fates.reduce((sum, fate) => sum + counts[fate], 0);
    let x = left;
    const y = i * row + 4;
    return [
      text(left - 10, y + 15, system, 'tick strong', 'end'),
      ...[...fates].reverse().flatMap((fate) => {
        const share = counts[fate] / total;
        const wide = share * room;
        const at = x;
        x += wide;
        if (wide === 0) return [];
        return [
          element(
            'rect',
            { x: at, y, width: Math.max(0, wide - 1), height: row - 8, class: `fate-${fate}` },
            element('title', {}, `${fateNames[fate]}: ${counts[fate]} of ${total}`),
          ),
          ...(wide > 34 ? [text(at + wide / 2, y + 15, `${Math.round(share * 100)} %`, 'bar-text')] : []),
        ];
      }),
    ];
  });
  for (const share of [0, 0.25, 0.5, 0.75, 1])
    parts.push(text(left + share * room, height - 5, `${share * 100} %`, 'tick'));
  return drawing(width, height, 'What became of the facts that the answers need', parts.join(''));
}
