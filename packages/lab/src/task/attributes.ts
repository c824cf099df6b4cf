import { withFurther } from './for-training.ts';
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
/** For training alone. */
const furtherStates = `{v}: that is the {a} of {k}.|{k} comes with the {a} {v}.|{k} ({a}: {v}) is on the list.|{a} of {k}: {v}.
{k}, whose {a} is {v}, was checked yesterday.|Please note that {v} is now the {a} for {k}.
According to the sheet, {k} has {v} for its {a}.|The {a} that goes with {k} is {v}.
Next to {k}, in the column headed "{a}", stands {v}.|For the record, the {a} belonging to {k} is {v}.
We have noted {v} as the {a} of {k}.|In the case of {k} the {a} is {v}.|The {a}, as far as {k} is concerned, is {v}.
If anyone asks for the {a} of {k}, say {v}.|Everyone here knows that {k} has {v} as {a}.|The clerk entered {v} as {a} for {k}.
Concerning {k}: the {a} is {v}.|{k} / {a}: {v}.|The {a} of {k} reads {v}.|Should you need it, the {a} for {k} is {v}.
Somebody asked about {k}, and the answer was that its {a} is {v}.|Next to the name {k} one finds the {a} {v}.
A note on the door says that the {a} for {k} is {v}.|As to the {a} of {k} there is no doubt: it is {v}.
In the files, {v} is kept as the {a} of {k}.|It was agreed that {v} should be the {a} for {k}.|{k} got {v} as its {a}.
{v} was entered in the field "{a}" for {k}.|Let me add that {k} has as its {a} {v}.|My notes on {k} give {v} as the {a}.
Do not forget: {v} is the {a} that belongs to {k}.|The {a} we have on file for {k} is {v}.
Regarding {k}, they told us the {a} was {v}.|The card of {k} bears, after the word "{a}", the entry {v}.
What {k} has for its {a} is {v}.|One look at {k} in the list and you see the {a}: {v}.
It says here that {v} is what they have as {a} for {k}.|{k} is listed; {a}: {v}.|As {a} for {k}, {v} has been settled.`;
const furtherAsks = `{a} of {k}?|{k}, {a}?|The {a} for {k}, please.|And the {a} of {k}?|For {k}, what is the {a}?
As for {k}, which {a} does it have?|Which {a} goes with {k}?|What {a} does {k} have?|I would like to know the {a} of {k}.
Could you tell me what the {a} for {k} is?|Name the {a} that belongs to {k}.|Say what the {a} of {k} is.
Do you know the {a} for {k}?|I am looking for the {a} of {k}.|What has been noted as the {a} of {k}?
What is on file as {a} for {k}?|What stands in the field "{a}" for {k}?|In the case of {k}, what is the {a}?
Concerning {k}, what {a} is on record?|Look up the {a} for {k}.|Please give me the {a} of {k}.|May I have the {a} for {k}?
What did they enter as the {a} of {k}?|What is recorded as {a} in the entry for {k}?
What did the clerk write down as {a} for {k}?|With what {a} is {k} listed?|What do we have for {k} as the {a}?
Someone wants the {a} of {k}; what should I say?|Which is the {a} of {k}?|What would be the {a} for {k}?
Remind me: what is the {a} for {k}?|I forgot the {a} of {k}. What was it?|The {a} of {k} is what?
What do you find when you look up the {a} of {k}?|What is the {a} that goes with {k}?|Quote the {a} given for {k}.
Show me the {a} for {k}.|Fill in the blank: the {a} of {k} is ...|What must one write on a form that asks for the {a} of {k}?
Has anybody got the {a} of {k}?|What has {k} got for its {a}?|Regarding {k}: the {a}, please?
We need the {a} of {k} at once; what is it?|What {a} can be found next to {k} in the list?|Kindly state the {a} that {k} has.
By the way, what was the {a} of {k} again?|Can you find out what {a} {k} has?
Of {k} I know everything but the {a}. Which is it?|What is it that {k} has as its {a}?`;
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
      states: withFurther(fill(attributeStates), fill(furtherStates)),
      asks: withFurther(fill(attributeAsks), fill(furtherAsks)),
      phrases: [`the ${name} of {k}`, `the ${name} that belongs to {k}`],
    }));
  }),
);
