import { randomSource } from './random.ts';

/** The special tokens of ChatML models, the end of the text first. */
export const chatSpecials: readonly string[] = ['<|endoftext|>', '<|im_start|>', '<|im_end|>'];

/** A byte-level BPE vocabulary: special tokens, the 256 bytes, and one token for each merge. */
export interface ByteBpe {
  readonly tokens: readonly string[];
  readonly merges: readonly string[];
  readonly specials: readonly string[];
}

const words =
  'the of and to in is was for that on with as by at from it he his her an are be this which or had not ' +
  'but have were they one all been has when who will more no out so said what up its about into than them can ' +
  'only other new some could time these two may then do first any my now such like our over man me even most ' +
  'made after also did many before must through back years where much your way well down should because each ' +
  'people how too little state good very make world still own see men work long get here between both life being ' +
  'under never day same another know while last might us great old year off come since against go came right ' +
  'used take three question section memory answer document sentence number key value city river bridge keeper';

/** Learns merges from a small word list and fills up to `size` tokens with random ones: what speed needs, no skill. */
export function byteBpe(specials: readonly string[], size: number, seed = 1): ByteBpe {
  const tokens = [...specials, ...byteCharacters()];
  const merges: string[] = [];
  const known = new Set(tokens);
  const add = (left: string, right: string): boolean => {
    if (known.has(left + right)) return false;
    known.add(left + right);
    tokens.push(left + right);
    merges.push(`${left} ${right}`);
    return true;
  };
  let corpus = words.split(' ').map((word) => ['Ġ', ...word]);
  while (tokens.length < size) {
    const pair = mostFrequentPair(corpus);
    if (pair === undefined) break;
    add(...pair);
    corpus = corpus.map((word) => mergePair(word, pair));
  }
  const next = randomSource(seed);
  const ordinary = tokens.slice(specials.length);
  while (tokens.length < size) {
    const left = ordinary[Math.floor(next() * ordinary.length)]!;
    const right = ordinary[Math.floor(next() * ordinary.length)]!;
    // Only the beginning of a word has the space: a merge with one inside could never apply.
    if (left.length + right.length > 10 || right.startsWith('Ġ')) continue;
    if (add(left, right)) ordinary.push(left + right);
  }
  return { tokens, merges, specials };
}

/** GPT-2's printable stand-ins for the 256 bytes, by byte. */
function byteCharacters(): string[] {
  const printable = (byte: number) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
  let spare = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(printable(byte) ? byte : spare++));
}

function mostFrequentPair(corpus: readonly string[][]): [string, string] | undefined {
  const counts = new Map<string, number>();
  for (const word of corpus) {
    for (let i = 1; i < word.length; i++) {
      const pair = `${word[i - 1]} ${word[i]}`;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
  }
  let best: string | undefined;
  for (const [pair, count] of counts) if (best === undefined || count > counts.get(best)!) best = pair;
  return best?.split(' ') as [string, string] | undefined;
}

function mergePair(word: readonly string[], [left, right]: [string, string]): string[] {
  const merged: string[] = [];
  for (let i = 0; i < word.length; i++) {
    if (word[i] === left && word[i + 1] === right) merged.push(left + word[++i]!);
    else merged.push(word[i]!);
  }
  return merged;
}
