import { months } from '../words/values.ts';
import { findEntities } from './exchange.ts';
import type { Span } from './paragraph.ts';

/** What a span of a sentence could be the answer to. */
export type AnswerType = 'name' | 'place' | 'year' | 'date' | 'number' | 'amount' | 'thing';

/** A span of a sentence that a question could ask for. */
export interface AnswerSpan extends Span {
  readonly type: AnswerType;
  /** How many of the words after it belong to the same phrase: a question that leaves them out asks for more. */
  readonly rest?: number;
}

const set = (words: string) => new Set(words.split(/\s+/));
const determiners = set(
  'a an the his her its their our my your this that these those some any no each every another',
);
const prepositions = set(
  'of in on at from to with by for into upon under over between among through against without within about near towards toward behind beside before after during as like across along around off beyond above below',
);
const others = set(
  `i me he him she it they them we us you who whom whose which what when where why how and or but nor if than then so because
while though although until unless since that there here not never always ever very too also only just even still already
yet again once more most less least much many few several all both either neither such same own other is are was were be
been being am do does did done has have had will would shall should can could may might must let said says say went came
come goes go took taken take made make makes gave given give saw seen see knew known know thought think found left stood
stand began begun begin felt feel told tell kept keep brought fell sat ran rose wrote written held heard met led lost spoke
spoken grew grown set put got get became become seemed seems lay laid won built sent paid bought drew shot struck broke
broken chosen chose rode drove driven wore worn sold slept spent taught threw called used himself herself itself themselves
myself yourself one ones something anything nothing everything someone anyone nobody everybody up down out away back well
now soon often perhaps almost indeed however therefore thus rather quite`,
);
const isFunction = (word: string) => determiners.has(word) || prepositions.has(word) || others.has(word);
const numberWord =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\p{L}+)?|hundreds?|thousands?|millions?|dozen|\d[\d,.]*)$/u;

const year = /^1\d{3}$|^20\d\d$/;

interface Word extends Span {
  readonly text: string;
  /** Something other than one space stands before it. */
  readonly broken: boolean;
}

