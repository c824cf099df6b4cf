import type { Kind } from './kinds.ts';
import type { Relation } from './relations.ts';

// Attributes without a meaning of their own: any key, any value, very many wordings.

const attributeKinds: readonly (readonly [Kind, string])[] = [
  [
    'number',
    'number|lucky number|reference number|secret number|account number|box number|room number|pin|ticket number|magic number|batch number',
  ],
  ['code', 'code|access code|password|call sign|order code|passphrase|gate code|model code'],
  ['uuid', 'identifier|token|uuid|key id|trace id|session id'],
  ['word', 'keyword|secret word|watchword|codeword|nickname|signal word'],
  ['key', 'label|tag|alias|handle'],
  ['date', 'date|due date|review date|expiry date'],
  ['person', 'contact|owner|guardian|witness'],
  ['place', 'location|destination|origin|storage place'],
  ['colour', 'color|flag color|marker color'],
  ['amount', 'price|limit|deposit|fee'],
];
const attributeStates = `The {a} of {k} is {v}.|The {a} for {k} is {v}.|{k} has the {a} {v}.|For {k}, the {a} is {v}.
{v} is the {a} of {k}.|Remember that the {a} of {k} is {v}.|Note: the {a} for {k} is {v}.|The {a} assigned to {k} is {v}.
As for {k}, its {a} is {v}.|The register lists {v} as the {a} of {k}.|{k} was given the {a} {v}.|They set the {a} of {k} to {v}.
The {a} that belongs to {k} is {v}.|Whoever asks about {k} should be told the {a}: {v}.|{k}: {a} {v}.|{k} - {a} = {v}.
It is written that {k} has {v} as its {a}.|In the case of {k}, the {a} reads {v}.|Use {v} as the {a} for {k}.
One of the {a}s for {k} is {v}.|The {a} recorded for {k} was {v}.|Somebody wrote down the {a} of {k}, which is {v}.
Please keep in mind that {v} is the {a} for {k}.|With {k} goes the {a} {v}.|Under {k} the file shows the {a} {v}.
The {a} connected with {k} turned out to be {v}.|When it comes to {k}, the {a} is {v}.|{k} carries the {a} {v}.
By the way, the {a} of {k} is {v}.|The {a} of {k} has been fixed at {v}.`;
const attributeAsks = `What is the {a} of {k}?|What is the {a} for {k}?|Which {a} does {k} have?|Give the {a} of {k}.
Tell me the {a} for {k}.|What {a} was assigned to {k}?|Which {a} belongs to {k}?|{k}: what is the {a}?|What is {k}'s {a}?
According to the text, what is the {a} of {k}?|Find the {a} of {k}.|What does the text say the {a} of {k} is?
I need the {a} for {k}.|Which {a} is mentioned for {k}?|State the {a} of {k}.`;
const attributeAbout: readonly Kind[] = [
  'key',
  'key',
  'thing',
  'person',
  'project',
  'place',
  'company',
  'ship',
  'animal',
];

/** All attributes as relations, made once. */
export const attributes: readonly Relation[] = attributeKinds.flatMap(([value, names]) =>
  names.split('|').flatMap((name) => {
    const fill = (text: string) =>
      text
        .split(/[|\n]+/)
        .map((line) => line.replace('{a}', name))
        .filter((line) => !line.includes(`{a}`));
    return [...new Set(attributeAbout)].map((about) => ({
      name,
      about,
      value,
      states: fill(attributeStates),
      asks: fill(attributeAsks),
      phrases: [`the ${name} of {k}`, `the ${name} that belongs to {k}`],
    }));
  }),
);
