import { drawUntil, type Random } from '../random.ts';
import { months, weekdays } from '../words/values.ts';
import type { Paragraph } from './paragraph.ts';

const name = String.raw`\p{Lu}[\p{L}\p{N}'’-]+(?: (?:of the |of |de |von |van )?\p{Lu}[\p{L}\p{N}'’-]+)*`;
const entity = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${name}|\d[\d,]*(?![\p{L}\p{N}]))`, 'gu');

/** Capitalised words that begin sentences far more often than they name anything. */
const openers = new Set(
  `A About After All Along Also Although Among An And Another Any Around As At Because Before Between Both But By Despite
During Each Even Every Finally First For From Further Had Has Have He Her Here His How However I If In Initially Instead
Into Is It Its Last Later Like Many Meanwhile More Moreover Most My New No Nor Not Of Often On One Only Or Other Others
Our Over Part Perhaps Since She Should Similarly So Some Such Than That The Their Then There These They This Those Though
Three Through Thus To Today Two Under Unlike Until Up Upon Was We Were What When Where Whether Which While Who Whose Why
With Within Without Yet You`.split(/\s+/),
);

/** Names and numbers of a text; a word that only begins a sentence is no name. */
export function findEntities(text: string): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(entity)) {
    let value = match[0];
    const before = text.slice(Math.max(0, match.index - 3), match.index);
    const opens = match.index === 0 || /[.!?:"“(]\s*$|\n$/.test(before);
    const space = value.indexOf(' ');
    const first = space < 0 ? value : value.slice(0, space);
    if (openers.has(first)) {
      if (space < 0) continue;
      value = value.slice(space + 1).replace(/^(?:of the|of|de|von|van) /, '');
    } else if (opens && space < 0 && /^\p{Lu}/u.test(value)) continue;
    found.add(value.replace(/(?:['’]s?|,+)$/, ''));
  }
  return [...found];
}

/** What a name seems to name, by the words around it. */
type NameKind = 'person' | 'place' | 'body' | 'other';

const placeBefore =
  /(?:^|\s)(?:in|at|near|from|to|through|across|outside|around|towards?|of|northern|southern) (?:the )?$/i;
const personBefore =
  /(?:Mr|Mrs|Ms|Dr|Sir|St|King|Queen|President|General|Lord|Lady|Prince|Princess|Captain|Professor|actor|actress|singer|writer|author|director|philosopher|artist|poet|architect|engineer|brother|sister|son|daughter|wife|husband|father|mother|by)\.? $/;
const personAfter =
  /^(?: \(born|,? who\b|,? whose\b| (?:said|says|wrote|born|died|married|argued|believed|himself|herself|thought|invented|was born)\b)/;
const bodyWords =
  /\b(?:University|College|School|Company|Club|Party|Council|Church|Corporation|Inc|League|Association|Society|Institute|Army|Navy|Museum|Records|Committee|Department|Court|Union|Group|Bank|Press|Times|Award|Awards|Championship|Cup|War|Battle|Act)\b/;

function kindOf(value: string, text: string): NameKind {
  if (bodyWords.test(value)) return 'body';
  const at = text.indexOf(value);
  if (at < 0) return 'other';
  const before = text.slice(Math.max(0, at - 24), at);
  if (personBefore.test(before) || personAfter.test(text.slice(at + value.length, at + value.length + 14)))
    return 'person';
  return placeBefore.test(before) ? 'place' : 'other';
}

const firstWord = (value: string) => value.slice(0, Math.max(0, value.indexOf(' '))) || value;

/** Names to exchange for others, by their number of words and by what they seem to name. */
export class EntityPool {
  readonly #names = new Map<string, string[]>();
  /** First words of names that were persons' by their context: they tell others. */
  readonly #given = new Set<string>();

  /** Gathers the names of paragraphs; 40,000 of each shape are plenty. */
  constructor(paragraphs: Iterable<Pick<Paragraph, 'text'>>) {
    const seen = new Map<string, NameKind>();
    for (const { text } of paragraphs) {
      for (const value of findEntities(text)) {
        if (/^\d/.test(value) || seen.has(value) || isCalendar(value)) continue;
        const kind = kindOf(value, text);
        seen.set(value, kind);
        if (kind === 'person' && value.includes(' ')) this.#given.add(firstWord(value));
      }
      if (seen.size > 120_000) break;
    }
    for (const [value, kind] of seen) {
      this.#add(value, 'any');
      this.#add(value, this.#settled(value, kind));
    }
  }

  #add(value: string, kind: NameKind | 'any'): void {
    const key = `${value.split(' ').length} ${kind}`;
    const list = this.#names.get(key) ?? [];
    if (list.length < 40_000) list.push(value);
    this.#names.set(key, list);
  }

  #settled = (value: string, kind: NameKind): NameKind =>
    kind !== 'body' && value.includes(' ') && this.#given.has(firstWord(value)) ? 'person' : kind;

  /**
   * Another value of the same shape: month for month, number of as many digits, name of as many words and, as far as
   * the text it stands in tells, of the same kind.
   */
  like(value: string, random: Random, text = ''): string | undefined {
    if (months.includes(value)) return random.pick(months);
    if (weekdays.includes(value)) return random.pick(weekdays);
    if (/^\d/.test(value)) return numberLike(value, random);
    const words = value.split(' ').length;
    const alike = this.#names.get(`${words} ${this.#settled(value, kindOf(value, text))}`);
    const list = alike !== undefined && alike.length >= 50 ? alike : this.#names.get(`${words} any`);
    return list === undefined ? undefined : random.pick(list);
  }
}

