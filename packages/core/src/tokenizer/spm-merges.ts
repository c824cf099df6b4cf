/** The merge table of a SentencePiece-like vocabulary. */
import { allSplits, type MergeList, mergesByRank } from './merge-list.ts';
import { MergeTable } from './merge-table.ts';

export interface SpmMerges {
  readonly table: MergeTable;
  /** The symbol of each code point: its token id, or one past the last id where it is none by itself. */
  readonly symbols: ReadonlyMap<number, number>;
  /** The texts that merging can make. */
  readonly merged: Iterable<string>;
}

/** Merges as a list ranks them. */
export function rankedMerges(
  ids: ReadonlyMap<string, number>,
  merges: MergeList,
  tokens: readonly (string | undefined)[],
): SpmMerges {
  const merged: string[] = [];
  const table = mergesByRank(merges, tokens, ids, (text) => merged.push(text));
  return { table, symbols: characterSymbols(ids), merged };
}

/** Any two symbols whose join is a token merge, the token with the highest score first. */
export function scoredMerges(
  ids: ReadonlyMap<string, number>,
  scores: ArrayLike<number>,
  size: number,
): SpmMerges {
  const symbols = characterSymbols(ids);
  const all = new Map(ids);
  // Characters that are no tokens by themselves can still be the halves of one.
  let next = size;
  for (const token of ids.keys()) {
    for (const char of token) {
      const code = char.codePointAt(0)!;
      if (symbols.has(code)) continue;
      symbols.set(code, next);
      all.set(char, next++);
    }
  }
  const ranks = new Map(
    [...new Set(Array.from(scores))].sort((a, b) => b - a).map((score, rank) => [score, rank]),
  );
  const found = allSplits(ids, all);
  const table = new MergeTable(found.length / 3);
  for (let i = 0; i < found.length; i += 3) {
    const id = found[i + 2]!;
    table.set(found[i]!, found[i + 1]!, ranks.get(scores[id] ?? 0) ?? 0, id);
  }
  return { table, symbols, merged: ids.keys() };
}

function characterSymbols(ids: ReadonlyMap<string, number>): Map<number, number> {
  const symbols = new Map<number, number>();
  for (const [token, id] of ids) {
    const code = token.codePointAt(0);
    if (code !== undefined && token.length === (code > 0xffff ? 2 : 1)) symbols.set(code, id);
  }
  return symbols;
}
