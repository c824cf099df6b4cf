import { drawUntil, type Random } from '../../random.ts';
import { digits, uuid } from '../../words/values.ts';
import { hyphenKey, type Vocabulary, vocabulary } from '../../words/vocabulary.ts';
import { makeHaystack, noiseHaystack, proseHaystack } from '../haystack.ts';
import { type Fact, layFacts, makeSample, sampleRandom } from '../sample.ts';
import type { Task } from '../task.ts';

// RULER, needle in a haystack: Hsieh et al. 2024 (arXiv 2404.06654), table of task configurations.

type ValueKind = 'numbers' | 'words' | 'uuids';

interface NiahConfig {
  readonly haystack: 'noise' | 'essay' | 'needle';
  readonly keyKind: 'words' | 'uuids';
  readonly valueKind: ValueKind;
  readonly keys: number;
  readonly values: number;
  readonly queries: number;
}

const configs: Record<string, NiahConfig> = {
  niah_single_1: {
    haystack: 'noise',
    keyKind: 'words',
    valueKind: 'numbers',
    keys: 1,
    values: 1,
    queries: 1,
  },
  niah_single_2: {
    haystack: 'essay',
    keyKind: 'words',
    valueKind: 'numbers',
    keys: 1,
    values: 1,
    queries: 1,
  },
  niah_single_3: { haystack: 'essay', keyKind: 'words', valueKind: 'uuids', keys: 1, values: 1, queries: 1 },
  niah_multikey_1: {
    haystack: 'essay',
    keyKind: 'words',
    valueKind: 'numbers',
    keys: 4,
    values: 1,
    queries: 1,
  },
  niah_multikey_2: {
    haystack: 'needle',
    keyKind: 'words',
    valueKind: 'numbers',
    keys: 1,
    values: 1,
    queries: 1,
  },
  niah_multikey_3: {
    haystack: 'needle',
    keyKind: 'uuids',
    valueKind: 'uuids',
    keys: 1,
    values: 1,
    queries: 1,
  },
  niah_multivalue: {
    haystack: 'essay',
    keyKind: 'words',
    valueKind: 'numbers',
    keys: 1,
    values: 4,
    queries: 1,
  },
  niah_multiquery: {
    haystack: 'essay',
    keyKind: 'words',
    valueKind: 'numbers',
    keys: 4,
    values: 1,
    queries: 4,
  },
};

const makeValue: Record<ValueKind, (random: Random, words: Vocabulary) => string> = {
  numbers: (random) => digits(random, 7),
  words: hyphenKey,
  uuids: (random) => uuid(random),
};

const needle = (kind: ValueKind, key: string, value: string) =>
  `One of the special magic ${kind} for ${key} is: ${value}.`;

function niahTask(name: string, config: NiahConfig): Task {
  const { keyKind, valueKind } = config;
  const description =
    `RULER ${name}: ${config.keys * config.values} needle(s), ${keyKind} to ${valueKind}, ` +
    `haystack of ${config.haystack === 'essay' ? 'essays or prose' : config.haystack}.`;
  return {
    name,
    description,
    form: 'select',
    canBeUnanswerable: true,
    generate(options) {
      const random = sampleRandom(name, options);
      const words = options.words ?? vocabulary;
      const draw = random.fork('needles');
      const used = new Set<string>();
      const fresh = (kind: ValueKind) => {
        const value = drawUntil(
          () => makeValue[kind](draw, words),
          (candidate) => !used.has(candidate),
        );
        used.add(value);
        return value;
      };
      const keys = Array.from({ length: config.keys }, () => fresh(keyKind));
      const answerable = options.answerable ?? true;
      const asked = keys.slice(0, config.queries);
      const askedSet = new Set(asked);

      const facts: Fact[] = [];
      const percents = draw.sample(evenPercents, config.keys * config.values);
      for (const key of keys) {
        for (let i = 0; i < config.values; i++) {
          const value = fresh(valueKind);
          const at = config.haystack === 'essay' ? percents.pop()! / 100 : draw.float();
          if (askedSet.has(key)) facts.push({ text: needle(valueKind, key, value), evidence: value });
          else facts.push({ text: needle(valueKind, key, value), at });
        }
      }
      // The question of an unanswerable sample asks for the keys; the needles in the text carry others.
      const laid = answerable
        ? facts
        : facts.map((fact) => ({ text: needle(valueKind, fresh(keyKind), fresh(valueKind)), at: fact.at }));
      const distractors = makeHaystack('needle', '\n', (source) =>
        needle(
          valueKind,
          drawUntil(
            () => makeValue[keyKind](source, words),
            (key) => !askedSet.has(key),
          ),
          makeValue[valueKind](source, words),
        ),
      );
      const haystack =
        options.haystack ??
        (config.haystack === 'needle'
          ? distractors
          : config.haystack === 'noise'
            ? noiseHaystack
            : proseHaystack);
      const depths =
        options.depths ??
        (config.haystack === 'essay'
          ? draw.sample(evenPercents, laid.length).map((percent) => percent / 100)
          : undefined);
      const { composition, evidence } = layFacts(laid, haystack, { ...options, depths }, random);
      const answers = evidence.map(({ fact }) => fact);
      return makeSample({
        task: name,
        options,
        question: question(valueKind, asked, config.values * config.queries === 1),
        answers,
        match: answers.length > 1 ? 'all' : 'any',
        answerable,
        exhaustive: !answerable || config.values > 1,
        composition,
        evidence,
        meta: { keys: asked, haystack: haystack.name },
      });
    },
  };
}

/** RULER's depths: 40 evenly spaced percentages. */
const evenPercents = Array.from({ length: 40 }, (_, index) => Math.round((index * 100) / 39));

function question(kind: ValueKind, keys: readonly string[], single: boolean): string {
  const query = keys.length === 1 ? keys[0] : `${keys.slice(0, -1).join(', ')}, and ${keys.at(-1)}`;
  return single
    ? `What is the special magic ${kind.slice(0, -1)} for ${query} mentioned in the provided text?`
    : `What are all the special magic ${kind} for ${query} mentioned in the provided text?`;
}

/** RULER's eight needle tasks. */
export const niahTasks: readonly Task[] = Object.entries(configs).map(([name, config]) =>
  niahTask(name, config),
);
