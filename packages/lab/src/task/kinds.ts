import type { Random } from '../random.ts';
import { companyName, firstNames, personName, placeName, pseudoWord } from '../words/names.ts';
import { goods } from '../words/nouns.ts';
import { code, colours, date, digits, inWords, time, uuid, weekdays } from '../words/values.ts';
import { hyphenKey, type Vocabulary } from '../words/vocabulary.ts';

/** Kinds of things that facts are about or state. */
export type Kind =
  | 'person'
  | 'place'
  | 'company'
  | 'thing'
  | 'key'
  | 'ship'
  | 'project'
  | 'animal'
  | 'book'
  | 'number'
  | 'code'
  | 'uuid'
  | 'date'
  | 'year'
  | 'time'
  | 'colour'
  | 'amount'
  | 'sum'
  | 'weekday'
  | 'good'
  | 'goods'
  | 'count'
  | 'institution'
  | 'word';

/** Makes one value of a kind. */
export const makeOf: Record<Kind, (random: Random, words: Vocabulary) => string> = {
  person: (random) => personName(random),
  place: (random) => placeName(random),
  company: (random) => companyName(random),
  thing: (random, words) => `the ${random.pick(words.adjectives)} ${random.pick(words.nouns)}`,
  key: hyphenKey,
  ship: (random, words) =>
    `the ${random.chance(0.5) ? random.pick(firstNames) : capital(random.pick(words.adjectives))} ${capital(random.pick(words.nouns))}`,
  project: (random, words) =>
    `Project ${capital(random.chance(0.5) ? random.pick(words.nouns) : pseudoWord(random))}${random.chance(0.3) ? ` ${random.int(2, 99)}` : ''}`,
  animal: (random) => `${capital(pseudoWord(random, 2))} the ${random.pick(animals)}`,
  book: (random, words) =>
    `"The ${capital(random.pick(words.adjectives))} ${capital(random.pick(words.nouns))}"`,
  number: (random) => digits(random, random.weighted([2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 2, 2, 4, 1])),
  code: (random) => code(random),
  uuid: (random) => uuid(random),
  date: (random) => date(random),
  year: (random) => String(random.int(1500, 2030)),
  time: (random) => time(random),
  colour: (random) => random.pick(colours),
  amount: (random) => `${random.int(2, 9999)} ${random.pick(units)}`,
  sum: (random) => {
    const value = random.int(2, random.pick([99, 999, 9999]));
    return `${random.chance(0.5) ? inWords(value) : value} ${random.pick(units)}`;
  },
  weekday: (random) => random.pick(weekdays),
  good: (random) => random.pick(goods)[1],
  goods: (random, words) => {
    const wares = random
      .sample(goods, 2)
      .map(([, many]) => (random.chance(0.3) ? `${random.pick(words.adjectives)} ${many}` : many));
    return random.chance(0.5) ? wares.join(' and ') : wares[0]!;
  },
  count: (random) => {
    const value = random.int(2, random.pick([20, 99, 400, 2500]));
    return random.chance(0.8) ? inWords(value) : String(value);
  },
  institution: (random) => {
    const home = random.chance(0.7) ? ` ${random.pick(['at', 'in', 'of'])} ${placeName(random)}` : '';
    return `${random.pick(institutions)} for ${random.pick(wards)}${home}`;
  },
  word: (random, words) => random.pick(words.nouns),
};

const animals = 'dog cat horse parrot goat donkey falcon tortoise rabbit mule owl pony'.split(' ');
const institutions =
  'hospital home library orphanage almshouse academy college asylum kitchen bank museum infirmary hostel'.split(
    ' ',
  );
const wards =
  'the blind|old sailors|the poor|lost children|retired actors|young weavers|women in need|the sick|travellers|war widows|foreign students|wounded soldiers|stray dogs|painters and sculptors'.split(
    '|',
  );
const units = 'dollars crowns marks francs pounds litres barrels tons acres metres kilograms copies'.split(
  ' ',
);
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
