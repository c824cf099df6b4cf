import { drawUntil, type Random } from '../random.ts';
import { personName, pseudoWord } from '../words/names.ts';
import { code, digits, letterRun, months, time, uuid } from '../words/values.ts';
import { vocabulary } from '../words/vocabulary.ts';
import { makeHaystack } from './haystack.ts';
import { type Kind, makeOf } from './kinds.ts';
import { type Fact, layFacts, makeSample, sampleRandom } from './sample.ts';
import type { Task } from './task.ts';
import { fillIn, wordings } from './wording.ts';

type Field = readonly [name: string, kind: Kind];
interface Schema {
  readonly entity: string;
  readonly ids: readonly ((random: Random) => string)[];
  readonly fields: readonly Field[];
}

const hyphenated = (random: Random) => makeOf.key(random, vocabulary);
const schemas: readonly Schema[] = [
  {
    entity: 'order',
    ids: [(r) => digits(r, 6), code, (r) => `ORD-${digits(r, 5)}`],
    fields: [
      ['customer', 'person'],
      ['total', 'number'],
      ['city', 'place'],
      ['item', 'good'],
      ['date', 'date'],
      ['status', 'colour'],
    ],
  },
  {
    entity: 'user',
    ids: [(r) => `${pseudoWord(r)}${r.int(1, 99)}`, uuid, personName],
    fields: [
      ['email', 'key'],
      ['city', 'place'],
      ['balance', 'number'],
      ['token', 'code'],
      ['plan', 'colour'],
      ['team', 'company'],
    ],
  },
  {
    entity: 'server',
    ids: [
      (r) => `${r.pick(['web', 'db', 'cache', 'job', 'edge'])}-${digits(r, 3)}`,
      hyphenated,
      (r) => `${r.int(10, 250)}.${r.int(0, 255)}.${r.int(0, 255)}.${r.int(1, 254)}`,
    ],
    fields: [
      ['port', 'number'],
      ['region', 'place'],
      ['owner', 'person'],
      ['build', 'code'],
      ['uptime', 'amount'],
      ['restart', 'time'],
    ],
  },
  {
    entity: 'sensor',
    ids: [(r) => `S${digits(r, 4)}`, hyphenated, (r) => letterRun(r, 6)],
    fields: [
      ['value', 'number'],
      ['place', 'place'],
      ['installed', 'date'],
      ['model', 'code'],
      ['inspector', 'person'],
      ['color', 'colour'],
    ],
  },
  {
    entity: 'part',
    ids: [code, (r) => digits(r, 8), (r) => `${letterRun(r, 2)}/${digits(r, 4)}`],
    fields: [
      ['stock', 'number'],
      ['supplier', 'company'],
      ['shelf', 'code'],
      ['weight', 'amount'],
      ['material', 'word'],
      ['price', 'number'],
    ],
  },
  {
    entity: 'flight',
    ids: [(r) => `${letterRun(r, 2)}${digits(r, 3)}`, (r) => `${letterRun(r, 3)}-${digits(r, 4)}`],
    fields: [
      ['origin', 'place'],
      ['target', 'place'],
      ['gate', 'code'],
      ['departure', 'time'],
      ['pilot', 'person'],
      ['seats', 'number'],
    ],
  },
  {
    entity: 'key',
    ids: [
      hyphenated,
      uuid,
      (r) => `${pseudoWord(r, 2)}.${pseudoWord(r, 2)}.${pseudoWord(r, 2)}`,
      (r) => `${pseudoWord(r, 2).toUpperCase()}_${pseudoWord(r, 2).toUpperCase()}`,
    ],
    fields: [
      ['value', 'number'],
      ['value', 'uuid'],
      ['value', 'code'],
      ['value', 'word'],
      ['value', 'date'],
    ],
  },
];

type Pairs = readonly (readonly [field: string, value: string])[];
const levels = ['INFO', 'INFO', 'INFO', 'WARN', 'DEBUG', 'ERROR'];
/** Notations of one record on one line, each with the names of its fields. */
const formats: readonly ((entity: string, id: string, pairs: Pairs, random: Random) => string)[] = [
  (entity, id, pairs, r) =>
    `${r.int(2001, 2030)}-${String(r.int(1, 12)).padStart(2, '0')}-${String(r.int(1, 28)).padStart(2, '0')} ${time(r)}:${String(r.int(0, 59)).padStart(2, '0')} ${r.pick(levels)} ${entity}=${id} ${pairs.map(([f, v]) => `${f}=${/\s/.test(v) ? `"${v}"` : v}`).join(' ')}`,
  (entity, id, pairs) => JSON.stringify(Object.fromEntries([[entity, id], ...pairs])),
  (entity, id, pairs) => `${entity}:${id},${pairs.map(([f, v]) => `${f}:${v}`).join(',')}`,
  (entity, id, pairs) => pairs.map(([f, v]) => `${entity}.${id}.${f} = ${v}`).join(' ; '),
  (entity, id, pairs) => `| ${entity} ${id} | ${pairs.map(([f, v]) => `${f} ${v}`).join(' | ')} |`,
  (entity, id, pairs) => `- ${entity} ${id}: ${pairs.map(([f, v]) => `${f} ${v}`).join('; ')}`,
  (entity, id, pairs) => `<${entity} id="${id}" ${pairs.map(([f, v]) => `${f}="${v}"`).join(' ')}/>`,
  (entity, id, pairs, r) =>
    `${r.pick(months).slice(0, 3)} ${r.int(1, 28)} ${time(r)} [${entity} ${id}] ${pairs.map(([f, v]) => `${f} is ${v}`).join(', ')}`,
];

