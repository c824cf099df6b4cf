import { emptyMemory, linesMemory, type Memory, oneLine, type Tokenizer } from '@memagent/core';
import type { Random } from '../random.ts';
import type { Sample } from '../task/task.ts';
import { type HintsShown, OracleReader, openSections } from './oracle-reading.ts';
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
const strayPart = 0.3; // readers that begin with what answers another question

/**
 * Ideal readings of one text for several questions at once, each with its own memory. Every section gives a list of
 * traces whose prompts begin alike, every answer a list of one.
 */
export async function* lessonReading(
  samples: readonly Sample[],
  options: LessonReadingOptions,
): AsyncGenerator<Trace[]> {
  if (samples.length === 0) return;
  const readers = samples.map(
    (sample) =>
      new OracleReader(sample, {
        ...options,
        slips: 0.12,
        memory: options.random.chance(strayPart) ? strayLines(sample, samples, options.random) : emptyMemory,
        begun: sample.evidence.length > 1 && options.random.chance(begunPart),
        hints: options.random.weighted(shown, shares),
        exit: options.random.chance(0.1),
      }),
  );
  for await (const section of openSections(samples[0]!, options)) {
    const reading = readers.filter(({ done }) => !done);
    const traces: Trace[] = [];
    for (const reader of reading) traces.push(await reader.step(section));
    if (traces.length > 0) yield traces;
  }
  for (const reader of readers) {
    const answer = reader.answer();
    if (answer !== undefined) yield [answer];
  }
}

/** One or two sentences in the memory that answer other questions about the same text, not this one. */
function strayLines(sample: Sample, samples: readonly Sample[], random: Random): Memory {
  const facts = random
    .sample(samples, 2)
    .flatMap(({ evidence }) => evidence.slice(0, 1).map(({ fact }) => oneLine(fact)))
    .filter((fact) => fact.length < 400 && !sample.answers.some((answer) => fact.includes(answer)));
  const own = new Set(sample.evidence.map(({ fact }) => oneLine(fact)));
  const lines = [...new Set(facts)].filter((fact) => !own.has(fact));
  return lines.length === 0 ? emptyMemory : linesMemory(lines.map((text) => ({ text, entered: 0 })));
}
