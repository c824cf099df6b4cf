import { splitSentences } from '@memagent/core';
import { drawUntil, type Random } from '../random.ts';
import { akin, namesRole, overlap } from '../words/lexicon-fit.ts';
import type { LessonSource } from './lesson.ts';
import { type AskedFact, type Manner, OtherWords, type Person } from './other-words.ts';
import { stretch } from './prose.ts';
import { makeSample } from './sample.ts';
import type { Evidence, Sample } from './task.ts';
import { whoQuestion } from './who-question.ts';

const manners: readonly Manner[] = ['role', 'name', 'kin', 'introduced'];
const shares = [0.5, 0.16, 0.08, 0.26];
const absentPart = 0.35; // of the questions
const namePart = 0.2; // of the others, for who someone was or who did it, where a sentence says so
const secondPart = 0.35; // of the people, of whom two facts are told

/** Facts mixed into running prose, and questions about them that share no rare word with them. */
export function otherWordsLessons(books: readonly string[]): LessonSource {
  return {
    name: 'other_words',
    lesson({ chars, questions, random }) {
      const book = random.pick(books);
      const prose = stretch(book, random.float(), Math.max(150, chars * 0.75));
      const source = new OtherWords(random.fork('facts'), 'train', (role) => namesRole(prose, role));
      const { people, told } = tellFacts(source, Math.max(3, Math.min(8, Math.round(chars / 320))));
      const { text, spans } = mix(prose, told, random);
      const answerable = (item: AskedFact): Made | undefined => {
        const { person, relation, kind, sentence } = item.fact;
        const intro = introductions.get(person);
        const sentences = intro === undefined ? [sentence] : [intro, sentence];
        const question = random.chance(0.3) ? item.question : source.ask(person, relation, kind, sentences);
        return question === undefined ? undefined : { question, answers: item.fact.answers, sentences };
      };
      const introductions = new Map(
        told.flatMap(({ fact, intro }) => (intro === undefined ? [] : [[fact.person, intro] as const])),
      );
      const named = ({ fact: { person } }: AskedFact): Made | undefined => {
        const intro = introductions.get(person);
        const question = intro === undefined ? undefined : source.askName(person, intro);
        return question === undefined ? undefined : { question, answers: [person.name], sentences: [intro!] };
      };
      /** Who did it, where the sentence has the name and nobody else did anything like it. */
      const who = ({ fact }: AskedFact): Made | undefined => {
        const { person, relation, kind, sentence } = fact;
        const alone = told.every(
          (other) =>
            other.fact === fact || !akin(other.fact.relation, relation) || !overlap(other.fact.kind, kind),
        );
        const question =
          alone && (person.manner === 'name' || person.manner === 'introduced')
            ? whoQuestion(fact, random)
            : undefined;
        return question === undefined
          ? undefined
          : { question, answers: [person.name], sentences: [sentence] };
      };
      /** What someone else did, or what nobody says this one did. */
      const absent = (): Made | undefined => {
        const stranger = random.chance(0.5);
        const other = random.pick(told).fact;
        const person = stranger ? source.person(other.person.manner) : random.pick(people);
        const own = told.filter(({ fact }) => fact.person === person).map(({ fact }) => fact);
        const { relation, kind } = stranger ? other : source.topic(person, own);
        const intro = introductions.get(person);
        const question = source.ask(person, relation, kind, intro === undefined ? [] : [intro]);
        return question === undefined
          ? undefined
          : { question, answers: [], sentences: intro === undefined ? [] : [intro] };
      };
      const personal = () => {
        const make = random.pick([named, who]);
        const item = random.shuffle([...told]).find((candidate) => make(candidate) !== undefined);
        return item && make(item);
      };
      const samples: Sample[] = [];
      const asked = new Set<string>();
      for (let tries = 0; tries < 2 * questions && samples.length < questions; tries++) {
        const made = random.chance(absentPart)
          ? absent()
          : ((random.chance(namePart) ? personal() : undefined) ?? answerable(random.pick(told)));
        if (made === undefined || asked.has(made.question)) continue;
        asked.add(made.question);
        samples.push(lessonSample(text, made, spans, random));
      }
      return { samples, near: [] };
    },
  };
}

interface Made {
  readonly question: string;
  /** None where the text does not answer it. */
  readonly answers: readonly string[];
  readonly sentences: readonly string[];
}

/** Facts of several people, some of them of one; every person is told of in one manner. */
function tellFacts(source: OtherWords, count: number): { people: Person[]; told: AskedFact[] } {
  const { random } = source;
  const people: Person[] = [];
  const told: AskedFact[] = [];
  while (told.length < count) {
    const first = source.pairOf(random.weighted(manners, shares));
    const { person, relation } = first.fact;
    people.push(person);
    told.push(first);
    if (random.chance(secondPart)) {
      const second = source.pair(person, first);
      if (second !== undefined) told.push(second);
    }
    // The same relation once more, of someone else: the person decides, not the deed.
    if (random.chance(0.3)) {
      const other = source.person(random.weighted(manners.slice(0, 2), shares.slice(0, 2)));
      const fact = source.tell(other, relation, random.pick(relation.kinds));
      const question = source.ask(other, relation, fact.kind, [fact.sentence]);
      if (question !== undefined) {
        people.push(other);
        told.push({ fact, intro: undefined, question });
      }
    }
  }
  return { people, told };
}

type Spans = ReadonlyMap<string, { start: number; end: number }>;

/** Lays the sentences of the facts between those of the prose; who someone is comes before what they did. */
function mix(prose: string, told: readonly AskedFact[], random: Random): { text: string; spans: Spans } {
  const gaps = [0, ...splitSentences(prose).map(({ end }) => end)];
  const places = new Map<string, number>();
  for (const { fact, intro } of told) {
    const at = random.pick(gaps);
    if (intro === undefined) places.set(fact.sentence, at);
    else {
      const before =
        places.get(intro) ??
        drawUntil(
          () => random.pick(gaps),
          (gap) => gap <= at || at === 0,
        );
      places.set(intro, before);
      places.set(fact.sentence, Math.max(before, at));
    }
  }
  const spans = new Map<string, { start: number; end: number }>();
  let text = '';
  let from = 0;
  // A stable sort: at one place the sentences stay in the order in which they were told.
  for (const [sentence, at] of [...places].sort((a, b) => a[1] - b[1])) {
    text += prose.slice(from, at);
    from = at;
    if (text !== '' && !/\s$/.test(text)) text += ' ';
    spans.set(sentence, { start: text.length, end: text.length + sentence.length });
    text += sentence;
    if (from === 0) text += ' ';
  }
  const rest = prose.slice(from);
  return { text: text + (/\s$/.test(text) ? rest.trimStart() : rest), spans };
}

function lessonSample(text: string, { question, answers, sentences }: Made, spans: Spans, random: Random) {
  return makeSample({
    task: 'other_words',
    options: { seed: random.next(), length: Math.round(text.length / 4) },
    question,
    answers,
    answerable: answers.length > 0,
    composition: { length: text.length, pieces: () => [text] },
    evidence: sentences.map((fact, index): Evidence => {
      return { ...spans.get(fact)!, fact, ...(index > 0 && { needs: 0 }) };
    }),
  });
}
