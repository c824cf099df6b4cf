import { matchName, matchPath } from './glob.ts';

interface Rule {
  readonly parts: readonly string[];
  readonly negated: boolean;
  readonly foldersOnly: boolean;
  /** Matches a path from the file's own folder on, not a name at any depth. */
  readonly anchored: boolean;
}

/** The rules of one .gitignore file, for the folder it lies in. */
export class Gitignore {
  readonly #rules: readonly Rule[];

  constructor(text: string) {
    this.#rules = text.split(/\r?\n/).flatMap((line) => parse(line) ?? []);
  }

  /**
   * Whether a path, relative to the folder of the file, is ignored; undefined where no rule says anything.
   *
   * @example
   * new Gitignore('*.log\n!keep.log').ignores('a/b.log', false); // true
   */
  ignores(path: string, isFolder: boolean): boolean | undefined {
    const parts = path.split('/');
    for (let at = this.#rules.length - 1; at >= 0; at--) {
      const rule = this.#rules[at]!;
      if (rule.foldersOnly && !isFolder) continue;
      const matched = rule.anchored
        ? matchPath(rule.parts, parts, { dot: true })
        : matchName(rule.parts[0]!, parts[parts.length - 1]!, true);
      if (matched) return !rule.negated;
    }
    return undefined;
  }
}

function parse(line: string): Rule | undefined {
  // Trailing spaces count only where escaped.
  let pattern = line.replace(/(?<!\\)[ \t]+$/, '');
  if (pattern === '' || pattern.startsWith('#')) return undefined;
  const negated = pattern.startsWith('!');
  if (negated) pattern = pattern.slice(1);
  const foldersOnly = pattern.endsWith('/');
  if (foldersOnly) pattern = pattern.slice(0, -1);
  const anchored = pattern.includes('/');
  const parts = pattern.replace(/^\//, '').split('/');
  if (parts.length === 0 || parts.some((part) => part === '')) return undefined;
  // "a/**" means what is inside of a, not a itself.
  if (parts.length > 1 && parts[parts.length - 1] === '**') parts.push('*');
  return { parts, negated, foldersOnly, anchored };
}