function wordsOf(sentence: string): Word[] {
  const words: Word[] = [];
  let last = 0;
  for (const match of sentence.matchAll(/[\p{L}\p{N}](?:[\p{L}\p{N}'’-]|[.,](?=\p{N}))*/gu)) {
    const end = match.index + match[0].length;
    words.push({
      start: match.index,
      end,
      text: match[0],
      broken: match.index === 0 || sentence.slice(last, match.index) !== ' ',
    });
    last = end;
  }
  return words;
}

/** Spans of a sentence that read like answers: names, dates, numbers (in digits or words), things. */
export function answerSpans(sentence: string): AnswerSpan[] {
  const words = wordsOf(sentence);
  return [...dates(sentence), ...names(sentence), ...numbers(words), ...things(words)];
}

const dated = new RegExp(
  String.raw`\b(?:\d{1,2} (?:${months.join('|')})(?: \d{4})?|(?:${months.join('|')}) \d{1,2}(?:, \d{4})?|(?:${months.join('|')}) \d{4})\b`,
  'g',
);

function dates(sentence: string): AnswerSpan[] {
  return [...sentence.matchAll(dated)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    type: 'date' as const,
  }));
}

function names(sentence: string): AnswerSpan[] {
  const found: AnswerSpan[] = [];
  for (const value of findEntities(sentence)) {
    const at = sentence.indexOf(value);
    if (at < 0 || value.length < 2 || /^(?:Mr|Mrs|Ms|Dr|St|Sir|Miss)$/.test(value)) continue;
    // A title belongs to the name: "Dr. Corwin Ashgrove".
    const start =
      at - (/(?:Mr|Mrs|Ms|Dr|St)\. (?:\p{Lu}\. )*$/u.exec(sentence.slice(0, at))?.[0].length ?? 0);
    const before = /(\p{L}+) (?:the )?$/u.exec(sentence.slice(0, start))?.[1]?.toLowerCase();
    const type: AnswerType = /^\d/.test(value)
      ? year.test(value)
        ? 'year'
        : 'number'
      : before !== undefined && /^(?:in|at|near|from|to|towards?)$/.test(before)
        ? 'place'
        : 'name';
    found.push({ start, end: at + value.length, type });
  }
  return found;
}

function numbers(words: readonly Word[]): AnswerSpan[] {
  const found: AnswerSpan[] = [];
  for (let i = 0; i < words.length; i++) {
    // Years are found among the names.
    if (!numberWord.test(words[i]!.text.toLowerCase()) || year.test(words[i]!.text)) continue;
    let j = i;
    const goesOn = () => {
      const next = words[j + 1];
      if (next === undefined || next.broken) return 0;
      if (numberWord.test(next.text.toLowerCase())) return 1;
      const after = words[j + 2];
      return next.text === 'and' &&
        after !== undefined &&
        !after.broken &&
        numberWord.test(after.text.toLowerCase())
        ? 2
        : 0;
    };
    for (let more = goesOn(); more > 0; more = goesOn()) j += more;
    const counted = words[j + 1];
    const unit = counted !== undefined && !counted.broken && isPlain(counted);
    // "one" alone is mostly no number.
    if (j > i || words[i]!.text !== 'one') {
      found.push({ start: words[i]!.start, end: words[j]!.end, type: 'number', ...(unit && { rest: 1 }) });
      if (unit) found.push({ start: words[i]!.start, end: counted.end, type: 'amount' });
    }
    i = j;
  }
  return found;
}

const isPlain = (word: Word | undefined): word is Word =>
  word !== undefined &&
  /^\p{Ll}[\p{L}'’-]*$/u.test(word.text) &&
  !isFunction(word.text) &&
  !numberWord.test(word.text) &&
  !/(?:ly|n't|n’t)$/.test(word.text);

/** Where a run of plain words ends that begins at a word: at the latest after four of them. */
function runEnd(words: readonly Word[], from: number): number {
  let end = from;
  while (isPlain(words[end]) && (end === from || !words[end]!.broken) && end - from < 4) {
    // A past tense after a noun is the verb of what follows.
    if (end > from && /(?:ed)$/.test(words[end]!.text)) break;
    end += 1;
  }
  return end;
}

const joins = set('of for at in from with');

/** Where the phrase ends that goes on after a noun with "of the …", "for …", "at …": the same place where it does not. */
function phraseEnd(words: readonly Word[], from: number): number {
  let end = from;
  for (let parts = 0; parts < 2; parts++) {
    const join = words[end];
    if (join === undefined || join.broken || !joins.has(join.text)) break;
    let next = end + 1;
    if (words[next] !== undefined && !words[next]!.broken && determiners.has(words[next]!.text)) next += 1;
    if (words[next] === undefined || words[next]!.broken) break;
    let last = runEnd(words, next);
    if (last === next)
      while (/^\p{Lu}/u.test(words[last]?.text ?? '') && (last === next || !words[last]!.broken)) last += 1;
    if (last === next) break;
    end = last;
  }
  return end;
}

/** Where a second run ends that "and" joins to one before; the same place where there is none. */
function joinedEnd(words: readonly Word[], from: number): number {
  const [and, next] = [words[from], words[from + 1]];
  if (and?.text !== 'and' || and.broken || next === undefined || next.broken) return from;
  const end = runEnd(words, from + 1);
  return end > from + 1 ? end : from;
}

/**
 * Runs of plain words after a determiner, a preposition or another verb's object place: alone, joined to a second by
 * "and", and with what "of", "for" or "at" adds to them.
 */
function things(words: readonly Word[]): AnswerSpan[] {
  const found: AnswerSpan[] = [];
  const add = (from: number, to: number, rest = 0) =>
    found.push({
      start: words[from]!.start,
      end: words[to - 1]!.end,
      type: 'thing',
      ...(rest > 0 && { rest }),
    });
  for (let i = 1; i < words.length; i++) {
    const before = words[i - 1]!.text.toLowerCase();
    if (words[i]!.broken || !(determiners.has(before) || prepositions.has(before) || /ed$/.test(before)))
      continue;
    const end = runEnd(words, i);
    if (end === i) continue;
    // Longer phrases that it is the beginning of: a question for it alone has the rest of the longest in it.
    const longer = [phraseEnd(words, end), joinedEnd(words, end)].filter((to) => to > end);
    add(i, end, Math.max(end, ...longer) - end);
    for (const to of longer) add(i, to);
    i = end - 1;
  }
  return found;
}
