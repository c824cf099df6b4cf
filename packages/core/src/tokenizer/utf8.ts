/** UTF-8 without allocation, a lone surrogate being U+FFFD as everywhere in UTF-8. */

/** The bytes in UTF-8 of the character at `at` in a text that ends at `end`. */
export function utf8Length(text: string, at: number, end: number): number {
  const code = text.charCodeAt(at);
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  const pair =
    code >= 0xd800 && code < 0xdc00 && at + 1 < end && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
  return pair ? 4 : 3;
}

/** Writes `text` from `start` to `end` into `bytes`, which has room for three bytes a unit; gives how many it wrote. */
export function writeUtf8(text: string, start: number, end: number, bytes: Uint8Array): number {
  let n = 0;
  for (let i = start; i < end; i++) {
    let code = text.charCodeAt(i);
    if (code < 0x80) {
      bytes[n++] = code;
      continue;
    }
    if (code < 0x800) {
      bytes[n++] = 0xc0 | (code >> 6);
      bytes[n++] = 0x80 | (code & 0x3f);
      continue;
    }
    if (code >= 0xd800 && code <= 0xdfff) {
      const low = code < 0xdc00 && i + 1 < end ? text.charCodeAt(i + 1) : 0;
      if ((low & 0xfc00) === 0xdc00) {
        const point = 0x10000 + ((code - 0xd800) << 10) + low - 0xdc00;
        bytes[n++] = 0xf0 | (point >> 18);
        bytes[n++] = 0x80 | ((point >> 12) & 0x3f);
        bytes[n++] = 0x80 | ((point >> 6) & 0x3f);
        bytes[n++] = 0x80 | (point & 0x3f);
        i++;
        continue;
      }
      code = 0xfffd;
    }
    bytes[n++] = 0xe0 | (code >> 12);
    bytes[n++] = 0x80 | ((code >> 6) & 0x3f);
    bytes[n++] = 0x80 | (code & 0x3f);
  }
  return n;
}
