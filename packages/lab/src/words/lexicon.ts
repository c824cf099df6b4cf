import { homeKinds } from './lexicon-home.ts';
import { natureKinds } from './lexicon-nature.ts';
import { lifeRelations } from './lexicon-relations-life.ts';
import { mindRelations } from './lexicon-relations-mind.ts';
import { thingRelations } from './lexicon-relations-things.ts';
import { kinLines, roleLines } from './lexicon-roles.ts';
import { societyKinds } from './lexicon-society.ts';
import { workKinds } from './lexicon-work.ts';

/** One thing of a kind. */
export interface Member {
  readonly word: string;
  /** Whether it takes an article and a plural. */
  readonly counted: boolean;
  /** Kept for the test split. */
  readonly heldOut: boolean;
}

/** A kind of thing, what a question may call it, and its members. */
export interface WordKind {
  readonly id: string;
  readonly names: readonly string[];
  readonly adjectives: readonly string[];
  readonly members: readonly Member[];
}

export type Gender = 'm' | 'f';

/** What someone is or does, under several names and described in other words. */
export interface Role {
  /** Roles of one group are too close to stand in one text. */
  readonly group: string;
  readonly gender: Gender | undefined;
  readonly labels: readonly string[];
  /** What follows "who". */
  readonly descriptions: readonly string[];
  readonly heldOut: boolean;
}

/** A relation of a person to a thing in several statements and questions. */
export interface WordRelation {
  readonly name: string;
  readonly kinds: readonly WordKind[];
  readonly states: readonly string[];
  readonly asks: readonly string[];
}

const adjectives: Record<string, readonly string[]> = {
  '-': [],
  beast: 'young|tame|white|spotted|one-eyed|lame|enormous|half-grown|black|stray'.split('|'),
  plant: 'young|rare|tall|white|double|late-flowering'.split('|'),
  food: 'large|small|cold|warm|burnt|sweet|spiced'.split('|'),
  clothes: 'red|black|threadbare|green|patched|brand-new|striped|moth-eaten|grey|embroidered|loose'.split(
    '|',
  ),
  thing:
    'silver|battered|small|old|wooden|second-hand|heavy|painted|brass|antique|plain|carved|rusty|blue|tiny'.split(
      '|',
    ),
  house: 'derelict|whitewashed|narrow|small|draughty|haunted|tumbledown'.split('|'),
  part: 'spare|second-hand|heavy|refurbished|brand-new|faulty|small'.split('|'),
};

const sets: Record<string, string> = {
  '*goods':
    'garment hat accessory jewellery tool gardentool utensil crockery weapon furniture container light household appliance keepsake toy vehicle carriage boat instrument artwork gadget stationery reading',
  '*small': 'accessory jewellery utensil container light keepsake toy instrument reading gadget weapon',
  '*breakable':
    'crockery light keepsake toy furniture instrument appliance gadget artwork household stationery',
};

const lines = (text: string) => text.trim().split('\n');
const held = new Map<string, boolean>();

/** A word that stands under two kinds is held out under both or neither. */
function heldOut(word: string, index: number): boolean {
  const key = word.toLowerCase().replace(/s$/, '');
  if (!held.has(key)) held.set(key, index % 5 === 2);
  return held.get(key)!;
}

/** All kinds of things. */
export const wordKinds: readonly WordKind[] = [natureKinds, homeKinds, societyKinds, workKinds]
  .flatMap(lines)
  .map((line) => {
    const [, id, grammar, adjective, names, members] = /^(\S+) (\S) (\S+): (.*) = (.*)$/.exec(line)!;
    return {
      id: id!,
      names: names!.split('/'),
      adjectives: adjectives[adjective!]!,
      members: members!.split('|').map((text, index) => {
        const word = text.replace(/^~/, '');
        return { word, counted: grammar === 'c' && word === text, heldOut: heldOut(word, index) };
      }),
    };
  });

const kindById = new Map(wordKinds.map((kind) => [kind.id, kind]));

const male = /(?:man|master|lord)$/;

/** All roles. */
export const roles: readonly Role[] = lines(roleLines).map((line, index) => {
  const [, group, gender, labels, descriptions] = /^(\w+)(?: ([mf]))?: (.*) = (.*)$/.exec(line)!;
  const all = labels!.split('|');
  return {
    group: group!,
    gender: (gender as Gender | undefined) ?? (all.some((label) => male.test(label)) ? 'm' : undefined),
    labels: all,
    descriptions: descriptions!.split('|'),
    heldOut: index % 6 === 3,
  };
});

/** Ways to speak of someone's relative; {n} is whose. */
export const kin: readonly { gender: Gender; phrases: readonly string[] }[] = lines(kinLines).map((line) => ({
  gender: line.charAt(0) as Gender,
  phrases: line.slice(3).split('|'),
}));

function blocks(text: string): WordRelation[] {
  const all = lines(text);
  return Array.from({ length: all.length / 3 }, (_, i) => {
    const [name, kinds] = all[3 * i]!.split(': ');
    const ids = kinds!.split(' ').flatMap((id) => (sets[id] ?? id).split(' '));
    return {
      name: name!,
      kinds: ids.map((id) => kindById.get(id)!),
      states: all[3 * i + 1]!.split('|'),
      asks: all[3 * i + 2]!.split('|'),
    };
  });
}

/** All relations. */
export const wordRelations: readonly WordRelation[] = [thingRelations, lifeRelations, mindRelations].flatMap(
  blocks,
);

const irregular: Record<string, string> = Object.fromEntries(
  'ox oxen|white mouse white mice|goose geese|wolf wolves|hoof hooves|trout trout|salmon salmon|carp carp|cod cod|bream bream|perch perch|mackerel mackerel|halibut halibut|tuna tuna|sea bass sea bass|grayling grayling|haddock haddock|plaice plaice|turbot turbot|bison bison|elk elk|guinea fowl guinea fowl|quail quail|crayfish crayfish|catfish catfish|goldfish goldfish|mongoose mongooses|sheepdog sheepdogs|potato potatoes|sweet potato sweet potatoes|tomato tomatoes|mango mangoes|tench tench|pike pike|shellfish shellfish|krona kronor|denarius denarii|praying mantis praying mantises|rye loaf rye loaves|sourdough loaf sourdough loaves|soda loaf soda loaves|barley loaf barley loaves'
    .split('|')
    .map((pair) => {
      const half = pair.split(' ');
      return [half.slice(0, half.length / 2).join(' '), half.slice(half.length / 2).join(' ')];
    }),
);

/** The plural of a counted noun. */
export function plural(word: string): string {
  if (irregular[word] !== undefined) return irregular[word];
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh|z)$/.test(word) ? `${word}es` : `${word}s`;
}

/** A word with the article it takes. */
export const withArticle = (words: string): string =>
  `${/^(?:[aeio]|u(?!ni|ku|se|su))/i.test(words) && !/^(?:one-|ewe|eu)/.test(words) ? 'an' : 'a'} ${words}`;

/** The names of a kind that "kind of" can stand before. */
export function plainNames({ names }: WordKind): readonly string[] {
  const plain = names.filter((name) => !/ of /.test(name));
  return plain.length > 0 ? plain : names;
}
