import {
  emptyMemory,
  findHints,
  type Hint,
  linesMemory,
  type Memory,
  type PolicyName,
  type Profile,
  pocket,
  readSections,
  reviewedMemory,
  reviewPrompt,
  type Section,
  type Sentence,
  select,
  sentenceInContext,
  splitSentences,
  type Tokenizer,
} from '@memagent/core';
import { holds, rememberedLines } from '../data/remembered.ts';
import { type OracleStep, oracleStep } from '../oracle.ts';
import type { Random } from '../random.ts';
import { type Sample, sampleDocument } from '../task/task.ts';
import type { Trace } from './trace.ts';

/** Which of the hints a prompt lists: `some` loses four in ten of them, the right one or another. */
export type HintsShown = 'all' | 'some' | 'none';

/** What a reader of one sample is told. */
export interface OracleReaderOptions {
  readonly tokenizer: Tokenizer;
  readonly random: Random;
  readonly memoryTokens: number;
  /** The chance that a sentence which is no evidence slips into the memory at a step, as it does with a real reader. */
  readonly slips: number;
  /** What is in the memory at the beginning, by mistake; nothing unless told. */
  readonly memory?: Memory;
  /** Begin with the first evidence in the memory, as if it had stood in an earlier section. */
  readonly begun?: boolean;
  readonly hints: HintsShown;
  /** Let the reader stop when it has the answer. */
  readonly exit: boolean;
  /** Read in the order of prompts that one question has to itself; else in the one that shares sections. */
  readonly single?: boolean;
  /** Drawn unless told: mostly `select`. */
  readonly policy?: PolicyName;
}

const policies: readonly PolicyName[] = ['select', 'gated', 'overwrite'];
// Writing costs ten times the labels of choosing: a few readings teach to copy and to go on from what was copied.
const policyShares = [0.92, 0.04, 0.04];
const reviewedPart = 0.5; // answers from a memory that was reviewed, what is evidence last; the others have it anywhere

export interface OracleReadingOptions extends OracleReaderOptions {
  readonly chunkTokens: number;
}

/** An ideal reading under a policy: every step's prompt with the oracle's reply, the review and the answer. */
export async function* oracleReading(sample: Sample, options: OracleReadingOptions): AsyncGenerator<Trace> {
  const reader = new OracleReader(sample, options);
  for await (const section of openSections(sample, options)) {
    yield await reader.step(section);
    if (reader.done) break;
  }
  yield* reader.end();
}

/** The sections of a sample's text as the oracle reads them. */
export const openSections = (
  sample: Sample,
  options: Pick<OracleReadingOptions, 'tokenizer' | 'chunkTokens'>,
) =>
  readSections(sampleDocument(sample), options.tokenizer, {
    tokens: options.chunkTokens,
    mode: 'natural',
    maxSentences: pocket.maxSentences,
    hints: true,
    headings: true,
  });

/** An ideal reader of one sample: what it has kept so far, section by section. */
export class OracleReader {
  readonly #sample: Sample;
  readonly #options: OracleReaderOptions;
  readonly #policy: PolicyName;
  readonly #known = new Set<number>();
  readonly #lineOf = new Map<number, string[]>();
  /** Whole sentences, as `select` has them; what a writing reader is shown is made from their text. */
  #memory: Memory;
  #offset = 0;
  #done = false;

  constructor(sample: Sample, options: OracleReaderOptions) {
    this.#sample = sample;
    this.#options = options;
    this.#policy = options.policy ?? options.random.weighted(policies, policyShares);
    this.#memory = options.memory ?? emptyMemory;
    const first = sample.evidence[0];
    if (options.begun && first !== undefined) {
      const texts = rememberedLines(sample.text, first);
      this.#known.add(0);
      this.#lineOf.set(0, texts);
      this.#memory = linesMemory([...this.#memory.lines, ...texts.map((text) => ({ text, entered: 0 }))]);
      this.#mix(new Set(texts));
    }
  }

