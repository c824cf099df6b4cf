import { attributes } from './attributes.ts';
import type { Relation } from './relations.ts';
import { type Fact, layFacts, makeSample, sampleRandom } from './sample.ts';
import type { GenerateOptions, Sample, Task } from './task.ts';
import { chooseHaystack, FactSource, fillIn, wordings } from './wording.ts';

/** Distractors: the same relation of keys that resemble the asked ones, and other relations of the asked keys. */
function distractors(source: FactSource, relation: Relation, keys: readonly string[], near: number): Fact[] {
  const { random } = source;
  const facts: Fact[] = [];
  for (let i = 0; i < near; i++) {
    const key = source.near(relation.about, random.pick(keys));
    facts.push({ text: source.state(relation, key, source.fresh(relation.value)) });
  }
  const differs = (candidate: Relation) =>
    candidate.about === relation.about &&
    candidate.value !== relation.value &&
    candidate.name !== relation.name;
  for (let i = random.int(0, 2); i > 0; i--) {
    const other = source.relation(differs);
    if (!other) break; // some kinds of key have one relation only
    facts.push({ text: source.state(other, random.pick(keys), source.fresh(other.value)) });
  }
  return facts;
}

/** Near-miss keys are never left out where the question has no answer: absence must be seen, not guessed. */
const nearCount = (source: FactSource, answerable: boolean) => source.random.int(answerable ? 0 : 1, 6);

function finish(
  task: string,
  options: GenerateOptions,
  source: FactSource,
  parts: {
    question: string;
    keys: readonly string[];
    relation: Relation;
    wanted: Fact[];
    exhaustive?: boolean;
    near?: number;
  },
): Sample {
  const answerable = options.answerable ?? true;
  const facts = [
    ...(answerable ? parts.wanted : []),
    ...distractors(source, parts.relation, parts.keys, parts.near ?? nearCount(source, answerable)),
  ];
  const haystack = chooseHaystack(options, source.random, new Set(parts.keys));
  const { composition, evidence } = layFacts(facts, haystack, options, sampleRandom(task, options));
  const answers = evidence.map(({ fact }) => fact);
  return makeSample({
    task,
    options,
    question: parts.question,
    answers,
    match: answers.length > 1 ? 'all' : 'any',
    answerable,
    exhaustive: !answerable || (parts.exhaustive ?? false),
    composition,
    evidence,
    meta: { keys: parts.keys, relation: parts.relation.name, haystack: haystack.name },
  });
}

const sourceFor = (task: string, options: GenerateOptions) =>
  new FactSource(sampleRandom(task, options).fork('facts'), options.split, options.words);

/** One fact in one of very many wordings. */
export const factSingle: Task = {
  name: 'fact_single',
  description: 'One fact among prose, noise or other facts; many wordings, many kinds of value.',
  form: 'select',
  canBeUnanswerable: true,
  generate(options) {
    const source = sourceFor('fact_single', options);
    const relation = source.relation();
    const key = source.fresh(relation.about);
    const value = source.fresh(relation.value);
    return finish('fact_single', options, source, {
      question: source.ask(relation, key),
      keys: [key],
      relation,
      wanted: [{ text: source.state(relation, key, value), evidence: value }],
    });
  },
};

/** One fact among many of the same kind about similar keys. */
export const factMultikey: Task = {
  name: 'fact_multikey',
  description: 'One fact among many of the same kind about keys that resemble the asked one.',
  form: 'select',
  canBeUnanswerable: true,
  generate(options) {
    const source = sourceFor('fact_multikey', options);
    const relation = source.relation();
    const key = source.fresh(relation.about);
    const value = source.fresh(relation.value);
    return finish('fact_multikey', options, source, {
      question: source.ask(relation, key),
      keys: [key],
      relation,
      wanted: [{ text: source.state(relation, key, value), evidence: value }],
      near: source.random.int(5, Math.max(8, Math.min(60, Math.floor(options.length / 60)))),
    });
  },
};

