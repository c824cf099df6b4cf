import { type Role, type WordKind, type WordRelation, wordKinds } from './lexicon.ts';

// Relations that a question without a kind does not tell apart for sure.
const clusters =
  `grow farmcrop plant keep|music game sport dance hobby teach|buy receive inherit swap winprize perk borrow own steal discover refuse
sell giveaway dealin swap lose|eat cook love drink hate season|fear hate|dieof suffer injure bitten poison medicine allergic punish|live sleep storeroom hidewhere swim explore travel attend
keep pet hunt|write send compose forge sign read|repair build replace install clean break|carry hide ship fight lose discover|teach study speak|dealin ship sell|crime punish forge steal vice`
    .split(/[|\n]/)
    .map((cluster) => cluster.split(' '));

/** Whether two relations could be taken for one another. */
export const akin = (a: WordRelation, b: WordRelation): boolean =>
  a === b || clusters.some((cluster) => cluster.includes(a.name) && cluster.includes(b.name));

// What is part of a role goes without saying: a question about it would have two answers.
const professional: readonly (readonly [relations: string, of: RegExp])[] = [
  ['sell dealin shopkeep ship buy', /sold|sell|shop|deal|merchant|trade|pack\b|shipped|goods|let out|rented/],
  [
    'build repair housemat replace install',
    /built|mend|made|maker|repair|design|fitt?er|laid the|put straw|fixed/,
  ],
  ['teach study read', /taught|lesson|lectur|reading|read\b|learn|scholar|school/],
  ['cook eat drink season', /cook|meals|oven|loaves|pints|ale\b|grapes|grocer|butcher|sugar/],
  [
    'write compose read send sign forge',
    /wrote|writer|author|novel|sonnet|paper|letters|wills|secrets|messages|documents|copied/,
  ],
  ['music dance sport game', /music|sang|played|players|orchestra|ballet|voice|race|athlete/],
  [
    'hunt catchfish keep pet bitten',
    /hunt|shoot|fish|net|flock|hives|cattle|lions|horses|milked|pheasants|trap|rabbits/,
  ],
  ['grow farmcrop plant', /farm|field|garden|lawn|roses|grape|vine|flowers|harvest/],
  ['mine cloth labwork use', /coal|pit\b|loom|stitch|experiment|anvil|wheel/],
  ['photograph travel carry', /camera|picture|drove|drive|flew|row|carrie|luggage|lugg|train|ship/],
  [
    'crime punish steal swim poison fight',
    /convict|accused|bars|locks|untaxed|duty|bathers|enemy|noose|trench/,
  ],
  [
    'speak wear winprize inherit clean live',
    /tongue|crown|veil|won|winner|estate|fortune|polish|sweep|swept|clean|mopped|lived|slept/,
  ],
  ['medicine suffer injure dieof', /patient|sick|ward|bones|pills|drown|gallstones|buried|graves|dead/],
  ['program format runon cause develop', /code|server|bugs/],
];

/** Whether a relation can be told of someone with this role without being taken for their work. */
export function suits(relation: WordRelation, role: Role): boolean {
  let unfit = unfitFor.get(role);
  if (unfit === undefined) {
    const words = [...role.labels, ...role.descriptions].join(' ');
    unfit = new Set(professional.flatMap(([names, of]) => (of.test(words) ? names.split(' ') : [])));
    unfitFor.set(role, unfit.add('workas'));
  }
  return !unfit.has(relation.name);
}

const unfitFor = new Map<Role, Set<string>>();

/** Whether something of one kind could be called by a name of the other. */
export function overlap(a: WordKind, b: WordKind): boolean {
  let near = overlaps.get(a);
  if (near === undefined) {
    const names = new Set(a.names);
    const words = new Set(a.members.map(({ word }) => word));
    near = new Set(
      wordKinds.filter(
        (kind) =>
          kind.names.some((name) => names.has(name)) || kind.members.some(({ word }) => words.has(word)),
      ),
    );
    overlaps.set(a, near);
  }
  return near.has(b);
}

const overlaps = new Map<WordKind, ReadonlySet<WordKind>>();

/** Whether a text speaks of a role by one of its names. */
export function namesRole(text: string, role: Role): boolean {
  let pattern = labelPatterns.get(role);
  if (pattern === undefined) {
    pattern = new RegExp(`\\b(?:${role.labels.join('|')})s?\\b`, 'i');
    labelPatterns.set(role, pattern);
  }
  return pattern.test(text);
}

const labelPatterns = new Map<Role, RegExp>();
