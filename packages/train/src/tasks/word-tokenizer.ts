import type { Tokenizer, TokenRun, TokenStream } from '@memagent/core';

/**
 * A tokenizer of whole words, for models of a few hundred tokens: each word that it knows, with the space before it
 * or without, is a token; what it does not know is `<|unknown|>`. Special tokens come first.
 */
export function wordTokenizer(
  words: readonly string[],
  specials: readonly string[] = [],
): Tokenizer & { readonly size: number } {
  const table = ['<|unknown|>', ...specials, ...words];
  const ids = new Map(table.map((word, id) => [word, id]));
  const first = 1 + specials.length;
  const scan = (text: string): TokenRun => {
    const found: number[] = [];
    const ends: number[] = [];
    for (const match of text.matchAll(/\p{L}+|\d|[^\s\p{L}\d]/gu)) {
      const id = ids.get(match[0]);
      found.push(id !== undefined && id >= first ? id : 0);
      ends.push(match.index + match[0].length);
    }
    // White space after the last token belongs to it.
    if (ends.length > 0) ends[ends.length - 1] = text.length;
    return { text, ids: Uint32Array.from(found), ends: Uint32Array.from(ends) };
  };
  return {
    id: `words:${table.join(',')}`,
    size: table.length,
    encode: (text) => scan(text).ids,
    decode(list) {
      let text = '';
      for (let i = 0; i < list.length; i++) {
        const word = table[list[i]!] ?? '<|unknown|>';
        const joined = text === '' || list[i]! < first || /^[^\p{L}\d]/u.test(word) || text.endsWith('|>');
        text += joined ? word : ` ${word}`;
      }
      return text;
    },
    special: (token) => {
      const id = ids.get(token);
      return id !== undefined && id < first ? id : undefined;
    },
    stream: () => wordStream(scan),
  };
}

function wordStream(scan: (text: string) => TokenRun): TokenStream {
  let held = '';
  return {
    push(text) {
      held += text;
      // A word may go on in the next piece: everything up to the last white space before a word is safe.
      const at = held.search(/\S*$/u);
      const done = held.slice(0, at);
      if (done.trim() === '') return scan('');
      held = held.slice(at);
      return scan(done);
    },
    end() {
      const rest = held;
      held = '';
      return scan(rest);
    },
  };
}