const manyStates = `One {a} of {k} is {v}.|{k} has several {p}, among them {v}.|Among the {p} of {k} is {v}.
{v} is one of the {p} of {k}.|Another {a} for {k}: {v}.|Also listed as {a} of {k}: {v}.|To the {p} of {k} belongs {v}.
{k} goes by the {a} {v}, too.|The list of {p} for {k} includes {v}.|Add {v} to the {p} of {k}.
+|{k} also has the {a} {v}.|A further {a} of {k} is {v}.|{v} counts as a {a} of {k} as well.|Beside others, {k} has the {a} {v}.
In addition, {v} is given as {a} for {k}.|{k} was later given {v} as one more {a}.|{v}, too, is a {a} of {k}.
The {p} of {k} were extended by {v}.|For {k} there is the {a} {v}, among others.|{v} has been a {a} of {k} for years.
Not to forget {v}, also a {a} of {k}.|{k}, additional {a}: {v}.|Still another {a} that {k} uses is {v}.
The file on {k} names {v} as a {a}.|{v} was entered under the {p} of {k}.|{k} keeps {v} as a {a}.
The {a} of {k} is {v}.|{k} has the {a} {v}.|As {a} of {k} the text gives {v}.|{v} is the {a} of {k}.
One of the {p} of {k} is {v}.|{k} counts {v} among its {p}.|{k} has more than one {a}; {v} is one.|The {p} of {k} include {v}.
Another {a} of {k} is {v}.|{v} is just one {a} of {k} among others.|A further {a} for {k} is {v}.
{v} can be found among the {p} for {k}.|On the list of {p} for {k} stands {v}.|{k} was given {v} as an additional {a}.
As one {a} for {k} the register names {v}.|{v} is on the list of {p} kept for {k}.|Besides others, {k} has {v} as one {a}.
The file of {k}, under "{p}", mentions {v}.|{v} joined the {p} of {k}.|In addition, {v} serves as {a} for {k}.
It is known that {v} is among the {p} of {k}.|Not the only {a} of {k}, but certainly one, is {v}.
{k} - {a}: {v} (one of several).|For {k} one can also use the {a} {v}.|When the {p} of {k} are read out, {v} is heard.
{k} has several {p}, for example {v}.|Of the {p} that {k} has, {v} is one.|{v} counts as one {a} of {k}.`.split(
  /[|\n]+/,
);
const manyAsks =
  `What are all the {p} of {k}?|List every {a} of {k}.|Which {p} does {k} have?|Name all {p} for {k}.
What {p} are mentioned for {k}?|Give all the {p} of {k}.|Find every {a} that belongs to {k}.
+|What are the {p} of {k}?|Which {p} are given for {k}?|What {p} are there for {k}?|Which are the {p} that {k} has?
Tell me all {p} of {k}.|Tell me the {p} of {k}.|I need all the {p} of {k}.|Give me every {a} of {k}.
Which {p} belong to {k}?|Which {p} can be found for {k}?|Could you list the {p} of {k}?|Write down all {p} of {k}.
Which {p} are recorded for {k}?|Name the {p} of {k}, all of them.|{k}: which {p}?
Enumerate the {p} of {k}.|What are {k}'s {p}?|Collect every {a} given for {k}.|Which {p} go with {k}?
How many {p} does {k} have, and what are they?|Under which {p} is {k} known?|Which {p} were assigned to {k}?
According to the text, what are the {p} of {k}?|What {p} does the text give for {k}?|Each {a} of {k}, please.
Show me the {p} of {k}.|All {p} of {k}?|The {p} of {k} are wanted.|What is the full list of {p} for {k}?
Which {p} does one find for {k}?|List the {p} of {k}.|Name the {p} that belong to {k}.|I would like to know the {p} of {k}.
The {p} of {k}, please.|{p} of {k}?|What {p} can be found under {k}?|Tell me the {p} recorded for {k}.
Enumerate the {p} for {k}.|What has been noted under "{p}" for {k}?|Go through the {p} of {k} one by one.
Say what {p} {k} has got.|Which {p} come up in connection with {k}?|Read out the {p} on file for {k}.
Give me the complete set of {p} for {k}.|Of {k}, what are the {p}?|With which {p} is {k} listed?
What does the list of {p} for {k} contain?|{k} has several {p}. Which?|List all {p} of {k}.|Name every {a} of {k}.
Give me every {a} that {k} has.|Tell me all the {p} that {k} has.|Which are all the {p} recorded for {k}?
Every single {a} of {k}, please.|All {p} for {k}?|I need all of the {p} belonging to {k}.|State every {a} mentioned for {k}.
What {p} does {k} have, all in all?|Write down all {p} that go with {k}.|Do not leave any out: what are all {p} of {k}?
Could you list every {a} known for {k}?|For {k}, what are all the {p} in the text?
Quote every {a} given for {k}, not just one.`.split(/[|\n]+/);