const isCalendar = (value: string) => months.includes(value) || weekdays.includes(value);

function numberLike(value: string, random: Random): string {
  if (/^(1[0-9]|20)\d\d$/.test(value)) return String(random.int(1000, 2029));
  // A day of a month stays one.
  if (/^[12]\d$|^3[01]$/.test(value)) return String(random.int(10, 31));
  let out = '';
  for (const char of value)
    out += char === ',' ? ',' : String(random.int(out === '' && value.length > 1 ? 1 : 0, 9));
  return out;
}

/**
 * Draws a consistent exchange of the names and numbers in some texts: each with probability `share` (0.6); no two become
 * the same, and none becomes what another already is. The last word of a name that is exchanged follows it where it
 * stands alone ("Obama" after "Barack Obama"). With `numbers: false` numbers stay: they may be compared. Undefined when nothing was drawn.
 */
export function drawExchange(
  texts: readonly string[],
  pool: EntityPool,
  random: Random,
  options: { share?: number; numbers?: boolean } = {},
): ((text: string) => string) | undefined {
  const entities = new Set(texts.flatMap((text) => findEntities(text)));
  const mapping = new Map<string, string>();
  const taken = new Set(entities);
  // Long names first, so that their parts can follow them.
  for (const value of [...entities].sort((a, b) => b.length - a.length)) {
    if (mapping.has(value) || !random.chance(options.share ?? 0.6)) continue;
    if (options.numbers === false && (/^\d/.test(value) || isCalendar(value))) continue;
    const text = texts.find((candidate) => candidate.includes(value));
    let other: string | undefined;
    try {
      other = drawUntil(
        () => pool.like(value, random, text),
        (candidate) =>
          candidate === undefined || (isCalendar(value) ? candidate !== value : !taken.has(candidate)),
      );
    } catch {
      continue; // a shape with few values, all of them taken
    }
    if (other === undefined) continue;
    mapping.set(value, other);
    taken.add(other);
    const last = value.slice(value.lastIndexOf(' ') + 1);
    const otherLast = other.slice(other.lastIndexOf(' ') + 1);
    if (last !== value && entities.has(last) && !mapping.has(last) && !taken.has(otherLast)) {
      mapping.set(last, otherLast);
      taken.add(otherLast);
    }
  }
  if (mapping.size === 0) return undefined;
  const longest = Math.max(...[...mapping.keys()].map((value) => value.split(' ').length));
  return (text) => text.replace(entity, (found) => exchangeWords(found, mapping, longest));
}

/**
 * Exchanges what is known inside a run of names, the longest first. A pattern of all the values would be simpler,
 * but compiling one per question costs more than everything else together.
 */
function exchangeWords(found: string, mapping: ReadonlyMap<string, string>, longest: number): string {
  const words = found.split(' ');
  const out: string[] = [];
  for (let i = 0; i < words.length; ) {
    let taken = 0;
    for (let count = Math.min(longest, words.length - i); count > 0 && taken === 0; count--) {
      const key = count === 1 ? words[i]! : words.slice(i, i + count).join(' ');
      const bare = key.replace(/(?:['’]s?|,+)$/, '');
      const other = mapping.get(key) ?? mapping.get(bare);
      if (other === undefined) continue;
      out.push(mapping.has(key) ? other : other + key.slice(bare.length));
      taken = count;
    }
    if (taken === 0) out.push(words[i]!);
    i += Math.max(1, taken);
  }
  return out.join(' ');
}
