/** Calls back with the hash of each word's stem in a run of text: no strings are made on the way. */
export function eachStem(text: string, from: number, to: number, visit: (stem: number) => void): void {
  let hash = 0;
  let length = 0;
  for (let i = from; i <= to; i++) {
    const code = i < to ? text.charCodeAt(i) : 32;
    const folded = fold(code);
    if (folded !== 0) {
      // A stem is the first five characters: crude, cheap, and good enough in most European languages.
      if (length < 5) hash = Math.imul(hash ^ folded, 0x01000193) >>> 0;
      length += 1;
    } else if (length > 0) {
      visit(mix(hash));
      hash = 0;
      length = 0;
    }
  }
}

/** The distinct stems of a text. */
export function stems(text: string): Set<number> {
  const found = new Set<number>();
  eachStem(text, 0, text.length, (stem) => found.add(stem));
  return found;
}

/** Lower-cases a letter or digit; 0 for anything that separates words. */
function fold(code: number): number {
  if (code >= 97 && code <= 122) return code;
  if (code >= 65 && code <= 90) return code + 32;
  if (code >= 48 && code <= 57) return code;
  if (code < 128) return 0;
  if (code >= 0x2000 && code <= 0x206f) return 0;
  if (code >= 0x3000 && code <= 0x303f) return 0;
  if (code === 0xa0 || code === 0xab || code === 0xbb) return 0;
  // Latin, Greek and Cyrillic capitals fold by table-free lower-casing; other scripts have no case.
  return code < 0x530 ? String.fromCharCode(code).toLowerCase().charCodeAt(0) : code;
}

function mix(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  return (h ^ (h >>> 16)) >>> 0;
}
