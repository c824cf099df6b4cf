/** Text of others without what would steer a terminal: escapes and control characters, apart from line ends and tabs. */
export function printable(text: string): string {
  return text
    .replace(/\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[[\]()#][0-9;?]*[ -/]*[@-~]?/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '');
}

/** On one line. */
export const oneLine = (text: string): string => printable(text).replace(/\s+/g, ' ').trim();

/** Cut to so many characters, with an ellipsis where something is missing. */
export function shorten(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, Math.max(0, most - 1))
        .join('')
        .trimEnd()}…`;
}

/** Breaks text into lines of at most `width` characters at spaces; words longer than that are broken. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapLine(paragraph, width));
}

function wrapLine(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (let word of text.split(/[ \t]+/).filter(Boolean)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    for (; word.length > width; word = word.slice(width)) lines.push(word.slice(0, width));
    line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
}

/** Wrapped, with `first` before the first line and as much space before the others. */
export function indented(text: string, first: string, width: number): string {
  const space = ' '.repeat(first.length);
  return wrap(text, Math.max(20, width - first.length))
    .map((line, i) => `${i === 0 ? first : space}${line}`)
    .join('\n');
}

/** 1234567 as 1,234,567. */
export const count = (value: number): string => Math.round(value).toLocaleString('en-US');

/** "1 chunk", "2 chunks". */
export const plural = (value: number, word: string): string =>
  `${count(value)} ${word}${value === 1 ? '' : 's'}`;

/** Seconds as a person says them. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 100) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 100) return `${minutes} min`;
  return minutes < 48 * 60
    ? `${Math.floor(minutes / 60)} h ${minutes % 60} min`
    : `${Math.round(minutes / 1440)} days`;
}

/** Bytes as a person says them. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** Columns aligned by their longest cell; the last one is not padded. */
export function table(rows: readonly (readonly string[])[], gap = 2): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, [...cell].length);
    });
  return rows
    .map((row) =>
      row
        .map((cell, i) =>
          i === row.length - 1 ? cell : cell + ' '.repeat(widths[i]! - [...cell].length + gap),
        )
        .join(''),
    )
    .join('\n');
}
