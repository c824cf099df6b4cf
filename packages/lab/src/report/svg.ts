/** Text that may stand in HTML and SVG. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** A number short enough for a path. */
export const short = (value: number): string => String(Math.round(value * 100) / 100);

/** An element of SVG; attributes that are undefined are left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content = '',
): string {
  const list = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? short(value) : escapeHtml(value!)}"`)
    .join('');
  return content === '' ? `<${name}${list}/>` : `<${name}${list}>${content}</${name}>`;
}

export const text = (x: number, y: number, content: string, className: string, anchor = 'middle'): string =>
  element('text', { x, y, class: className, 'text-anchor': anchor }, escapeHtml(content));

/** A drawing that scales to its place, or keeps its size; `title` is what a screen reader says. */
export function drawing(
  width: number,
  height: number,
  title: string,
  content: string,
  fixed = false,
): string {
  return element(
    'svg',
    {
      ...(fixed ? { width, height } : {}),
      viewBox: `0 0 ${short(width)} ${short(height)}`,
      role: 'img',
      'aria-label': title,
      xmlns: 'http://www.w3.org/2000/svg',
    },
    content,
  );
}

/** Maps values to places, straight or by their logarithm. */
export type Scale = (value: number) => number;

export function scale(
  from: readonly [number, number],
  to: readonly [number, number],
  logarithmic = false,
): Scale {
  const map = logarithmic ? Math.log : (value: number) => value;
  const [a, b] = [map(from[0]), map(from[1])];
  const middle = (to[0] + to[1]) / 2;
  return (value) => (a === b ? middle : to[0] + ((map(value) - a) / (b - a)) * (to[1] - to[0]));
}

/** A number with a unit of thousands, as axes have it. */
export function compactNumber(value: number): string {
  const units = ['', 'k', 'M', 'G'];
  let at = 0;
  let rest = value;
  while (Math.abs(rest) >= 1000 && at < units.length - 1) {
    rest /= 1000;
    at += 1;
  }
  return `${Number(rest.toPrecision(3))}${units[at]}`;
}
