import { stems } from '../text/words.ts';
import { kindList } from './kind-list.ts';

/** A kind that a question asks for: "which bird", "what sort of tree". */
export interface Kind {
  /** The stem of the word by which the question names it. */
  readonly name: number;
  /** The words that are of it. */
  readonly members: ReadonlySet<string>;
  /** Their stems: who has none of these need not look at the words. */
  readonly stems: ReadonlySet<number>;
}

type Members = Pick<Kind, 'members' | 'stems'>;

let table: Map<string, Members> | undefined;

function known(): Map<string, Members> {
  if (table) return table;
  const words = new Map<string, Set<string>>();
  for (const line of kindList.trim().split('\n')) {
    const [names = '', members = ''] = line.split(': ');
    for (const name of names.split(' ')) {
      const own = words.get(name) ?? new Set();
      for (const member of members.split(' ')) own.add(member);
      words.set(name, own);
    }
  }
  table = new Map(
    [...words].map(([name, members]) => [name, { members, stems: stems([...members].join(' ')) }]),
  );
  return table;
}

const afterAsking = /\b(?:what|which)\b((?:\s+[\p{L}'’-]+){1,4})/iu;
// What follows one of these is no longer what is asked for: "which was the bird's nest".
const ends = new Set(
  'is was are were be do does did has have had can could will would shall should may might must'.split(' '),
);

/** The kind that a question asks for, where it is a known one. */
export function askedKind(question: string): Kind | undefined {
  for (const word of afterAsking.exec(question)?.[1]?.trim().toLowerCase().split(/\s+/) ?? []) {
    if (ends.has(word)) return undefined;
    for (const name of singulars(word)) {
      const found = known().get(name);
      if (found) return { name: [...stems(word)][0]!, ...found };
    }
  }
  return undefined;
}

/** The words of a text that are of a kind and not the question's, as they stand there. */
export function ofKind(kind: Kind, question: string, text: string): string[] {
  const asked = stems(question);
  const found = new Map<string, string>();
  for (const [word] of text.matchAll(/\p{L}+(?:-\p{L}+)*/gu)) {
    const lower = word.toLowerCase();
    if ([...stems(word)].some((stem) => asked.has(stem))) continue;
    if (lower.split('-').some((part) => singulars(part).some((name) => kind.members.has(name))))
      found.set(lower, found.get(lower) ?? word);
  }
  return [...found.values()];
}

/** A word as it is, and what it may be the plural of. */
const singulars = (word: string) => [
  word,
  word.replace(/s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/ies$/, 'y'),
];
