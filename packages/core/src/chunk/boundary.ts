/**
 * The best place to end a chunk between two offsets, nearest the end: after a blank line, else after a line, else
 * after a sentence, else before a space. Undefined where there is none.
 */
export function naturalBoundary(text: string, from: number, to: number): number | undefined {
  const blank = text.lastIndexOf('\n\n', to - 2);
  if (blank >= from) return blank + 2;
  const line = text.lastIndexOf('\n', to - 1);
  if (line >= from) return line + 1;
  for (let i = to - 1; i >= from; i--) {
    const code = text.charCodeAt(i);
    if (code === 0x3002 || code === 0xff01 || code === 0xff1f) return i + 1;
    if (code !== 32) continue;
    let before = i - 1;
    while (before > from && isClosing(text.charCodeAt(before))) before -= 1;
    const mark = text[before];
    if (mark === '.' || mark === '!' || mark === '?') return i;
  }
  const space = text.lastIndexOf(' ', to - 1);
  return space > from ? space : undefined;
}

/** Quotation marks and brackets that may stand between a full stop and the space after it. */
const isClosing = (code: number) =>
  code === 34 || code === 39 || code === 41 || code === 93 || code === 0x201d || code === 0x2019;
