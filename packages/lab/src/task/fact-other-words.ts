import { namesRole } from '../words/lexicon-fit.ts';
import type { Haystack } from './haystack.ts';
import { type Manner, OtherWords, type Person, type ToldFact } from './other-words.ts';
import { type Fact, layFacts, makeSample, sampleRandom } from './sample.ts';
import type { Task } from './task.ts';
import { chooseHaystack } from './wording.ts';

const manners: readonly Manner[] = ['role', 'name', 'kin', 'introduced'];
const shares = [0.5, 0.2, 0.08, 0.22];

/** A fact asked for in other words than it is told in. */
export const factOtherWords: Task = {
  name: 'fact_other_words',
  description:
    'A fact whose question shares no word with it but a name: roles, kinds and deeds in other words.',
  form: 'select',
  canBeUnanswerable: true,
  generate(options) {
    const source = new OtherWords(sampleRandom('fact_other_words', options).fork('facts'), options.split);
    const { random } = source;
    const answerable = options.answerable ?? true;
    const { fact, intro, question } = source.pairOf(random.weighted(manners, shares));
    const { sentence, person } = fact;
    const wanted: Fact[] =
      intro === undefined
        ? [{ text: sentence, evidence: sentence }]
        : [
            { text: intro, evidence: intro },
            { text: sentence, evidence: sentence, needs: 0 },
          ];
    const facts = [
      // What someone is called is recognised and kept even where nothing more is told.
      ...(answerable ? wanted : wanted.slice(0, -1)),
      ...nearMisses(source, fact, answerable).map((text) => ({ text })),
    ];
    const haystack = withoutRole(chooseHaystack(options, random, new Set([person.name])), person);
    const { composition, evidence } = layFacts(
      facts,
      haystack,
      options,
      sampleRandom('fact_other_words', options),
    );
    return makeSample({
      task: 'fact_other_words',
      options,
      question,
      answers: fact.answers,
      answerable,
      composition,
      evidence,
      meta: {
        relation: fact.relation.name,
        kind: fact.kind.id,
        manner: person.manner,
        ...(person.role !== undefined && { role: person.role.labels[0] }),
        haystack: haystack.name,
      },
    });
  },
};

/** The same of someone else, something else of the same person, something of the same kind in another relation. */
function nearMisses(source: OtherWords, asked: ToldFact, answerable: boolean): string[] {
  const { random } = source;
  const someone = () => source.person(random.weighted(['role', 'name'] as const, [2, 1]));
  const texts: string[] = [];
  for (let i = random.int(answerable ? 0 : 1, 2); i > 0; i--)
    texts.push(source.tell(someone(), asked.relation, random.pick(asked.relation.kinds)).sentence);
  for (let i = random.int(0, 2), told = [asked]; i > 0; i--) {
    const { relation, kind } = source.topic(asked.person, told);
    told.push(source.tell(asked.person, relation, kind));
    texts.push(told.at(-1)!.sentence);
  }
  for (let i = random.int(0, 1); i > 0; i--) {
    const relation = source.relationWith(asked);
    if (relation !== undefined) texts.push(source.tell(someone(), relation, asked.kind).sentence);
  }
  for (let i = random.int(0, 2); i > 0; i--) {
    const person = someone();
    const { relation, kind } = source.topic(person);
    texts.push(source.tell(person, relation, kind).sentence);
  }
  return texts;
}

/** A haystack without the sentences that speak of the person's role: one of them might answer the question. */
function withoutRole(haystack: Haystack, { role }: Person): Haystack {
  if (role === undefined) return haystack;
  return {
    ...haystack,
    units(random) {
      const units = haystack.units(random);
      return {
        next() {
          // A text about nothing but the role is taken as it stands.
          for (let skipped = 0; skipped < 30; skipped++) {
            const unit = units.next();
            if (unit.done || !namesRole(unit.value, role)) return unit;
          }
          return units.next();
        },
      };
    },
  };
}
