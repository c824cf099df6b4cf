import { createContext, Script } from 'node:vm';

// JSON Schema patterns of strangers are run on what a model replies, and nothing stops a regular expression that has
// begun. So only those are taken whose repetitions cannot be gone through in many ways.

/** A piece of a pattern: one character, or a group, and how often it may come. */
interface Piece {
  /** Which of the sample characters it takes, where it is one character. */
  readonly takes?: ReadonlySet<string>;
  readonly choices?: readonly (readonly Piece[])[];
  readonly least: number;
  readonly most: number;
}

/** Stand for all characters: each ASCII one, and some beyond. */
const samples = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  'é',
  'ß',
  '漢',
  '😀',
];

/** Why a pattern is not taken; undefined where it is. */
export function unsafePattern(pattern: string): string | undefined {
  if (pattern.length > 512) return 'is longer than 512 characters';
  try {
    new RegExp(pattern, 'u');
  } catch {
    return 'is not a regular expression';
  }
  let pieces: readonly (readonly Piece[])[];
  try {
    pieces = new PatternParser(pattern).choices();
  } catch (error) {
    return (error as Error).message;
  }
  if (pieces.some(hasUnsafeRepetition)) return 'repeats something that can be repeated in many ways';
  return isSlow(pattern) ? 'takes too long on long texts' : undefined;
}

/** Reads as much of the syntax as is allowed; throws with what is not. */
class PatternParser {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  choices(): Piece[][] {
    const choices: Piece[][] = [[]];
    while (this.#at < this.#pattern.length && this.#pattern[this.#at] !== ')') {
      if (this.#take(/\|/y)) choices.push([]);
      else if (!this.#take(/\^|\$|\\b|\\B/y)) choices.at(-1)!.push(this.#piece());
    }
    return choices;
  }

  #piece(): Piece {
    if (this.#take(/\(\?(?:=|!|<=|<!)/y)) throw new Error('looks around, which is not allowed here');
    if (this.#take(/\\(?:[1-9]|k)/y)) throw new Error('refers back, which is not allowed here');
    if (this.#take(/\((?:\?:|\?<\w+>)?/y)) {
      const choices = this.choices();
      this.#take(/\)/y);
      return { choices, ...this.#count() };
    }
    const one = this.#take(
      /\[(?:\\[\s\S]|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\[\s\S]|[\s\S]/uy,
    )!;
    const single = new RegExp(`^(?:${one})$`, 'u');
    return { takes: new Set(samples.filter((char) => single.test(char))), ...this.#count() };
  }

  #count(): { least: number; most: number } {
    const found = this.#take(/[*+?]\??|\{\d+(?:,\d*)?\}\??/y);
    if (!found) return { least: 1, most: 1 };
    if (found[0] === '?') return { least: 0, most: 1 };
    if (found[0] !== '{') return { least: found[0] === '+' ? 1 : 0, most: Number.POSITIVE_INFINITY };
    const [, least, comma, most] = /^\{(\d+)(,?)(\d*)/.exec(found)!;
    return { least: Number(least), most: comma ? Number(most || Number.POSITIVE_INFINITY) : Number(least) };
  }

  #take(what: RegExp): string | undefined {
    what.lastIndex = this.#at;
    const found = what.exec(this.#pattern)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}

function hasUnsafeRepetition(sequence: readonly Piece[]): boolean {
  return sequence.some((piece) => {
    if (!piece.choices) return false;
    if (piece.choices.some(hasUnsafeRepetition)) return true;
    const [first = [], ...more] = piece.choices;
    return piece.most > 1 && !isPlain(piece.choices) && !(more.length === 0 && isFenced(first));
  });
}

/** Each time around is the same number of characters, and the first says which choice it is. */
function isPlain(choices: readonly (readonly Piece[])[]): boolean {
  const firsts = choices.map(([first]) => first?.takes);
  return (
    choices.every((choice) =>
      choice.every(({ takes, least, most }) => takes && least === most && most > 0),
    ) && firsts.every((first, i) => first && firsts.every((other, j) => i === j || !overlap(first, other!)))
  );
}

/** It begins or ends with one character that nothing else in it takes: there is one way to go around. */
function isFenced(sequence: readonly Piece[]): boolean {
  return [0, sequence.length - 1].some((at) => {
    const fence = sequence[at];
    if (!fence?.takes || fence.least !== 1 || fence.most !== 1) return false;
    const others = sequence.filter((_, i) => i !== at);
    return others.every(({ takes }) => takes && !overlap(fence.takes!, takes));
  });
}

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].some((char) => b.has(char));

/** Repetitions side by side are harmless or not by what they take: tried on long texts, where the clock can stop it. */
function isSlow(pattern: string): boolean {
  const context = createContext({ pattern, texts: [] as string[] });
  const chars = new Set([...pattern.replace(/[^\p{L}\p{N} ]/gu, ''), ...'aA0 -_.!/', 'é']);
  context.texts = [...chars].slice(0, 40).map((char) => `${char.repeat(4000)}\u0001`);
  try {
    new Script(
      '{ const re = new RegExp(pattern, "u"); for (const text of texts) re.test(text); }',
    ).runInContext(context, { timeout: 100 });
    return false;
  } catch {
    return true;
  }
}
