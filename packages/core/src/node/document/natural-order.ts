/**
 * Orders names as a person would, the same on every machine: numbers by their value ("chapter 2" before
 * "chapter 10"), everything else by code unit.
 */
export function naturalOrder(a: string, b: string): number {
  const left = a.match(/\d+|\D+/g) ?? [];
  const right = b.match(/\d+|\D+/g) ?? [];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const x = left[at]!;
    const y = right[at]!;
    if (x === y) continue;
    if (isDigit(x) && isDigit(y)) {
      const p = x.replace(/^0+/, '');
      const q = y.replace(/^0+/, '');
      if (p !== q) return p.length - q.length || (p < q ? -1 : 1);
    } else return x < y ? -1 : 1;
  }
  return left.length - right.length || (a < b ? -1 : a > b ? 1 : 0);
}

const isDigit = (text: string) => text >= '0' && text < ':';
