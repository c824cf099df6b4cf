import type { BpeTokenizer } from '../bpe.ts';
import type { TokenRun, TokenStream } from '../tokenizer.ts';

/** All that a stream gives for these pushes, as one run. */
export async function collect(stream: TokenStream, pieces: readonly string[]): Promise<TokenRun> {
  let text = '';
  const ids: number[] = [];
  const ends: number[] = [];
  const add = (run: TokenRun) => {
    for (let i = 0; i < run.ids.length; i++) {
      ids.push(run.ids[i]!);
      ends.push(text.length + run.ends[i]!);
    }
    text += run.text;
  };
  for (const piece of pieces) add(await stream.push(piece));
  add(await stream.end());
  return { text, ids: Uint32Array.from(ids), ends: Uint32Array.from(ends) };
}

/** The ends of tokens found the slow way, by decoding ever longer prefixes of whole characters. */
export function tokenStarts(tokenizer: BpeTokenizer, ids: Uint32Array, text: string): number[] {
  const utf8 = new TextEncoder();
  const offsets = [0];
  for (const char of text) for (let i = 0; i < utf8.encode(char).length; i++) offsets.push(0);
  let bytes = 0;
  let units = 0;
  for (const char of text) {
    const width = utf8.encode(char).length;
    for (let i = 0; i < width; i++) offsets[bytes + i] = units;
    bytes += width;
    units += char.length;
  }
  offsets[bytes] = units;
  let end = 0;
  return Array.from(ids, (id) => {
    end += tokenizer.byteLength(id);
    return offsets[end]!;
  });
}
