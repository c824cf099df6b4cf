/**
 * Patterns of `tokenizer.json` are written for Oniguruma; these are the same in JavaScript's dialect (flag `u`), which
 * differs in `\s \d \w \b . ^ $`, has no possessive quantifiers and, in Node 20, no `(?i:…)`.
 */

/** A pattern that has no equivalent here. */
export class UnsupportedPattern extends Error {}

/** Compiles an Oniguruma pattern for iteration over all matches. */
export function compilePattern(source: string): RegExp {
  try {
    return new RegExp(translatePattern(source), 'gu');
  } catch (error) {
    throw error instanceof UnsupportedPattern ? error : new UnsupportedPattern(`${source}: ${String(error)}`);
  }
}

const word = '\\p{L}\\p{M}\\p{Nd}\\p{Pc}';
const classEscapes: Record<string, string> = {
  s: '\\p{White_Space}',
  S: '\\P{White_Space}',
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: word,
  h: '0-9a-fA-F',
};
const escapes: Record<string, string> = {
  ...classEscapes,
  w: `[${word}]`,
  W: `[^${word}]`,
  h: '[0-9a-fA-F]',
  b: `(?:(?<=[${word}])(?![${word}])|(?<![${word}])(?=[${word}]))`,
};
const keptEscapes = new Set('rntfv0^$\\.*+?()[]{}|/');
const foldings: Record<string, string> = { s: 'sS\u017f', k: 'kK\u212a' };

/** The source of an Oniguruma pattern in JavaScript's dialect. */
export function translatePattern(source: string): string {
  let out = '';
  let at = 0;
  let atom = 0; // where the last atom begins in `out`, for possessive quantifiers
  let atomics = 0;
  const groups: { start: number; ignoreCase: boolean }[] = [];
  let ignoreCase = false;
  const unsupported = (what: string) => new UnsupportedPattern(`${what} in ${source}`);

  const escaped = (inClass: boolean): string => {
    const char = source[at + 1];
    if (char === undefined) throw unsupported('a lone backslash');
    if (char === 'p' || char === 'P' || char === 'u' || char === 'x') {
      const match = /^\\(?:[pP]\{\^?[\w=]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})/.exec(source.slice(at));
      if (match === null) throw unsupported(`\\${char}`);
      at += match[0].length;
      return match[0]
        .replace(/^\\p\{\^/, '\\P{')
        .replace(/\{(Han|Hiragana|Katakana|Hangul|Latin|Cyrillic)\}/, '{Script=$1}');
    }
    at += 2;
    const known = (inClass ? classEscapes : escapes)[char];
    if (known !== undefined) return known;
    if (keptEscapes.has(char)) return `\\${char}`;
    if (/[A-Za-z0-9]/.test(char)) throw unsupported(`\\${char}`);
    return char === '-' ? (inClass ? '\\-' : '-') : char;
  };

  const characterClass = (): string => {
    at++;
    const negated = source[at] === '^' ? source[at++] : '';
    return `[${negated}${classMembers()}]`;
  };

  const classMembers = (): string => {
    let set = '';
    for (let first = true; source[at] !== ']' || first; first = false) {
      const char = source[at];
      if (char === undefined) throw unsupported('an open class');
      if (char === '&' && source[at + 1] === '&') throw unsupported('&&');
      if (char === '[') {
        // A class inside a class is a union.
        if (source[at + 1] === '^' || source[at + 1] === ':')
          throw unsupported('a negated or named class inside a class');
        at++;
        set += classMembers();
        continue;
      }
      if (char === '\\') {
        set += escaped(true);
        continue;
      }
      const range = /^([a-zA-Z])-([a-zA-Z])/.exec(source.slice(at));
      if (ignoreCase && range !== null) {
        set += `${range[0].toLowerCase()}${range[0].toUpperCase()}`;
        at += 3;
        continue;
      }
      set += ignoreCase ? folded(char) : char === ']' ? '\\]' : char;
      at++;
    }
    at++;
    return set;
  };

  while (at < source.length) {
    const char = source[at]!;
    if (char === '(') {
      groups.push({ start: out.length, ignoreCase });
      const head = /^\((?:\?(?::|=|!|<=|<!|>|i:|[a-z-]+[:)]|<\w+>))?/.exec(source.slice(at))![0];
      if (head === '(?i:') {
        ignoreCase = true;
        out += '(?:';
      } else if (['(', '(?:', '(?=', '(?!', '(?<=', '(?<!'].includes(head)) {
        out += head === '(' ? '(?:' : head;
      } else throw unsupported(head);
      at += head.length;
    } else if (char === ')') {
      const group = groups.pop();
      if (group === undefined) throw unsupported('an unbalanced parenthesis');
      ignoreCase = group.ignoreCase;
      atom = group.start;
      out += ')';
      at++;
    } else if (char === '*' || char === '+' || char === '?' || char === '{') {
      const quantifier = /^(?:[*+?]|\{\d*,?\d*\})/.exec(source.slice(at))?.[0];
      if (quantifier === undefined || quantifier === '{}') throw unsupported('{');
      at += quantifier.length;
      out += quantifier;
      if (source[at] === '?') {
        out += source[at++];
      } else if (source[at] === '+') {
        if (quantifier.startsWith('{')) throw unsupported(`${quantifier}+`);
        const name = `a${atomics++}`;
        out = `${out.slice(0, atom)}(?:(?=(?<${name}>${out.slice(atom)}))\\k<${name}>)`;
        at++;
      }
    } else {
      atom = out.length;
      if (char === '[') out += characterClass();
      else if (char === '\\') out += escaped(false);
      else {
        at++;
        if (char === '.') out += '[^\\n]';
        else if (char === '^') out += '(?<=^|\\n)';
        else if (char === '$') out += '(?=$|\\n)';
        else if (char === '|') out += char;
        else if (char === '}' || char === ']') out += `\\${char}`;
        else {
          const point = String.fromCodePoint(source.codePointAt(at - 1)!);
          at += point.length - 1;
          out += ignoreCase && /[a-zA-Z]/.test(point) ? `[${folded(point)}]` : point;
        }
      }
    }
  }
  return out;
}

function folded(char: string): string {
  const lower = char.toLowerCase();
  return foldings[lower] ?? (lower === char.toUpperCase() ? char : `${lower}${char.toUpperCase()}`);
}
