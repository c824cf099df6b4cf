import { emptyMemory, type Memory, memoryOf, rareStems, type Tokenizer } from '@memagent/core';
import { rememberedLines } from '../data/remembered.ts';
import type { Random } from '../random.ts';
import type { Lesson } from '../task/lesson.ts';
import type { Sample } from '../task/task.ts';
import { type HintsShown, OracleReader, openSections } from './oracle-reading.ts';
import { within } from './stray-memory.ts';
import type { Trace } from './trace.ts';

export interface LessonReadingOptions {
  readonly tokenizer: Tokenizer;
  readonly random: Random;
  readonly chunkTokens: number;
  readonly memoryTokens: number;
}

const shown: readonly HintsShown[] = ['all', 'some', 'none'];
const shares = [0.45, 0.2, 0.35];
const begunPart = 0.5; // readers of two facts that have the first already
const strayPart = 0.65; // readers that begin with what does not answer their question
const likePart = 0.75; // of those, the ones whose sentences look like evidence
const matchingPart = 0.5; // of those, the ones whose sentences are the best of all paragraphs where there are such
const singles = 3; // readers that have their section to themselves: 500 tokens each for what costs the others 100
const together = 6; // readers that share it; of all further ones only the answers are taken
const longPart = 0.6; // of these, the ones with up to twelve of them, as a long text leaves them

/**
 * Ideal readings of one text for several questions at once, each with its own memory. Every section gives a list of
 * traces whose prompts begin alike, and of one for each reader that has it to itself; every review and every answer a list of one.
 */
export async function* lessonReading(
  { samples, near, matching }: Lesson,
  options: LessonReadingOptions,
): AsyncGenerator<Trace[]> {
  if (samples.length === 0) return;
  const { random } = options;
  const likely = likeness(near);
  const alike = (question: string) =>
    matching !== undefined && random.chance(matchingPart) ? matching(question) : likely(question);
  const order = random.shuffle([...samples]);
  const alone = new Set(order.slice(0, singles));
  const sharing = new Set(order.slice(singles, singles + together));
  const readers = samples.map((sample) => ({
    sample,
    reader: new OracleReader(sample, {
      ...options,
      single: alone.has(sample),
      slips: 0.12,
      memory: random.chance(strayPart) ? strayLines(sample, samples, alike, random) : emptyMemory,
      begun: sample.evidence.length > 1 && random.chance(begunPart),
      hints: random.weighted(shown, shares),
      exit: random.chance(0.1),
    }),
  }));
  for await (const section of openSections(samples[0]!, options)) {
    const traces: Trace[] = [];
    for (const { sample, reader } of readers) {
      if (reader.done) continue;
      const trace = await reader.step(section);
      if (alone.has(sample)) yield [trace];
      else if (sharing.has(sample)) traces.push(trace);
    }
    if (traces.length > 0) yield traces;
  }
  for (const { reader } of readers) for (const trace of reader.end()) yield [trace];
}

/**
 * Sentences in the memory that do not answer the question: what answers other questions about the same text, or, more
 * often, what of its kind looks most like evidence: one or two, or many. A reader that has kept such things must read on
 * as before, and find the answer among them.
 */
function strayLines(
  sample: Sample,
  samples: readonly Sample[],
  alike: (question: string) => string[],
  random: Random,
): Memory {
  const fits = (line: string) =>
    line.length < 400 && !sample.answers.some((answer) => line.toLowerCase().includes(answer.toLowerCase()));
  const like = random.chance(likePart) ? alike(sample.question).filter(fits) : [];
  const lines =
    like.length > 0
      ? someOf(like, random)
      : random
          .sample(samples, 2)
          .flatMap(({ text, evidence }) =>
            evidence.slice(0, 1).flatMap((item) => rememberedLines(text, item)),
          )
          .filter(fits);
  const own = new Set(sample.evidence.flatMap((item) => rememberedLines(sample.text, item)));
  return memoryOf(within([...new Set(lines)].filter((line) => !own.has(line))));
}

/** The best one or two, or up to twelve of the better ones. */
function someOf(best: readonly string[], random: Random): string[] {
  if (!random.chance(longPart)) return best.slice(0, random.int(1, 2));
  const count = Math.min(random.int(3, 12), best.length);
  return random.sample(best.slice(0, 2 * count), count);
}

/** Of some lines, those that share rare words with a question, the most first. */
function likeness(lines: readonly string[]): (question: string) => string[] {
  let known: { line: string; stems: ReadonlySet<number> }[] | undefined;
  return (question) => {
    known ??= lines.map((line) => ({ line, stems: rareStems(line) }));
    const wanted = [...rareStems(question)];
    return known
      .map(({ line, stems }) => ({ line, shared: wanted.filter((stem) => stems.has(stem)).length }))
      .filter(({ shared }) => shared > 0)
      .sort((a, b) => b.shared - a.shared)
      .map(({ line }) => line);
  };
}
