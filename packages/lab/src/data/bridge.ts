import type { Random } from '../random.ts';
import type { Neighbours } from '../words/neighbours.ts';
import { askAbout } from './ask.ts';
import { bareTitle } from './hotpot.ts';
import type { Paragraph } from './paragraph.ts';
import type { NaturalQuestion } from './question.ts';
import { type SimpleQuestion, simpleQuestions } from './simple-questions.ts';

/** How a sentence about {t} says who or what something else is to it: `before` stands right before the other's name. */
const links: readonly (readonly [before: RegExp, phrases: string])[] = [
  [/\bdirected(?: and [\w-]+)? by $/u, 'the director of {t}|the person who directed {t}'],
  [
    /\b(?:written|authored)(?: and [\w-]+)? by $/u,
    'the author of {t}|the writer of {t}|the person who wrote {t}',
  ],
  [/\bproduced(?: and [\w-]+)? by $/u, 'the producer of {t}|the person who produced {t}'],
  [
    /\b(?:composed|scored)(?: and [\w-]+)? by $/u,
    'the composer of {t}|the person who wrote the music of {t}',
  ],
  [
    /\b(?:song|single|album|track|recorded|performed|sung|record|duo|band) by (?:\w+ ){0,4}$/u,
    'the performer of {t}|the artist who recorded {t}|the singer of {t}',
  ],
  [/\bfounded by $/u, 'the founder of {t}|the person who founded {t}'],
  [/\b(?:designed|built|created|invented|developed) by $/u, 'the maker of {t}|the one who made {t}'],
  [
    /\b(?:starring|stars|features|featuring) (?:[\p{L}. ]+, |[\p{L}. ]+ and )?$/u,
    'the actor who stars in {t}|a star of {t}',
  ],
  [
    /\b(?:son|daughter|child) of (?:[\p{Lu}\p{Ll}]+ ){0,3}$/u,
    'the parent of {t}|the father or mother of {t}',
  ],
  [/\bfather of $|\bmother of $/u, 'the child of {t}'],
  [
    /\b(?:married(?: to)?|wife of|husband of|widow of|marriage to) (?:[\p{L}]+ ){0,3}$/u,
    'the spouse of {t}|the person whom {t} married',
  ],
  [/\b(?:brother|sister|sibling) of (?:[\p{L}]+ ){0,3}$/u, 'the sibling of {t}|the brother or sister of {t}'],
  [/\bborn (?:[\w ,]+ )?(?:in|at) (?:the )?$/u, 'the birthplace of {t}|the place where {t} was born'],
  [
    /\b(?:located|situated|lies|based|headquartered|village|town|district|suburb|parish|municipality) (?:[\w ]+ )?(?:in|of|near) (?:the )?$/u,
    'the place where {t} is located|the place in which {t} lies',
  ],
  [
    /\b(?:plays?|played|playing|coach(?:es|ed)?) (?:[\w ]+ )?(?:for|with|at) (?:the )?$/u,
    'the team of {t}|the team for which {t} played',
  ],
  [/\bmember of (?:the )?$/u, 'the group of which {t} is a member'],
  [/\b(?:published|released|issued|owned|operated) by (?:the )?$/u, 'the publisher or owner of {t}'],
  [/\b(?:based on|adapted from|inspired by) (?:[\w' ]+ ){0,5}$/u, 'the work or person behind {t}'],
];

/** Paragraphs by their titles: what a name in another paragraph may stand for. */
export class Titles {
  readonly #byTitle = new Map<string, Paragraph | null>();
  readonly paragraphs: readonly Paragraph[];

  constructor(paragraphs: readonly Paragraph[]) {
    this.paragraphs = paragraphs;
    for (const paragraph of paragraphs) {
      const title = paragraph.title.toLowerCase();
      // A title that two paragraphs have says not which of them is meant.
      this.#byTitle.set(title, this.#byTitle.has(title) ? null : paragraph);
    }
  }

  /** What a name stands for, where that is one paragraph. */
  get(name: string): Paragraph | undefined {
    return this.#byTitle.get(name.toLowerCase()) ?? undefined;
  }
}

/** A name in a sentence of one paragraph that is the title of another. */
export interface Link {
  readonly from: Paragraph;
  readonly sentence: number;
  readonly name: string;
  /** Where the name stands in the sentence. */
  readonly at: number;
  readonly to: Paragraph;
}

const names =
  /(?:\p{Lu}[\p{L}\p{N}.'’-]*)(?: (?:(?:of|the|and|de|van|von|for|in) )*\p{Lu}[\p{L}\p{N}.'’-]*)+/gu;

/** The links of a paragraph: names of several words, whole or without their last words. */
export function linksOf(from: Paragraph, titles: Titles): Link[] {
  const found: Link[] = [];
  const own = bareTitle(from.title);
  from.sentences.forEach(({ start, end }, sentence) => {
    for (const match of from.text.slice(start, end).matchAll(names)) {
      const words = match[0].split(' ');
      for (let count = words.length; count > 1; count--) {
        const name = words
          .slice(0, count)
          .join(' ')
          .replace(/[.,'’-]+$/, '');
        const to = titles.get(name);
        if (
          to === undefined ||
          to === from ||
          bareTitle(to.title) === own ||
          own.includes(name.toLowerCase())
        )
          continue;
        found.push({ from, sentence, name, at: match.index, to });
        break;
      }
    }
  });
  return found;
}

/** Whether some of the first paragraphs name others. */
export function haveLinks(paragraphs: readonly Paragraph[]): boolean {
  const titles = new Titles(paragraphs);
  return paragraphs.slice(0, 2000).some((paragraph) => linksOf(paragraph, titles).length > 0);
}

/**
 * A question about what a link leads to, which it does not name: it can be answered only with the sentence that has the
 * link and one of the paragraph behind it. Undefined where that paragraph says nothing that can be asked for.
 */
export function bridgeQuestion(
  link: Link,
  random: Random,
  neighbours?: Neighbours,
): NaturalQuestion | undefined {
  const described = describe(link, random);
  if (described === undefined) return undefined;
  const { to } = link;
  const made = random.chance(0.7)
    ? pickSimple(to, random, described)
    : freeQuestion(to, random, described, neighbours);
  const first = link.from.sentences[link.sentence]!;
  if (made === undefined || link.from.text.slice(first.start, first.end).includes(made.answer))
    return undefined;
  return {
    id: 'bridge',
    question: made.question,
    answers: [made.answer],
    gold: [
      { paragraph: link.from, sentences: [link.sentence] },
      { paragraph: to, sentences: [made.sentence] },
    ],
    near: [],
    bridge: true,
  };
}

const shown = (title: string) => title.replace(/\s*\([^)]*\)\s*$/, '');

/** What the link's sentence says of the name, without it: "the director of Iron Dawn". */
function describe({ from, sentence, name, at }: Link, random: Random): string | undefined {
  const { start, end } = from.sentences[sentence]!;
  const text = from.text.slice(start, end);
  const before = text.slice(0, at);
  const title = shown(from.title);
  const known = links.find(([pattern]) => pattern.test(before));
  if (known !== undefined) return random.pick(known[1].split('|')).replace('{t}', () => title);
  if (random.chance(0.5)) return undefined;
  // Else the words around it, after the title that they speak of.
  const words = (part: string) => part.split(/\s+/).filter((word) => word !== '');
  const left = words(before).slice(-random.int(2, 5));
  const right = words(text.slice(at + name.length)).slice(0, random.int(2, 5));
  const bare = [...left, ...right].join(' ').replace(/[.,;:()"“”]+/g, '');
  if (bare.split(' ').length < 4) return undefined;
  const head = random.pick(['the one that', 'the person or thing that', 'what', 'that which']);
  return bare.toLowerCase().includes(title.toLowerCase()) ? `${head} ${bare}` : `${head} ${title} ${bare}`;
}

interface Made {
  readonly question: string;
  readonly answer: string;
  readonly sentence: number;
}

function pickSimple(paragraph: Paragraph, random: Random, described: string): Made | undefined {
  const found = simpleQuestions(paragraph);
  if (found.length === 0) return undefined;
  const one: SimpleQuestion = random.pick(found);
  return {
    question: random.pick(one.asks).replace('{t}', () => described),
    answer: one.answer,
    sentence: one.sentence,
  };
}

/** A rough question about a sentence that names the title, which the description stands for. */
function freeQuestion(
  paragraph: Paragraph,
  random: Random,
  described: string,
  neighbours: Neighbours | undefined,
): Made | undefined {
  const title = shown(paragraph.title);
  const sentence = random.int(0, paragraph.sentences.length - 1);
  const span = paragraph.sentences[sentence];
  if (span === undefined) return undefined;
  const text = paragraph.text.slice(span.start, span.end);
  const made = askAbout(text, random, neighbours);
  if (made === undefined || title.includes(made.answer) || made.answer.includes(title)) return undefined;
  const question = made.question.includes(title)
    ? made.question.replace(title, () => described)
    : `${made.question.replace(/\?$/, '')} ${random.pick(['of', 'for', 'about', ','])} ${described}?`;
  return { question, answer: made.answer, sentence };
}

/** Sayings about two paragraphs of a kind, each with a value by which they are compared. */
const comparisons: readonly (readonly [value: RegExp, first: string, last: string])[] = [
  [
    /\bborn[^.]{0,40}?\b(1[4-9]\d\d|20[01]\d)\b/u,
    'Who was born first, {a} or {b}?|Who is older, {a} or {b}?|Which person was born earlier, {a} or {b}?',
    'Who was born later, {a} or {b}?|Who is younger, {a} or {b}?',
  ],
  [
    /\bdied[^.]{0,40}?\b(1[4-9]\d\d|20[01]\d)\b/u,
    'Who died first, {a} or {b}?|Who died earlier, {a} or {b}?',
    'Who died later, {a} or {b}?',
  ],
  [
    /\bis an? (1[89]\d\d|20[01]\d) [^.]{0,60}?\b(?:film|album|song|novel|single)\b/u,
    'Which came out first, {a} or {b}?|Which was released earlier, {a} or {b}?',
    'Which came out later, {a} or {b}?|Which is more recent, {a} or {b}?',
  ],
  [
    /\b(?:founded|established|formed)[^.]{0,40}?\b(1[4-9]\d\d|20[01]\d)\b/u,
    'Which was founded first, {a} or {b}?|Which is older, {a} or {b}?',
    'Which was founded later, {a} or {b}?|Which is newer, {a} or {b}?',
  ],
];

/** A question that compares two paragraphs by the year of something; undefined where chance finds no pair. */
export function comparingQuestion(
  paragraphs: readonly Paragraph[],
  random: Random,
): NaturalQuestion | undefined {
  const [pattern, first, last] = random.pick(comparisons);
  const pair: { paragraph: Paragraph; sentence: number; year: number }[] = [];
  for (let tries = 0; tries < 200 && pair.length < 2; tries++) {
    const paragraph = random.pick(paragraphs);
    if (pair.some((other) => other.paragraph.title === paragraph.title)) continue;
    const match = pattern.exec(paragraph.text);
    const sentence = match ? paragraph.sentencesAt(match.index, match.index + 1)[0] : undefined;
    const year = Number(match?.[1]);
    // What the first sentence says is said of the title.
    if (sentence !== 0 || pair.some((other) => other.year === year)) continue;
    pair.push({ paragraph, sentence, year });
  }
  if (pair.length < 2) return undefined;
  const earliest = random.chance(0.5);
  const [a, b] = pair as [(typeof pair)[0], (typeof pair)[0]];
  const answer = a.year < b.year === earliest ? a : b;
  const question = random
    .pick((earliest ? first : last).split('|'))
    .replace('{a}', () => shown(a.paragraph.title))
    .replace('{b}', () => shown(b.paragraph.title));
  return {
    id: 'comparison',
    question,
    answers: [shown(answer.paragraph.title)],
    gold: [a, b].map(({ paragraph, sentence }) => ({ paragraph, sentences: [sentence] })),
    near: [],
    bridge: false,
  };
}
