import { drawUntil, type Random } from '../random.ts';
import { type Vocabulary, vocabulary } from '../words/vocabulary.ts';
import { attributes } from './attributes.ts';
import { forTraining } from './for-training.ts';
import { type Haystack, makeHaystack, noiseHaystack, proseHaystack } from './haystack.ts';
import { type Kind, makeOf } from './kinds.ts';
import { type Relation, relations } from './relations.ts';
import type { GenerateOptions, Split } from './task.ts';

/**
 * The wordings of a split: every fifth is kept for test, so that a test sentence was never seen with other values.
 * A list too short to be divided is shared. Those after the mark `forTraining` are for training alone.
 */
export function wordings(list: readonly string[], split: Split): readonly string[] {
  let parts = divided.get(list);
  if (parts === undefined) {
    const mark = list.indexOf(forTraining);
    const shared = mark < 0 ? list : list.slice(0, mark);
    const further = mark < 0 ? [] : list.slice(mark + 1);
    const whole = shared.length < 3;
    parts = {
      test: shared.filter((_, i) => whole || i % 5 === 2),
      train: [...shared.filter((_, i) => whole || i % 5 !== 2), ...further],
    };
    divided.set(list, parts);
  }
  return split === 'test' ? parts.test : parts.train;
}

const divided = new WeakMap<readonly string[], { test: readonly string[]; train: readonly string[] }>();

/**
 * Fills {k} and {v}. The sentence begins with a capital, unless a key or value stands there that has none: those are
 * to be found as they are asked for.
 */
export function fillIn(template: string, key: string, value = ''): string {
  // Functions, because a `$` in a value means something in a replacement string.
  const text = template.replaceAll('{k}', () => key).replaceAll('{v}', () => value);
  if (template.startsWith('{') && !text.startsWith('the ')) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Draws values, keys and wordings for one sample; nothing it gives out is given twice. */
export class FactSource {
  readonly random: Random;
  readonly split: Split;
  readonly words: Vocabulary;
  readonly #used = new Set<string>();

  constructor(random: Random, split: Split = 'train', words: Vocabulary = vocabulary) {
    this.random = random;
    this.split = split;
    this.words = words;
  }

  /** A relation with a meaning of its own, or an attribute of anything. */
  relation(accept: (relation: Relation) => boolean = () => true): Relation {
    const list = this.random.chance(0.5) ? relations : attributes;
    const fitting = list.filter(accept);
    return this.random.pick(fitting.length > 0 ? fitting : [...relations, ...attributes].filter(accept));
  }

  /** A value of this kind that this sample has not had. Kinds with few values (colours, weekdays) may repeat. */
  fresh(kind: Kind): string {
    if (kind === 'weekday' || kind === 'colour') return makeOf[kind](this.random, this.words);
    const value = drawUntil(
      () => makeOf[kind](this.random, this.words),
      (candidate) => !this.#used.has(candidate.toLowerCase()),
    );
    this.#used.add(value.toLowerCase());
    return value;
  }

  /** A key that resembles another one: it shares its first or last word. */
  near(kind: Kind, key: string): string {
    const separator = kind === 'key' ? '-' : ' ';
    const parts = key.split(separator);
    return drawUntil(
      () => {
        const other = makeOf[kind](this.random, this.words).split(separator);
        if (parts.length < 2 || other.length !== parts.length) return other.join(separator);
        const keepFirst = this.random.chance(0.5);
        const last = parts.length - 1;
        // "the amber lantern": the article is no resemblance, so the word after it is taken as the first.
        const first = parts[0] === 'the' && last > 1 ? 1 : 0;
        other[keepFirst ? first : last] = parts[keepFirst ? first : last]!;
        return other.join(separator);
      },
      (candidate) => {
        const folded = candidate.toLowerCase();
        if (this.#used.has(folded)) return false;
        this.#used.add(folded);
        return true;
      },
    );
  }

  state(relation: Relation, key: string, value: string): string {
    return fillIn(this.random.pick(wordings(relation.states, this.split)), key, value);
  }

  ask(relation: Relation, key: string): string {
    return fillIn(this.random.pick(wordings(relation.asks, this.split)), key);
  }
}

/** A haystack of facts about other keys than those given: every sentence looks relevant and none is. */
export function factHaystack(
  avoid: ReadonlySet<string>,
  split: Split,
  words: Vocabulary = vocabulary,
): Haystack {
  return makeHaystack('facts', ' ', (random) => {
    const relation = random.pick(random.chance(0.6) ? relations : attributes);
    const key = drawUntil(
      () => makeOf[relation.about](random, words),
      (candidate) => !avoid.has(candidate),
    );
    const template = random.pick(wordings(relation.states, split));
    return fillIn(template, key, makeOf[relation.value](random, words));
  });
}

/** The haystack asked for, or prose, noise or facts by lot. */
export function chooseHaystack(
  options: GenerateOptions,
  random: Random,
  avoid: ReadonlySet<string>,
): Haystack {
  if (options.haystack !== undefined) return options.haystack;
  const facts = () => factHaystack(avoid, options.split ?? 'train', options.words);
  return random
    .fork('haystack kind')
    .weighted([() => proseHaystack, () => noiseHaystack, facts], [5, 1, 2])();
}
