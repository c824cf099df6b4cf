import { emptyMemory, type Memory, overwrite, pocket, readSections } from '@memagent/core';
import { oracleTally } from '../oracle.ts';
import { type Sample, sampleDocument } from '../task/task.ts';
import { answerTrace, type OracleReadingOptions, profileOf } from './oracle-reading.ts';
import type { Trace } from './trace.ts';

const writing = ['gated', 'overwrite'] as const;

/**
 * An ideal reading that counts: a running tally, rewritten at each chunk that changes it under `gated`, at every one
 * under `overwrite`. Which of the two is drawn unless told.
 */
export async function* tallyReading(sample: Sample, options: OracleReadingOptions): AsyncGenerator<Trace> {
  const sections = readSections(sampleDocument(sample), options.tokenizer, {
    tokens: options.chunkTokens,
    mode: 'natural',
    maxSentences: pocket.maxSentences,
    hints: false,
    headings: false,
  });
  const policy =
    options.policy === 'overwrite' || options.policy === 'gated'
      ? options.policy
      : options.random.pick(writing);
  let counts: ReadonlyMap<string, number> = new Map();
  let memory: Memory = emptyMemory;
  let offset = 0;
  for await (const { chunk, sentences } of sections) {
    const end = offset + chunk.text.length;
    const before = memory;
    const tally = oracleTally(sample, counts, offset, end);
    const reply = policy === 'gated' && tally.text === memory.text ? '<|keep|>' : tally.text;
    yield {
      kind: `${sample.task}/${tally.text === memory.text ? 'keep' : 'tally'}${policy === 'overwrite' ? ' overwrite' : ''}${options.single ? ' single' : ''}`,
      prompt: profileOf(options).step({
        question: sample.question,
        memory: before,
        chunk,
        sentences: sentences(),
        hints: [],
        policy,
        exit: false,
      }),
      reply,
    };
    if (tally.text !== before.text) {
      const change = await overwrite.apply(
        { kind: 'write', text: tally.text },
        {
          memory: before,
          chunk,
          sentences: sentences(),
          memoryTokens: options.memoryTokens,
          count: async (text) => (await options.tokenizer.encode(text)).length,
          relevance: () => 0,
        },
      );
      memory = change.memory;
    }
    counts = tally.counts;
    offset = end;
  }
  yield answerTrace(sample, memory);
}
