/** Prints rows in columns under their names; numbers stand at the right. */
export function printTable(
  title: string,
  rows: readonly Readonly<Record<string, string | number | undefined>>[],
): void {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => names.map((name) => show(row[name])));
  const widths = names.map((name, i) => Math.max(name.length, ...cells.map((row) => row[i]!.length)));
  const left = names.map((name) => rows.every((row) => typeof row[name] !== 'number'));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (left[i] ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  ')
      .trimEnd();
  console.log(`\n${title}`);
  console.log(line(names));
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of cells) console.log(line(row));
}

function show(value: string | number | undefined): string {
  if (typeof value !== 'number') return value ?? '';
  if (!Number.isFinite(value)) return String(value);
  if (Number.isInteger(value)) return value.toLocaleString('en-US');
  return Math.abs(value) < 10
    ? value.toFixed(3)
    : value.toLocaleString('en-US', { maximumFractionDigits: 1 });
}

/** The middle one; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A figure with as many digits as mean something. */
export const rounded = (value: number, digits = 4): number => Number(value.toPrecision(digits));
