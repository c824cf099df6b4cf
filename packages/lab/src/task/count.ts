import type { Random } from '../random.ts';
import { personName } from '../words/names.ts';
import { goods } from '../words/nouns.ts';
import { type Fact, layFacts, makeSample, sampleRandom } from './sample.ts';
import { type CountScene, countScenes } from './scenes.ts';
import { makeTally } from './tally.ts';
import type { Evidence, GenerateOptions, Task } from './task.ts';
import { chooseHaystack, wordings } from './wording.ts';

type Good = readonly [one: string, many: string];

function fill(template: string, [one, many]: Good, person: string): string {
  const text = template
    .replace('{a}', /^[aeiou]/.test(one) ? 'an' : 'a')
    .replace('{v}', one)
    .replace('{p}', many)
    .replace('{x}', () => person);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How often each of some goods is named, and the sentences that do so, shuffled. */
function events(
  scene: CountScene,
  kinds: readonly Good[],
  counts: readonly number[],
  options: GenerateOptions,
  random: Random,
) {
  const states = wordings(scene.states, options.split ?? 'train');
  const all = kinds.flatMap((good, index) =>
    Array.from({ length: counts[index]! }, () => ({
      good,
      text: fill(random.pick(states), good, personName(random)),
    })),
  );
  return random.shuffle(all);
}

/** No more events than fit in a third of the text. */
const room = (options: GenerateOptions) => Math.max(4, Math.floor((options.length * 4) / 3 / 45));

function build(
  task: string,
  options: GenerateOptions,
  random: Random,
  told: readonly { good: Good; text: string }[],
  counted: ReadonlySet<string>,
  question: string,
  answers: readonly string[],
) {
  const draw = random.fork('layout');
  const facts: Fact[] = told.map(({ good, text }) => ({
    text,
    ...(counted.has(good[1]) ? { evidence: good[1] } : {}),
  }));
  const haystack = chooseHaystack(options, draw, new Set());
  const { composition, evidence } = layFacts(facts, haystack, options, random);
  const items = (list: readonly Evidence[]) =>
    list.map(({ start, end, fact }) => ({ start, end, item: fact }));
  return makeSample({
    task,
    options,
    question,
    answers,
    form: 'tally',
    exhaustive: true,
    composition,
    evidence,
    ...makeTally(() => items(evidence), [...counted]),
    meta: { events: told.length, haystack: haystack.name },
  });
}

/** How many times one thing was named, among others of the same kind. */
export const countTask: Task = {
  name: 'count',
  description: 'How often one thing happened, among other things of the same kind.',
  form: 'tally',
  canBeUnanswerable: false,
  generate(options) {
    const random = sampleRandom('count', options);
    const draw = random.fork('events');
    const scene = draw.pick(countScenes);
    const kinds = draw.sample(goods, draw.int(1, 4));
    const most = Math.max(2, Math.min(30, Math.floor(room(options) / kinds.length)));
    const counts = kinds.map(() => draw.int(1, most));
    if (draw.chance(0.04) && kinds.length > 1) counts[0] = 0;
    const told = events(scene, kinds, counts, options, draw);
    const asked = kinds[0]!;
    const question = fill(draw.pick(wordings(scene.count, options.split ?? 'train')), asked, '');
    return build('count', options, random, told, new Set([asked[1]]), question, [String(counts[0])]);
  },
};

/** Which thing was named most often. */
export const frequentTask: Task = {
  name: 'frequent',
  description: 'Which of several things happened most often.',
  form: 'tally',
  canBeUnanswerable: false,
  generate(options) {
    const random = sampleRandom('frequent', options);
    const draw = random.fork('events');
    const scene = draw.pick(countScenes);
    const kinds = draw.sample(goods, draw.int(2, 6));
    const most = Math.max(2, Math.min(24, Math.floor(room(options) / kinds.length)));
    const counts = kinds.map((_, index) => (index === 0 ? most : draw.int(1, most - 1)));
    const told = events(scene, kinds, counts, options, draw);
    const question = fill(draw.pick(wordings(scene.frequent, options.split ?? 'train')), kinds[0]!, '');
    const counted = new Set(draw.shuffle(kinds.map(([, many]) => many)));
    return build('frequent', options, random, told, counted, question, [...kinds[0]!].reverse());
  },
};
