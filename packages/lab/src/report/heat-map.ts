import type { DepthBand } from '../eval/statistics.ts';
import { drawing, element, text } from './svg.ts';

const cell = { width: 46, height: 17 };
const margin = { left: 52, top: 26, bottom: 38 };

/** Accuracy by depth of the needle (down) and length of the text (across); the darker, the better. */
export function heatMap(
  title: string,
  columns: readonly { readonly label: string; readonly bands: readonly DepthBand[] }[],
): string {
  const rows = columns[0]?.bands.length ?? 0;
  const width = margin.left + Math.max(columns.length * cell.width, title.length * 6.8) + 12;
  const height = margin.top + rows * cell.height + margin.bottom;
  const parts = [text(margin.left, 14, title, 'chart-title', 'start')];
  columns.forEach(({ label, bands }, column) => {
    const x = margin.left + column * cell.width;
    bands.forEach((band, row) => {
      const y = margin.top + row * cell.height;
      parts.push(
        element('rect', {
          ...{ x: x + 0.5, y: y + 0.5, width: cell.width - 1, height: cell.height - 1, rx: 2 },
          class: band.n === 0 ? 'cell-none' : 'cell',
          'fill-opacity': band.n === 0 ? undefined : 0.07 + 0.85 * band.accuracy,
        }),
      );
      if (band.n > 0)
        parts.push(
          text(
            x + cell.width / 2,
            y + cell.height / 2 + 3.5,
            String(Math.round(band.accuracy * 100)),
            band.accuracy > 0.55 ? 'cell-text-strong' : 'cell-text',
          ),
        );
    });
    parts.push(text(x + cell.width / 2, margin.top + rows * cell.height + 15, label, 'tick'));
  });
  for (const [share, row] of [
    ['0 %', 0],
    ['50 %', rows / 2],
    ['100 %', rows],
  ] as const)
    parts.push(text(margin.left - 6, margin.top + row * cell.height + 3.5, share, 'tick', 'end'));
  parts.push(
    text(margin.left + (columns.length * cell.width) / 2, height - 6, 'length in tokens', 'label'),
    element(
      'text',
      {
        class: 'label',
        'text-anchor': 'middle',
        transform: `translate(11 ${margin.top + (rows * cell.height) / 2}) rotate(-90)`,
      },
      'depth of the needle',
    ),
  );
  return drawing(width, height, `${title}: accuracy by depth and length`, parts.join(''), true);
}