  /** What is no evidence may have been kept before it or after: it goes anywhere among what is. */
  #mix(needed: ReadonlySet<string>): void {
    if (this.#policy !== 'select') return; // one that writes has the order it wrote
    const { lines } = this.#memory;
    const evidence = lines.filter(({ text }) => needed.has(text));
    if (evidence.length === 0 || evidence.length === lines.length) return;
    const others = lines.filter(({ text }) => !needed.has(text));
    this.#memory = linesMemory(this.#options.random.merge(evidence, others));
  }

  /** Whether it has stopped early. */
  get done(): boolean {
    return this.#done;
  }

  /** Reads the next section: its prompt and the reply. */
  async step(section: Section): Promise<Trace> {
    const sample = this.#sample;
    const { random, exit } = this.#options;
    const policy = this.#policy;
    const offset = this.#offset;
    const end = offset + section.chunk.text.length;
    const memory = this.#memory;
    const shown = shownMemory(memory, policy);
    const sentences = copiedSentences(section, policy);
    const step = oracleStep(sample, this.#known, offset, end);
    const hints = findHints(section.frequencies, sentences, sample.question, shown.text);
    const add = sentencesOf(sample, step.add, section, offset);
    const drop = linesOf(step, this.#lineOf, memory);
    this.#done = exit && step.done;
    const what = add.length > 0 ? 'add' : drop.length > 0 ? 'drop' : 'keep';
    const prompt = profileOf(this.#options).step({
      question: sample.question,
      memory: shown,
      chunk: section.chunk,
      sentences,
      hints: shownHints(hints, this.#options.hints, random),
      policy,
      exit,
    });
    const slipped = random.chance(this.#options.slips)
      ? hints
          .map(({ index }) => index + 1)
          .filter((n) => !add.includes(n))
          .slice(0, 1)
      : [];
    for (const index of step.drop) this.#known.delete(index);
    for (const index of step.add) {
      this.#known.add(index);
      const numbers = sentencesOf(sample, [index], section, offset);
      this.#lineOf.set(
        index,
        numbers.map((n) => sentenceInContext(sentences[n - 1]!)),
      );
    }
    const needed = new Set([...this.#known].flatMap((index) => this.#lineOf.get(index) ?? []));
    const apply = (numbers: readonly number[]) =>
      applied(memory, section, sentences, numbers, drop, needed, this.#options);
    const ideal = await apply(add);
    this.#memory = slipped.length > 0 ? await apply([...add, ...slipped]) : ideal;
    if (step.add.length > 0) this.#mix(needed);
    this.#offset = end;
    const chosen = policy === 'select' || (policy === 'gated' && what === 'keep');
    return {
      kind: `${sample.task}/${what}${policy === 'select' ? '' : ` ${policy}`}${this.#options.single ? ' single' : ''}${this.#options.hints === 'none' ? ' unaided' : ''}`,
      prompt,
      reply: chosen ? reply(add, drop, this.#done) : `${ideal.text}${this.#done ? '<|exit|>' : ''}`,
    };
  }

  /**
   * The review of a memory of several lines, as `select` has it, and the answer, from the memory as it was or as the review
   * leaves it. Nothing where the memory does not settle the question.
   */
  *end(): Generator<Trace> {
    const sample = this.#sample;
    const { hints, random } = this.#options;
    const memory = this.#memory;
    if (!isSettled(sample, this.#known) || memory.text === '') return;
    if (this.#policy !== 'select' || memory.lines.length < 2) {
      yield answerTrace(sample, shownMemory(memory, this.#policy));
      return;
    }
    const needed = new Set([...this.#known].flatMap((index) => this.#lineOf.get(index) ?? []));
    const chosen = memory.lines.flatMap(({ text }, i) => (needed.has(text) ? [i + 1] : []));
    yield {
      kind: `${sample.task}/review${hints === 'none' ? ' unaided' : ''}`,
      prompt: reviewPrompt(sample.question, memory, {
        profile: pocket,
        hints: (found) => shownHints(found, hints, random),
      }),
      reply: reply(chosen, [], false),
    };
    yield answerTrace(sample, random.chance(reviewedPart) ? reviewedMemory(memory, chosen) : memory);
  }
}

/** The order of a reader's prompts. */
export const profileOf = ({ single }: Pick<OracleReaderOptions, 'single'>): Profile =>
  single ? pocket.single! : pocket;

/** A memory that was written is shown by the sentences of its text, which need not be the lines that it was made of. */
const shownMemory = (memory: Memory, policy: PolicyName): Memory =>
  policy === 'select'
    ? memory
    : { text: memory.text, lines: splitSentences(memory.text).map(({ text }) => ({ text, entered: 0 })) };

/** A section's sentences; one that writes can take a heading along only where it reads it. */
const copiedSentences = (section: Section, policy: PolicyName): readonly Sentence[] =>
  policy === 'select'
    ? section.sentences()
    : section
        .sentences()
        .map(({ heading, ...own }) =>
          heading !== undefined && section.chunk.text.includes(heading) ? { ...own, heading } : own,
        );

/** Some of the hints are lost where a reader is to learn not to lean on them. */
function shownHints(hints: readonly Hint[], show: HintsShown, random: Random): readonly Hint[] {
  if (show === 'all') return hints;
  return show === 'none' ? [] : hints.filter(() => random.chance(0.6));
}

/** Whether a reader that knows this much can answer: nothing is missing but what later evidence made obsolete. */
function isSettled(sample: Sample, known: ReadonlySet<number>): boolean {
  const obsolete = new Set(sample.evidence.map(({ supersedes }) => supersedes));
  return sample.evidence.every((_, index) => known.has(index) || obsolete.has(index));
}

/** The final prompt over a memory, and the answer that the memory supports. */
export function answerTrace(sample: Sample, memory: Memory): Trace {
  return {
    kind: `${sample.task}/${sample.answerable ? 'answer' : 'none'}`,
    prompt: pocket.final({ question: sample.question, memory }),
    reply: sample.answerable ? answerText(sample) : '<|none|>',
  };
}

/** The answer as it should be given: the first acceptable one, or all items in order. */
export const answerText = (sample: Sample) =>
  sample.match === 'all' ? sample.answers.join(', ') : sample.answers[0]!;

/** Numbers, from 1, of the sentences that hold some evidence. */
function sentencesOf(
  sample: Sample,
  evidence: readonly number[],
  section: Section,
  offset: number,
): number[] {
  const numbers = new Set<number>();
  for (const index of evidence) {
    const { start, end } = sample.evidence[index]!;
    section.sentences().forEach((sentence, i) => {
      if (holds(sentence, { start: start - offset, end: end - offset })) numbers.add(i + 1);
    });
  }
  return [...numbers].sort((a, b) => a - b);
}

/** Numbers, from 1, of the memory's lines that hold evidence which is obsolete. */
function linesOf(step: OracleStep, lineOf: ReadonlyMap<number, readonly string[]>, memory: Memory): number[] {
  const texts = new Set(step.drop.flatMap((index) => lineOf.get(index) ?? []));
  return memory.lines.flatMap((line, i) => (texts.has(line.text) ? [i + 1] : []));
}

function reply(add: readonly number[], drop: readonly number[], exit: boolean): string {
  if (add.length + drop.length === 0) return '<|keep|>';
  return `${add.map((n) => `<|s${n}|>`).join('')}${drop.map((n) => `<|m${n}|>`).join('')}${exit ? '<|exit|>' : ''}`;
}

async function applied(
  memory: Memory,
  section: Section,
  sentences: readonly Sentence[],
  add: readonly number[],
  drop: readonly number[],
  needed: ReadonlySet<string>,
  options: OracleReaderOptions,
): Promise<Memory> {
  if (add.length + drop.length === 0) return memory;
  const change = await select.apply(
    { kind: 'select', add, drop },
    {
      memory,
      chunk: section.chunk,
      sentences,
      memoryTokens: options.memoryTokens,
      count: async (text) => (await options.tokenizer.encode(text)).length,
      relevance: (text) => (needed.has(text) ? 1 : 0),
    },
  );
  return change.memory;
}
