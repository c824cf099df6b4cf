import { MemAgentError } from '../errors.ts';
import { MergeTable } from './merge-table.ts';

/** Merges from the first to the last, as `left right` or as pairs. */
export type MergeList = readonly (string | readonly [string, string])[];

/** The table of a list of merges; `onMerged` is told the text that each makes. */
export function mergesByRank(
  merges: MergeList,
  tokens: readonly (string | undefined)[],
  ids: ReadonlyMap<string, number>,
  onMerged?: (text: string) => void,
): MergeTable {
  const table = new MergeTable(merges.length);
  let guess = 0;
  for (let rank = 0; rank < merges.length; rank++) {
    const merge = merges[rank]!;
    const space = typeof merge === 'string' ? merge.indexOf(' ', 1) : 0;
    const left = typeof merge === 'string' ? merge.slice(0, space) : merge[0];
    const right = typeof merge === 'string' ? merge.slice(space + 1) : merge[1];
    // Most vocabularies hold their tokens in the order of the merges: looking there first saves joining and hashing.
    const expected = tokens[guess];
    const inOrder =
      expected !== undefined &&
      expected.length === left.length + right.length &&
      expected.startsWith(left) &&
      expected.endsWith(right) &&
      ids.get(expected) === guess;
    const merged = inOrder ? guess : ids.get(left + right);
    const a = ids.get(left);
    const b = ids.get(right);
    if (a === undefined || b === undefined || merged === undefined) throw notInVocabulary(rank, left, right);
    guess = merged + 1;
    table.set(a, b, rank, merged);
    onMerged?.(tokens[merged]!);
  }
  return table;
}

/** The table where any two tokens whose join is a token merge, lower ids first. */
export function mergesById(ids: ReadonlyMap<string, number>): MergeTable {
  const found = allSplits(ids, ids);
  const table = new MergeTable(found.length / 3);
  for (let i = 0; i < found.length; i += 3) table.set(found[i]!, found[i + 1]!, found[i + 2]!, found[i + 2]!);
  return table;
}

/** Every way to make a token of two symbols: left, right and merged, one after the other. */
export function allSplits(
  tokens: ReadonlyMap<string, number>,
  symbols: ReadonlyMap<string, number>,
): number[] {
  const found: number[] = [];
  for (const [token, id] of tokens) {
    for (let at = 1; at < token.length; at++) {
      const left = symbols.get(token.slice(0, at));
      if (left === undefined) continue;
      const right = symbols.get(token.slice(at));
      if (right !== undefined) found.push(left, right, id);
    }
  }
  return found;
}

function notInVocabulary(rank: number, left: string, right: string): MemAgentError {
  return new MemAgentError(
    'bad-input',
    `Merge ${rank} of the tokenizer (${left} + ${right}) is not in its vocabulary.`,
    { hint: 'The tokenizer file is damaged or of another model: get it again.' },
  );
}
