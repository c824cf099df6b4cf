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
The clerk crossed that out and wrote: {s}|What holds today: {s}|New state of affairs: {s}|Rectified: {s}|Superseded. {s}
It turned out otherwise: {s}|No, that was wrong: {s}|That is out of date: {s}|This has changed: {s}
Then everything changed: {s}|We were mistaken: {s}|Strike that: {s}|The earlier report was false: {s}
As of today, things are different: {s}|Forget what was said before: {s}|Sorry, I got that wrong: {s}|Scratch that: {s}
The above no longer holds: {s}|Since then there has been a change: {s}|A newer note says otherwise: {s}
The clerk crossed this out and wrote: {s}|On second thought: {s}|That was true once, but no more: {s}
The editor regrets the error: {s}|Actually: {s}|A week later the news was different: {s}|It must now be said: {s}
Revised version: {s}|Please disregard the previous statement: {s}|To be precise, and contrary to what stands above: {s}
The old information has been replaced: {s}|After a second look the matter is clear: {s}
P.S. What I told you is no longer right: {s}|Amendment: {s}|Wait, I mixed something up: {s}
What was written earlier is void: {s}|In the meantime the situation is another one: {s}
A letter arrived that set the matter straight: {s}|Things did not stay that way: {s}|From now on the following is valid: {s}`.split(
    /[|\n]+/,
  );
const askTurns =
  `{q}|{q}|According to the latest information: {q}|As things stand now: {q}|After all corrections: {q}
In the end: {q}|Taking every update into account: {q}|Most recently: {q}
+|Today: {q}|By now: {q}|At present: {q}|Currently: {q}|With all changes made: {q}|By the last word on it: {q}
If the newest entry counts: {q}|After everything that was corrected: {q}|As it finally stood: {q}|At last: {q}|Right now: {q}
Ignoring what is out of date: {q}|What holds today? {q}|{q} (the newest entry)|{q} Only the last statement counts.|Finally: {q}
As of the last correction: {q}|{q} I mean the newest figure.|{q} Only the latest version counts.|After all changes: {q}
Taking the corrections into account: {q}|{q} Please ignore what is out of date.|{q} (as it stands now)
As things stand today: {q}|{q} Mind the corrections.|Going by the most recent information: {q}|{q} Give the current state.
Up to date, please: {q}|{q} The old answer does not interest me.|Now that everything has been put right: {q}
{q} Tell me what holds at present.|According to the latest news: {q}|{q} Use the final version.|When all is said and done: {q}
{q} What was true before does not matter.|Considering the update: {q}|{q} I need the corrected answer.|At this point: {q}
{q} Remember that this has changed.|{q} I do not want the earlier one.|Not formerly, but now: {q}
{q} Answer according to the last thing said about it.|After the revision: {q}|{q} Take the most recent statement.
{q} Go by the latest entry.|With the errors removed: {q}|{q} Do not be misled by the first report.
If the newest statement is the right one: {q}|{q} It is the present state that counts.|The last word on this, please: {q}
{q} I am asking about now, not about earlier.|Following the final amendment: {q}|Disregarding anything superseded: {q}`.split(
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