function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

/** Several values of one key, scattered; all of them are asked for. */
export const factMultivalue: Task = {
  name: 'fact_multivalue',
  description: 'Several values of one key, scattered over the text; all of them are asked for.',
  form: 'select',
  canBeUnanswerable: true,
  generate(options) {
    const source = sourceFor('fact_multivalue', options);
    const base = source.random.pick(attributes.filter(({ value }) => value !== 'colour'));
    const named = (text: string) => text.replaceAll('{a}', base.name).replaceAll('{p}', pluralOf(base.name));
    const relation = { ...base, states: manyStates.map(named), asks: manyAsks.map(named) };
    const key = source.fresh(relation.about);
    const wanted = Array.from({ length: source.random.int(2, 5) }, (): Fact => {
      const value = source.fresh(relation.value);
      return { text: source.state(relation, key, value), evidence: value };
    });
    return finish('fact_multivalue', options, source, {
      question: source.ask(relation, key),
      keys: [key],
      relation,
      wanted,
      exhaustive: true,
    });
  },
};

const pairAsks = `{q1} {q2}|{q1} And {q2}|Answer both: {q1} {q2}|Two things: {q1} {q2}|{q1} Also: {q2}
+|First: {q1} Second: {q2}|{q1} In addition: {q2}|Two questions. {q1} {q2}|Please answer: {q1} Then: {q2}|{q1} / {q2}
{q1} And further: {q2}|I have two questions: {q1} {q2}|1. {q1} 2. {q2}|{q1} Besides: {q2}|Tell me both. {q1} {q2}`.split(
  /[|\n]+/,
);

/** Several keys, one value each; all are asked for in one question. */
export const factMultiquery: Task = {
  name: 'fact_multiquery',
  description: 'Several keys with a value each, asked for in one question.',
  form: 'select',
  canBeUnanswerable: false,
  generate(options) {
    const source = sourceFor('fact_multiquery', options);
    const { random } = source;
    const relation = source.relation(({ value }) => value !== 'colour' && value !== 'weekday');
    const keys = Array.from({ length: random.int(2, 4) }, () => source.fresh(relation.about));
    const wanted = keys.map((key): Fact => {
      const value = source.fresh(relation.value);
      return { text: source.state(relation, key, value), evidence: value };
    });
    random.shuffle(wanted);
    const listed = `${keys.slice(0, -1).join(', ')} and ${keys.at(-1)}`;
    const question =
      keys.length === 2 && random.chance(0.5)
        ? random
            .pick(wordings(pairAsks, source.split))
            .replace('{q1}', () => source.ask(relation, keys[0]!))
            .replace('{q2}', () => source.ask(relation, keys[1]!))
        : fillIn(random.pick(wordings(relation.asks, source.split)), listed);
    return finish('fact_multiquery', { ...options, answerable: true }, source, {
      question,
      keys,
      relation,
      wanted,
    });
  },
};
