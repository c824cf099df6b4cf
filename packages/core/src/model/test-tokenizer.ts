import type { Tokenizer, TokenRun, TokenStream } from '../tokenizer/tokenizer.ts';

const specialBase = 0xf0000000;
const wideBase = 0x80000000;

/**
 * An exact tokenizer without a vocabulary, for tests and for scripted models: a token is up to four ASCII characters
 * and never goes on over white space (` the`, ` rea`, `ding`), or one other character. Ids hold the characters
 * themselves, so that any text comes back from its ids. About 1.3 tokens a word, a hundred million characters a
 * second.
 *
 * @param specials names of special tokens; text never produces them.
 * @example
 * testTokenizer().decode(testTokenizer().encode('any text'));
 */
export function testTokenizer(specials: readonly string[] = []): Tokenizer {
  return {
    id: specials.length === 0 ? 'test' : `test:${specials.join(',')}`,
    encode: (text) => {
      const ids = new Uint32Array(text.length);
      return ids.slice(0, scan(text, ids, undefined, true).count);
    },
    decode(ids) {
      const parts: string[] = [];
      for (let i = 0; i < ids.length; i++) parts.push(textOf(ids[i]!, specials));
      return parts.join('');
    },
    special(token) {
      const index = specials.indexOf(token);
      return index < 0 ? undefined : specialBase + index;
    },
    stream,
  };
}

/**
 * Scans tokens from the left; gives how many there are and where the last one ends. A token's end shows in at most one
 * further character, so without `all` the last one is left out unless it is full.
 */
function scan(text: string, ids: Uint32Array, ends: Uint32Array | undefined, all: boolean) {
  const length = text.length;
  let count = 0;
  let at = 0;
  while (at < length) {
    const code = text.charCodeAt(at);
    let id: number;
    let end = at + 1;
    if (code === 0 || code > 0x7f) {
      if (code >= 0xd800 && code < 0xdc00 && end === length && !all) break;
      const point = text.codePointAt(at)!;
      id = wideBase + point;
      if (point > 0xffff) end++;
    } else {
      id = code;
      for (; end < length && end < at + 4; end++) {
        const next = text.charCodeAt(end);
        if (next <= 0x20 || next > 0x7f) break;
        id |= next << (7 * (end - at));
      }
      if (end === length && end < at + 4 && !all) break;
    }
    ids[count] = id;
    if (ends) ends[count] = end;
    count++;
    at = end;
  }
  return { count, end: at };
}

function textOf(id: number, specials: readonly string[]): string {
  if (id >= specialBase) return specials[id - specialBase] ?? '';
  if (id >= wideBase) return String.fromCodePoint(id - wideBase);
  let text = '';
  for (let rest = id; rest > 0; rest >>>= 7) text += String.fromCharCode(rest & 0x7f);
  return text;
}

function stream(): TokenStream {
  let held = '';
  function take(more: string, all: boolean): TokenRun {
    const text = held + more;
    const ids = new Uint32Array(text.length);
    const ends = new Uint32Array(text.length);
    const { count, end } = scan(text, ids, ends, all);
    held = text.slice(end);
    return { text: text.slice(0, end), ids: ids.slice(0, count), ends: ends.slice(0, count) };
  }
  return { push: (text) => take(text, false), end: () => take('', true) };
}
