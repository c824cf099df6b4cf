/** True where a source is a pattern rather than a path. */
export const isGlob = (source: string): boolean => /[*?[{]/.test(source);

/** A pattern over paths with `/`: `*`, `?`, `[a-z]`, `[!a-z]`, `{a,b}`, `**`, and `\` before a character meant as such. */
export interface Glob {
  /** The folder before the first wildcard. */
  readonly base: string;
  matches(path: string): boolean;
  /** Whether anything inside this folder could match. */
  mayMatchIn(folder: string): boolean;
}

/**
 * Compiles a pattern. As in a shell, a wildcard does not match a leading dot.
 *
 * @example
 * glob('src/**\/*.{ts,tsx}').matches('src/a/b.ts'); // true
 */
export function glob(pattern: string): Glob {
  const alternatives = expandBraces(pattern).map((one) => one.split('/'));
  const plain = pattern.split('/');
  const wild = plain.findIndex((part) => isGlob(part));
  const base = plain.slice(0, wild < 0 ? -1 : wild).join('/');
  return {
    base: base === '' && pattern.startsWith('/') ? '/' : base,
    matches: (path) => alternatives.some((parts) => matchPath(parts, path.split('/'))),
    mayMatchIn: (folder) =>
      alternatives.some((parts) => matchPath(parts, folder.split('/'), { partly: true })),
  };
}

export interface MatchOptions {
  /** Wildcards match a leading dot too. */
  readonly dot?: boolean;
  /** Whether the path could be the beginning of a match. */
  readonly partly?: boolean;
}

/** Matches the parts of a path; on failure it goes back to the latest `**` alone, which is enough and never slow. */
export function matchPath(
  pattern: readonly string[],
  path: readonly string[],
  options: MatchOptions = {},
): boolean {
  let p = 0;
  let s = 0;
  let star = -1;
  let mark = 0;
  while (s < path.length) {
    if (pattern[p] === '**') {
      star = p++;
      mark = s;
    } else if (p < pattern.length && matchName(pattern[p]!, path[s]!, options.dot)) {
      p++;
      s++;
    } else if (star >= 0 && (options.dot || !path[mark]!.startsWith('.'))) {
      p = star + 1;
      s = ++mark;
    } else return false;
  }
  if (options.partly) return p < pattern.length || star >= 0;
  while (pattern[p] === '**') p++;
  return p === pattern.length;
}

/** Matches one name against `*`, `?`, `[…]` and `\`. */
export function matchName(pattern: string, name: string, dot = false): boolean {
  if (!dot && name.startsWith('.') && !/^\\?\./.test(pattern)) return false;
  let p = 0;
  let s = 0;
  let star = -1;
  let mark = 0;
  while (s < name.length) {
    if (pattern[p] === '*') {
      star = p++;
      mark = s;
      continue;
    }
    const next = p < pattern.length ? matchOne(pattern, p, name[s]!) : -1;
    if (next >= 0) {
      p = next;
      s++;
    } else if (star >= 0) {
      p = star + 1;
      s = ++mark;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

/** Where the pattern goes on if what stands at `p` matches the character, else -1. */
function matchOne(pattern: string, p: number, char: string): number {
  const here = pattern[p]!;
  if (here === '?') return p + 1;
  if (here === '\\' && p + 1 < pattern.length) return pattern[p + 1] === char ? p + 2 : -1;
  if (here !== '[') return here === char ? p + 1 : -1;
  let at = p + 1;
  const negated = pattern[at] === '!' || pattern[at] === '^';
  if (negated) at++;
  const from = at;
  let found = false;
  while (at < pattern.length && (pattern[at] !== ']' || at === from)) {
    if (pattern[at] === '\\') at++;
    const low = pattern[at]!;
    if (pattern[at + 1] === '-' && at + 2 < pattern.length && pattern[at + 2] !== ']') {
      if (char >= low && char <= pattern[at + 2]!) found = true;
      at += 3;
    } else {
      if (char === low) found = true;
      at++;
    }
  }
  // Without its end a bracket is just a character.
  if (at >= pattern.length) return char === '[' ? p + 1 : -1;
  return found !== negated ? at + 1 : -1;
}

/** `a{b,c}d` as `abd` and `acd`, nested ones too. */
export function expandBraces(pattern: string): string[] {
  const open = pattern.indexOf('{');
  if (open < 0) return [pattern];
  const parts: string[] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === '\\') at++;
    else if (char === '{') depth++;
    else if (char === ',' && depth === 1) {
      parts.push(pattern.slice(from, at));
      from = at + 1;
    } else if (char === '}' && --depth === 0) {
      parts.push(pattern.slice(from, at));
      const rest = expandBraces(pattern.slice(at + 1));
      return parts.flatMap((part) =>
        expandBraces(part).flatMap((middle) => rest.map((end) => pattern.slice(0, open) + middle + end)),
      );
    }
  }
  return [pattern];
}
