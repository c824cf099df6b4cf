const whole = new Intl.NumberFormat('en-US');
const short = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3, notation: 'compact' });

/** 12,345 */
export const count = (value: number): string => whole.format(value);

/** 12.3K */
export const brief = (value: number): string =>
  value < 10_000 ? whole.format(Math.round(value)) : short.format(value);

/** `1 step`, `2 steps`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** 0.4 s, 41 s, 2 min 5 s, 1 h 2 min */
export function duration(seconds: number): string {
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  const [h, min, rest] = [Math.floor(s / 3600), Math.floor((s % 3600) / 60), s % 60];
  if (h > 0) return min > 0 ? `${h} h ${min} min` : `${h} h`;
  return rest > 0 ? `${min} min ${rest} s` : `${min} min`;
}

/** 3 min ago, or the date. */
export function ago(iso: string, now = Date.now()): string {
  const seconds = (now - Date.parse(iso)) / 1000;
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return iso.slice(0, 10);
}

/** A figure of a chart: three digits that matter. */
export const figure = (value: number): string =>
  Math.abs(value) >= 1000 || value === 0 ? brief(value) : String(Number(value.toPrecision(3)));

export const money = (value: number): string => `$${value < 0.01 ? value.toPrecision(2) : value.toFixed(2)}`;
