import type { Tokenizer } from '@memagent/core';
import type { EntityPool } from '../data/exchange.ts';
import type { NaturalQuestion } from '../data/question.ts';
import { Random } from '../random.ts';
import type { Haystack } from '../task/haystack.ts';
import type { LessonSource } from '../task/lesson.ts';
import type { NaturalOptions } from '../task/natural.ts';
import type { Split, Task } from '../task/task.ts';
import { askingTrace } from './asking-traces.ts';
import { type EncodedGroup, type EncodedTrace, encodeGroup, encodeTrace } from './encode.ts';
import { lessonReading } from './lesson-reading.ts';
import { type HintsShown, oracleReading } from './oracle-reading.ts';
import { strayMemory } from './stray-memory.ts';
import { tallyReading } from './tally-reading.ts';

/** A task and its share among the samples. */
export interface WeightedTask {
  readonly task: Task;
  readonly weight: number;
}

/** A source of lessons and its share among the samples. */
export interface WeightedLessons {
  readonly source: LessonSource;
  readonly weight: number;
}

/** Questions of people, to learn from how they ask, and their share among the samples. */
export interface WeightedAsking {
  readonly questions: readonly NaturalQuestion[];
  readonly entities: EntityPool;
  readonly weight: number;
}

export interface MixtureOptions {
  readonly tasks: readonly WeightedTask[];
  readonly lessons?: readonly WeightedLessons[];
  /** Questions to make for marked answers, and their share among the samples. */
  readonly asking?: WeightedAsking;
  readonly tokenizer: Tokenizer;
  readonly split: Split;
  /** Two mixtures with different seeds share no sample. */
  readonly seed: number;
  /** Further haystacks, used for half of the tasks that take one. */
  readonly haystacks?: readonly Haystack[];
  /** The most tokens of prompt and reply. */
  readonly window?: number;
}

// How long the texts are, in tokens, and their shares: short ones make many answers, long ones many steps.
const lengths = [
  { from: 80, to: 250, weight: 0.4 },
  { from: 250, to: 700, weight: 0.28 },
  { from: 700, to: 1400, weight: 0.2 },
  { from: 1400, to: 2800, weight: 0.12 },
];
const unanswerablePart = 0.18; // of the samples whose task can be
const hintsShown: readonly HintsShown[] = ['all', 'some', 'none'];
const hintShares = [0.65, 0.1, 0.25];
const singlePart = 0.75; // readings in the order of prompts that one question has to itself
const exitPart = 0.2; // readings that may stop early
const slipsPart = 0.3; // steps at which a sentence that is no evidence gets into the memory
const strayPart = 0.6; // readings that begin with something in the memory that does not belong there
const answersPart = 0.5; // samples of which only the answer is taken: short, and the hardest to learn
const emptySlips = 0.4; // the same where there is no answer: else nothing would be there to answer "none" from

/** Traces without end, by weight; never the same twice. */
export async function* mixTraces(options: MixtureOptions): AsyncGenerator<EncodedTrace | EncodedGroup> {
  const sources = [
    ...options.tasks.map(({ task, weight }) => ({
      weight,
      open: (random: Random) => taskTraces(task, random, options),
    })),
    ...(options.lessons ?? []).map(({ source, weight }) => ({
      weight,
      open: (random: Random) => lessonTraces(source, random, options),
    })),
    ...[options.asking ?? []].flat().map(({ questions, entities, weight }) => ({
      weight,
      open: async function* (random: Random) {
        const trace = askingTrace(questions, entities, random);
        if (trace) yield await encodeTrace(trace, options.tokenizer);
      },
    })),
  ];
  const weights = sources.map(({ weight }) => weight);
  for (let n = 0; ; n++) {
    const random = new Random(`traces/${options.split}/${options.seed}/${n}`);
    yield* random.weighted(sources, weights).open(random);
  }
}

async function* taskTraces(
  task: Task,
  random: Random,
  options: MixtureOptions,
): AsyncGenerator<EncodedTrace> {
  const answersOnly = random.chance(answersPart);
  const span = answersOnly
    ? lengths[0]!
    : random.weighted(
        lengths,
        lengths.map(({ weight }) => weight),
      );
  const wanted: NaturalOptions = {
    seed: random.next(),
    length: random.int(span.from, span.to),
    split: options.split,
    ...(task.canBeUnanswerable && random.chance(unanswerablePart) ? { answerable: false } : {}),
    ...(options.haystacks?.length && random.chance(0.5) ? { haystack: random.pick(options.haystacks) } : {}),
    // Only tasks over paragraphs look at these.
    near: random.int(0, 8),
    documentLine: random.chance(0.5),
  };
  const sample = task.generate(wanted);
  const reading = sample.form === 'tally' ? tallyReading : oracleReading;
  const traces = reading(sample, {
    tokenizer: options.tokenizer,
    random,
    chunkTokens: random.chance(0.7) ? 700 : random.int(250, 1400),
    memoryTokens: 512,
    slips: sample.answerable ? (random.chance(0.6) ? slipsPart : 0) : emptySlips,
    ...(random.chance(strayPart) ? { memory: strayMemory(task, sample, random) } : {}),
    hints: random.weighted(hintsShown, hintShares),
    exit: random.chance(exitPart),
    single: random.chance(singlePart),
  });
  for await (const trace of traces) {
    if (answersOnly && !/\/(?:answer|none|review)/.test(trace.kind)) continue;
    const encoded = await encodeTrace(trace, options.tokenizer);
    if (encoded.prompt.length + encoded.response.length <= (options.window ?? 4096)) yield encoded;
  }
}

// Lessons are mostly one section, so that most questions find their evidence in it.
const lessonChars = [
  { from: 500, to: 1400, weight: 0.3 },
  { from: 1400, to: 2800, weight: 0.4 },
  { from: 2800, to: 8000, weight: 0.3 },
];

async function* lessonTraces(
  source: LessonSource,
  random: Random,
  options: MixtureOptions,
): AsyncGenerator<EncodedTrace | EncodedGroup> {
  const size = random.weighted(
    lessonChars,
    lessonChars.map(({ weight }) => weight),
  );
  const lesson = source.lesson({
    chars: random.int(size.from, size.to),
    questions: random.int(6, 24),
    random,
  });
  const chunkTokens = random.chance(0.7) ? 700 : random.int(250, 1400);
  const lists = lessonReading(lesson, {
    tokenizer: options.tokenizer,
    random,
    chunkTokens,
    memoryTokens: 512,
  });
  for await (const traces of lists) {
    if (traces.length === 1) yield await encodeTrace(traces[0]!, options.tokenizer);
    else yield* fitting(await encodeGroup(traces, options.tokenizer), options.window ?? 4096);
  }
}

/** A group cut where it would not fit the window. */
function* fitting(group: EncodedGroup, window: number): Generator<EncodedGroup> {
  let branches: EncodedTrace[] = [];
  let room = window - group.shared.length;
  for (const branch of group.branches) {
    const size = branch.prompt.length + branch.response.length;
    if (size > window - group.shared.length) continue;
    if (size > room) {
      yield { shared: group.shared, branches };
      branches = [];
      room = window - group.shared.length;
    }
    branches.push(branch);
    room -= size;
  }
  if (branches.length > 0) yield { shared: group.shared, branches };
}
