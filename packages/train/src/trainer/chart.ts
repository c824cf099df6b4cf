interface Series {
  readonly name: string;
  readonly key: string;
  readonly colour: string;
}

interface Panel {
  readonly title: string;
  readonly series: readonly Series[];
  readonly range?: readonly [number, number];
}

const panels: readonly Panel[] = [
  {
    title: 'reward and held-out accuracy',
    range: [0, 1],
    series: [
      { name: 'reward', key: 'rewardMean', colour: '#2f6fb2' },
      { name: 'held out', key: 'heldOutAccuracy', colour: '#c2502c' },
    ],
  },
  { title: 'entropy', series: [{ name: 'entropy', key: 'entropy', colour: '#2f6fb2' }] },
  { title: 'clip fraction', series: [{ name: 'clipped', key: 'clipFraction', colour: '#2f6fb2' }] },
  { title: 'divergence from the reference', series: [{ name: 'KL', key: 'kl', colour: '#2f6fb2' }] },
  {
    title: 'sampler against trainer',
    series: [{ name: '|difference|', key: 'rolloutTrainerDiff', colour: '#2f6fb2' }],
  },
  { title: 'tokens in a reply', series: [{ name: 'tokens', key: 'responseTokens', colour: '#2f6fb2' }] },
];

const [width, height, left, top] = [360, 220, 52, 30];
const short = (value: number) => String(Number(value.toPrecision(3)));

/** A run's metrics as one drawing: panels without figures are left out. */
export function metricsChart(rows: readonly Record<string, unknown>[], name: string): string {
  const shown = panels.filter(({ series }) => series.some(({ key }) => pointsOf(rows, key).length > 0));
  const columns = Math.min(2, Math.max(1, shown.length));
  const tall = 34 + Math.ceil(shown.length / columns) * height;
  const content = shown.map((panel, i) =>
    draw(panel, rows, (i % columns) * width, 34 + Math.floor(i / columns) * height),
  );
  const title = name.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns * width} ${tall}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="11">`,
    `<rect width="100%" height="100%" fill="#fff"/><text x="12" y="22" font-size="15" font-weight="600">${title}</text>`,
    ...content,
    '</svg>\n',
  ].join('\n');
}

function pointsOf(rows: readonly Record<string, unknown>[], key: string): [number, number][] {
  return rows.flatMap((row) => {
    const [x, y] = [row.step, row[key]];
    return typeof x === 'number' && typeof y === 'number' && Number.isFinite(y)
      ? [[x, y] as [number, number]]
      : [];
  });
}

function draw(
  { title, series, range }: Panel,
  rows: readonly Record<string, unknown>[],
  dx: number,
  dy: number,
): string {
  const all = series.map((each) => ({ ...each, points: pointsOf(rows, each.key) }));
  const points = all.flatMap((each) => each.points);
  const xs = points.map(([x]) => x);
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  const ys = points.map(([, y]) => y);
  const [y0, y1] = range ?? [Math.min(0, ...ys), Math.max(...ys, Math.min(...ys) + 1e-9)];
  const x = (value: number) => left + ((value - x0) / (x1 - x0 || 1)) * (width - left - 16);
  const y = (value: number) => height - 34 - ((value - y0) / (y1 - y0 || 1)) * (height - 34 - top);
  const grid = [0, 0.5, 1].map((part) => {
    const value = y0 + part * (y1 - y0);
    return `<line x1="${left}" x2="${width - 16}" y1="${y(value)}" y2="${y(value)}" stroke="#e3e3e3"/><text x="${left - 6}" y="${y(value) + 4}" text-anchor="end" fill="#666">${short(value)}</text>`;
  });
  const lines = all.map(({ points: of, colour }) => {
    const path = of.map(([a, b]) => `${short(x(a))},${short(y(b))}`).join(' ');
    const dots =
      of.length > 40
        ? []
        : of.map(([a, b]) => `<circle cx="${short(x(a))}" cy="${short(y(b))}" r="2" fill="${colour}"/>`);
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="1.6"/>${dots.join('')}`;
  });
  const key = all.map(
    ({ name, colour }, i) =>
      `<text x="${width - 16 - (all.length - 1 - i) * 70}" y="16" text-anchor="end" fill="${colour}">${name}</text>`,
  );
  return `<g transform="translate(${dx} ${dy})"><text x="${left}" y="16" font-weight="600">${title}</text>${all.length > 1 ? key.join('') : ''}${grid.join('')}${lines.join('')}<text x="${left}" y="${height - 16}" fill="#666">step ${short(x0)}</text><text x="${width - 16}" y="${height - 16}" text-anchor="end" fill="#666">${short(x1)}</text></g>`;
}