const asks =
  `What is the {f} of {e} {k}?|Which {f} does {e} {k} have?|Give the {f} of {e} {k}.|{e} {k}: what is its {f}?
Look up {e} {k}. What is the {f}?|What {f} is recorded for {e} {k}?|For {e} {k}, what is the {f}?|What does the record of {e} {k} say about {f}?
Find the {f} for {e} {k}.|Which {f} is listed with {e} {k}?
+|Tell me the {f} of {e} {k}.|{f} of {e} {k}?|I need the {f} for {e} {k}.|Show the {f} of {e} {k}.|What {f} has {e} {k}?
Can you find out which {f} {e} {k} has?|Read me the {f} of {e} {k}.|Which {f} was entered for {e} {k}?|What is given as {f} for {e} {k}?
Return {f} where {e} is {k}.|In the entry of {e} {k}, what is the {f}?|By the records, which {f} belongs to {e} {k}?
Give me {f} for {e} {k}.|What stands under {f} in {e} {k}?|{e} {k}: {f}?|For {e} {k}, what is {f}?|Look up {f} of {e} {k}.
In {e} {k}, what does the field {f} contain?|Read {f} from {e} {k}.|Find {e} {k} and tell me its {f}.
What value does {f} have in {e} {k}?|State the {f} of {e} {k}.|Take {e} {k}. What is its {f}?
I need {f} from the record of {e} {k}.|Show {f} for the {e} with id {k}.|The {e} whose id is {k} has which {f}?
What is entered as {f} for {e} number {k}?|For the {e} numbered {k}, name the {f}.|Tell me the {f} of the {e} with the id {k}.
Return {f} where {e} id is {k}.|Get {f} of {e} {k}.|What does the record of {e} {k} say under {f}?
With id {k}, which {f} does the {e} have?|Under id {k}, what {f} is stored for the {e}?|I would like to know {f} in {e} {k}.
Which entry for {f} is found in {e} {k}?|How is {f} set in {e} {k}?|Say what {e} {k} has as {f}.
Open {e} {k} and read out {f}.|Query: {e} {k}, field {f}.|What do the data show for {f} in the case of {e} {k}?
The {f} belonging to {e} {k}, please.|If I select {e} {k}, what appears as {f}?|What is stored in the {f} field of {e} {k}?
Check {e} {k}: what is the {f}?|Could you give me the {f} that {e} {k} has?|On the row for {e} {k}, what is in the column {f}?
Fetch the record {k} of type {e} and report its {f}.|Among the {e} records, go to id {k}; what is its {f}?`.split(
    /[|\n]+/,
  );

/** One field of one record among very many of the same form. */
export const recordsTask: Task = {
  name: 'records',
  description:
    'One field of one record among log lines, JSON, CSV-like or config lines; ids differ by a character.',
  form: 'select',
  canBeUnanswerable: true,
  generate(options) {
    const random = sampleRandom('records', options);
    const draw = random.fork('records');
    const answerable = options.answerable ?? true;
    const schema = draw.pick(schemas);
    const format = draw.pick(formats);
    const makeId = draw.pick(schema.ids);
    const names = new Set<string>();
    const fields = draw
      .sample(schema.fields, draw.int(1, 4))
      .filter(([name]) => !names.has(name) && names.add(name));
    const words = options.words ?? vocabulary;
    const record = (source: Random, id: string) =>
      format(
        schema.entity,
        id,
        fields.map(([name, kind]) => [name, makeOf[kind](source, words)]),
        source,
      );
    const asked = makeId(draw);
    const [field, kind] = draw.pick(fields);
    const answer = makeOf[kind](draw, words);
    const own = format(
      schema.entity,
      asked,
      fields.map(([name, other]) => [name, name === field ? answer : makeOf[other](draw, words)]),
      draw,
    );
    const facts: Fact[] = answerable ? [{ text: own, evidence: answer }] : [];
    for (let i = draw.int(answerable ? 0 : 1, 4); i > 0; i--)
      facts.push({ text: record(draw, nearId(draw, asked)) });
    const haystack = makeHaystack('records', '\n', (source) =>
      record(
        source,
        drawUntil(
          () => makeId(source),
          (id) => id !== asked,
        ),
      ),
    );
    const { composition, evidence } = layFacts(facts, haystack, options, random);
    const ask = random
      .fork('question')
      .pick(wordings(asks, options.split ?? 'train'))
      .replace('{f}', field)
      .replace('{e}', schema.entity);
    return makeSample({
      task: 'records',
      options,
      question: fillIn(ask, asked),
      answers: [answer],
      answerable,
      composition,
      evidence,
      meta: { entity: schema.entity, field, key: asked },
    });
  },
};

/** The same id with one letter or digit changed. */
function nearId(random: Random, id: string): string {
  const places = [...id].map((_, index) => index).filter((index) => /[a-z0-9]/i.test(id[index]!));
  return drawUntil(
    () => {
      const at = random.pick(places);
      const old = id[at]!;
      const alphabet = /\d/.test(old)
        ? '0123456789'
        : /[a-z]/.test(old)
          ? 'abcdefghijklmnopqrstuvwxyz'
          : 'ABCDEFGHJKLMNPQRSTUVWXYZ';
      return id.slice(0, at) + letterRun(random, 1, alphabet) + id.slice(at + 1);
    },
    (candidate) => candidate !== id,
  );
}
