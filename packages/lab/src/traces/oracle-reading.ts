import {
  emptyMemory,
  findHints,
  type Memory,
  pocket,
  readSections,
  type Section,
  select,
  sentenceInContext,
  type Tokenizer,
} from '@memagent/core';
import { type OracleStep, oracleStep } from '../oracle.ts';
import type { Random } from '../random.ts';
import { type Sample, sampleDocument } from '../task/task.ts';
import type { Trace } from './trace.ts';

export interface OracleReadingOptions {
  readonly tokenizer: Tokenizer;
  readonly random: Random;
  readonly chunkTokens: number;
  readonly memoryTokens: number;
  /** The chance that a sentence which is no evidence slips into the memory at a step, as it does with a real reader. */
  readonly slips: number;
  /** What is in the memory at the beginning, by mistake; nothing unless told. */
  readonly memory?: Memory;
  /** List hints in the prompts. */
  readonly hints: boolean;
  /** Let the reader stop when it has the answer. */
  readonly exit: boolean;
}

/** An ideal reading under `select`: every step's prompt with the oracle's reply, and the answer in the end. */
export async function* oracleReading(sample: Sample, options: OracleReadingOptions): AsyncGenerator<Trace> {
  const { tokenizer, random } = options;
  const sections = readSections(sampleDocument(sample), tokenizer, {
    tokens: options.chunkTokens,
    mode: 'natural',
    maxSentences: pocket.maxSentences,
    hints: true,
    headings: true,
  });
  const known = new Set<number>();
  const lineOf = new Map<number, string[]>();
  let memory = options.memory ?? emptyMemory;
  let offset = 0;
  for await (const section of sections) {
    const end = offset + section.chunk.text.length;
    const step = oracleStep(sample, known, offset, end);
    const hints = findHints(section.frequencies, section.sentences(), sample.question, memory.text);
    const add = sentencesOf(sample, step.add, section, offset);
    const drop = linesOf(step, lineOf, memory);
    const done = options.exit && step.done;
    yield {
      kind: `${sample.task}/${add.length > 0 ? 'add' : drop.length > 0 ? 'drop' : 'keep'}`,
      prompt: pocket.step({
        question: sample.question,
        memory,
        chunk: section.chunk,
        sentences: section.sentences(),
        hints: options.hints ? hints : [],
        policy: 'select',
        exit: options.exit,
      }),
      reply: reply(add, drop, done),
    };
    const slipped = random.chance(options.slips)
      ? hints
          .map(({ index }) => index + 1)
          .filter((n) => !add.includes(n))
          .slice(0, 1)
      : [];
    for (const index of step.drop) known.delete(index);
    for (const index of step.add) {
      known.add(index);
      lineOf.set(
        index,
        sentencesOf(sample, [index], section, offset).map((n) =>
          sentenceInContext(section.sentences()[n - 1]!),
        ),
      );
    }
    const needed = new Set([...known].flatMap((index) => lineOf.get(index) ?? []));
    memory = await applied(memory, section, [...add, ...slipped], drop, needed, options);
    offset = end;
    if (done) break;
  }
  if (isSettled(sample, known) && memory.text !== '') yield answerTrace(sample, memory);
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
    const start = sample.evidence[index]!.start - offset;
    const end = sample.evidence[index]!.end - offset;
    section.sentences().forEach((sentence, i) => {
      const shared = Math.min(end, sentence.end) - Math.max(start, sentence.start);
      // A sentence that only touches the evidence (a closing quotation mark, a space) says nothing of it.
      if (shared > 0 && shared >= 0.2 * Math.min(end - start, sentence.end - sentence.start))
        numbers.add(i + 1);
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
  add: readonly number[],
  drop: readonly number[],
  needed: ReadonlySet<string>,
  options: OracleReadingOptions,
): Promise<Memory> {
  if (add.length + drop.length === 0) return memory;
  const change = await select.apply(
    { kind: 'select', add, drop },
    {
      memory,
      chunk: section.chunk,
      sentences: section.sentences(),
      memoryTokens: options.memoryTokens,
      count: async (text) => (await options.tokenizer.encode(text)).length,
      relevance: (text) => (needed.has(text) ? 1 : 0),
    },
  );
  return change.memory;
}
