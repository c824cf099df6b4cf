import { type Fact, layFacts, makeSample, sampleRandom } from './sample.ts';
import type { Task } from './task.ts';
import { chooseHaystack, FactSource, wordings } from './wording.ts';

const turns =
  `Correction: {s}|Update: {s}|This has changed: {s}|Revised entry: {s}|That no longer holds: {s}|Latest news: {s}
As of now: {s}|New information came in: {s}|The earlier statement is withdrawn: {s}|Since then things are different: {s}
Please note the change: {s}|From today on: {s}|Erratum: {s}|Amended: {s}|What was said before is out of date: {s}
+|Forget what was written above: {s}|We have to correct ourselves: {s}|The record has been changed: {s}|Now it is so: {s}
This was wrong. {s}|The entry above is void. {s}|It has been decided otherwise: {s}|After a review: {s}|Edit: {s}
Later it was put right: {s}|A newer note says: {s}|In the second edition: {s}|Since last week: {s}|Meanwhile: {s}
Withdrawn and replaced: {s}|Replacing the former entry: {s}|Contrary to what was reported: {s}|By the latest count: {s}
The clerk crossed that out and wrote: {s}|What holds today: {s}|New state of affairs: {s}|Rectified: {s}|Superseded. {s}`.split(
    /[|\n]+/,
  );
const askTurns =
  `{q}|{q}|According to the latest information: {q}|As things stand now: {q}|After all corrections: {q}
In the end: {q}|Taking every update into account: {q}|Most recently: {q}
+|Today: {q}|By now: {q}|At present: {q}|Currently: {q}|With all changes made: {q}|By the last word on it: {q}
If the newest entry counts: {q}|After everything that was corrected: {q}|As it finally stood: {q}|At last: {q}|Right now: {q}
Ignoring what is out of date: {q}|What holds today? {q}|{q} (the newest entry)|{q} Only the last statement counts.|Finally: {q}`.split(
    /[|\n]+/,
  );

/** A fact that is corrected once or more; the latest statement counts. */
export const updateTask: Task = {
  name: 'update',
  description:
    'A fact that is corrected one to four times, among others that are corrected too; the latest counts.',
  form: 'select',
  canBeUnanswerable: true,
  generate(options) {
    const random = sampleRandom('update', options);
    const source = new FactSource(random.fork('facts'), options.split, options.words);
    const draw = source.random;
    const answerable = options.answerable ?? true;
    const relation = source.relation(({ value }) => value !== 'colour' && value !== 'weekday');
    const statements = (key: string, count: number) =>
      Array.from({ length: count }, (_, index) => {
        const value = source.fresh(relation.value);
        const statement = source.state(relation, key, value);
        const turn = draw.pick(wordings(turns, source.split));
        return { value, text: index === 0 ? statement : turn.replace('{s}', () => statement) };
      });
    const key = source.fresh(relation.about);
    const question = source.ask(relation, key);
    const turn = draw.pick(wordings(askTurns, source.split));
    const facts: Fact[] = [];
    if (answerable) {
      for (const [index, { text, value }] of statements(key, draw.int(2, 5)).entries()) {
        facts.push({ text, evidence: value, ...(index > 0 && { supersedes: index - 1 }) });
      }
    }
    const answer = facts.at(-1)?.evidence;
    for (let i = draw.int(1, 4); i > 0; i--) {
      for (const { text } of statements(source.near(relation.about, key), draw.int(1, 3)))
        facts.push({ text });
    }
    const haystack = chooseHaystack(options, draw, new Set([key]));
    const { composition, evidence } = layFacts(facts, haystack, options, random);
    return makeSample({
      task: 'update',
      options,
      question: turn.replace('{q}', () => question),
      answers: answer === undefined ? [] : [answer],
      answerable,
      exhaustive: true,
      composition,
      evidence,
      meta: { keys: [key], relation: relation.name, haystack: haystack.name },
    });
  },
};
