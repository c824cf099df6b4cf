/**
 * Where text can be cut and tokenized apart by a tokenizer whose rules are not known here: before a blank that stands
 * alone between a word's end and a letter. Tokenizers in use begin a token there.
 */
const seam = /[\p{L}\p{N}\p{P}] \p{L}/gu;

/** The offset of the last such blank, or 0 where there is none. */
export function lastSeam(text: string): number {
  return findSeams(text).last;
}

/** The offset of the last such blank but one, or 0. */
export function lastButOneSeam(text: string): number {
  return findSeams(text).before;
}

function findSeams(text: string): { last: number; before: number } {
  for (let reach = 512; ; reach *= 4) {
    const from = Math.max(0, text.length - reach);
    let last = 0;
    let before = 0;
    seam.lastIndex = from;
    for (let match = seam.exec(text); match !== null; match = seam.exec(text)) {
      before = last;
      last = match.index + (match[0].codePointAt(0)! > 0xffff ? 2 : 1);
      // Neighbouring seams share a letter where a word has only one.
      seam.lastIndex = last + 1;
    }
    if (before > 0 || from === 0) return { last, before };
  }
}
