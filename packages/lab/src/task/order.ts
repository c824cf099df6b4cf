import { ordinals } from '../words/values.ts';
import { type Fact, layFacts, makeSample, sampleRandom } from './sample.ts';
import { type Scene, scenes } from './scenes.ts';
import type { GenerateOptions, Task } from './task.ts';
import { chooseHaystack, FactSource, fillIn, wordings } from './wording.ts';

interface Story {
  readonly source: FactSource;
  readonly scene: Scene;
  readonly key: string;
  readonly items: string[];
  /** What the asked subject did, in order, and what others did. */
  readonly told: string[];
  readonly others: Fact[];
}

/** A subject's doings in order, among those of subjects that resemble it. */
function story(task: string, options: GenerateOptions, count: number): Story {
  const source = new FactSource(sampleRandom(task, options).fork('facts'), options.split, options.words);
  const { random } = source;
  const scene = random.pick(scenes);
  const tell = (key: string, item: string) =>
    fillIn(random.pick(wordings(scene.states, source.split)), key, item);
  const key = source.fresh(scene.subject);
  const items = Array.from({ length: count }, () => source.fresh(scene.item));
  const told = items.map((item) => tell(key, item));
  const others: Fact[] = [];
  for (let i = random.int(1, 3); i > 0; i--) {
    const other = source.near(scene.subject, key);
    for (let j = random.int(1, 4); j > 0; j--) others.push({ text: tell(other, source.fresh(scene.item)) });
  }
  return { source, scene, key, items, told, others };
}

/** The first, the last, the k-th, or the one right after another. */
export const orderTask: Task = {
  name: 'order',
  description: 'Which came first, last, k-th, or right after another, among things told in order.',
  form: 'select',
  canBeUnanswerable: false,
  generate(options) {
    const count = sampleRandom('order', options).fork('count').int(3, 7);
    const { source, scene, key, items, told, others } = story('order', options, count);
    const { random } = source;
    const kind = random.pick(['first', 'last', 'nth', 'after'] as const);
    const at = kind === 'first' ? 0 : kind === 'last' ? count - 1 : random.int(1, Math.min(count - 1, 4));
    // What an ideal reader keeps: the first alone; each for the next to replace; all up to the k-th; the pair.
    const keeps = (index: number) =>
      kind === 'last' || (kind === 'after' ? index === at || index === at - 1 : index <= at);
    const depthRandom = random.fork('depths');
    const depths = Array.from(
      { length: count },
      (_, index) => options.depths?.[index] ?? depthRandom.float(),
    ).sort((a, b) => a - b);
    const facts: Fact[] = told.map((text, index) => ({
      text,
      at: depths[index]!,
      ...(keeps(index) && {
        evidence: items[index]!,
        ...(kind === 'last' && index > 0 && { supersedes: index - 1 }),
        ...(kind === 'after' && index === at && { needs: at - 1 }),
      }),
    }));
    const haystack = chooseHaystack(options, random, new Set([key]));
    const { composition, evidence } = layFacts(
      [...facts, ...others],
      haystack,
      options,
      sampleRandom('order', options),
    );
    const ask = random.pick(wordings(scene[kind], source.split)).replace('{n}', ordinals[at]!);
    return makeSample({
      task: 'order',
      options,
      question: fillIn(ask, key, kind === 'after' ? items[at - 1]! : ''),
      answers: [items[at]!],
      exhaustive: kind === 'last',
      composition,
      evidence,
      meta: { kind, position: at + 1, of: count, haystack: haystack.name },
    });
  },
};

/** Everything of a kind, scattered over the whole text. */
export const allItemsTask: Task = {
  name: 'all_items',
  description: 'All items of one subject, scattered over the whole text, among those of others.',
  form: 'select',
  canBeUnanswerable: true,
  generate(options) {
    const count = sampleRandom('all_items', options).fork('count').int(2, 8);
    const { source, scene, key, items, told, others } = story('all_items', options, count);
    const answerable = options.answerable ?? true;
    const facts: Fact[] = answerable ? told.map((text, index) => ({ text, evidence: items[index]! })) : [];
    const haystack = chooseHaystack(options, source.random, new Set([key]));
    const { composition, evidence } = layFacts(
      [...facts, ...others],
      haystack,
      options,
      sampleRandom('all_items', options),
    );
    return makeSample({
      task: 'all_items',
      options,
      question: fillIn(source.random.pick(wordings(scene.all, source.split)), key),
      answers: items,
      match: 'all',
      answerable,
      exhaustive: true,
      composition,
      evidence,
      meta: { items: count, haystack: haystack.name },
    });
  },
};
