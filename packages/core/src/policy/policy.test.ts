import { describe, expect, it } from 'vitest';
import type { Chunk } from '../chunk/chunk.ts';
import { emptyMemory, type Memory } from '../memory/memory.ts';
import { splitSentences } from '../text/sentences.ts';
import { gated, overwrite, policyNamed, select } from './index.ts';
import type { StepState } from './policy.ts';

const text =
  'Ünïcode opens this text here. The harbour master was called Olsen. He kept a parrot named Kapok in his office. The weather was dull all week.';
const chunk: Chunk = {
  index: 7,
  text,
  tokens: 30,
  start: 1000,
  end: 1000 + Buffer.byteLength(text),
  received: 2000,
  places: [{ start: 900, page: 4 }],
  last: false,
};
const state = (memory: Memory = emptyMemory, more: Partial<StepState> = {}): StepState => ({
  memory,
  chunk,
  sentences: splitSentences(text),
  memoryTokens: 1000,
  count: (value) => value.split(' ').length,
  relevance: () => 0,
  ...more,
});

describe('select', () => {
  it('copies sentences word for word with their byte spans and page', async () => {
    const change = await select.apply({ kind: 'select', add: [3, 2, 2, 99], drop: [] }, state());
    expect(change.memory.text).toBe(
      'The harbour master was called Olsen.\nHe kept a parrot named Kapok in his office.',
    );
    const source = change.added[0]!.source!;
    expect(source).toMatchObject({ chunk: 7, page: 4, text: 'The harbour master was called Olsen.' });
    expect(
      Buffer.from(text)
        .subarray(source.start - 1000, source.end - 1000)
        .toString(),
    ).toBe(source.text);
  });

  it('drops the lines that the reply names', async () => {
    const { memory } = await select.apply({ kind: 'select', add: [1, 2], drop: [] }, state());
    const change = await select.apply({ kind: 'select', add: [3], drop: [1] }, state(memory));
    expect(change.memory.lines.map((line) => line.text)).toEqual([
      'The harbour master was called Olsen.',
      'He kept a parrot named Kapok in his office.',
    ]);
    expect(change.dropped).toHaveLength(1);
  });

  it('keeps within its budget by dropping what has least to do with the question', async () => {
    const relevance = (line: string) => (line.includes('Olsen') ? 2 : 0);
    const change = await select.apply(
      { kind: 'select', add: [1, 2, 3], drop: [] },
      state(emptyMemory, { memoryTokens: 15, relevance }),
    );
    expect(change.cut).toBe(true);
    expect(change.memory.text).toContain('Olsen');
    expect(change.memory.lines.length).toBeLessThan(3);
  });

  it('takes a sentence that is there already as no change', async () => {
    const { memory } = await select.apply({ kind: 'select', add: [2], drop: [] }, state());
    expect((await select.apply({ kind: 'select', add: [2], drop: [] }, state(memory))).outcome).toBe('kept');
  });
});

describe('overwrite and gated', () => {
  it('trace each sentence to the chunk, and keep the source of what stays', async () => {
    const first = await overwrite.apply({ kind: 'write', text: 'The harbour master is Olsen.' }, state());
    expect(first.memory.lines[0]).toMatchObject({
      entered: 7,
      source: { text: 'The harbour master was called Olsen.' },
    });
    const later = { ...chunk, index: 8, text: 'Nothing of note happened on the pier that day.', start: 5000 };
    const second = await gated.apply(
      { kind: 'write', text: 'The harbour master is Olsen. Something else was said.' },
      state(first.memory, { chunk: later, sentences: splitSentences(later.text) }),
    );
    expect(second.memory.lines[0]).toMatchObject({ entered: 7, source: { chunk: 7 } });
    expect(second.memory.lines[1]!.entered).toBe(8);
  });

  it('keep the memory when the reply is empty', async () => {
    expect((await overwrite.apply({ kind: 'write', text: ' ' }, state())).outcome).toBe('unusable');
    expect((await gated.apply({ kind: 'keep' }, state())).outcome).toBe('kept');
  });

  it('blank the memory where the reply says that nothing is in it', async () => {
    const { memory } = await overwrite.apply(
      { kind: 'write', text: 'The harbour master is Olsen.' },
      state(),
    );
    const blanked = await overwrite.apply({ kind: 'write', text: '', blank: true }, state(memory));
    expect(blanked).toMatchObject({ outcome: 'written', memory: emptyMemory, dropped: memory.lines });
    expect((await overwrite.apply({ kind: 'write', text: '', blank: true }, state())).outcome).toBe('kept');
  });

  it('are found by name', () => {
    expect(policyNamed('gated')).toBe(gated);
    expect(() => policyNamed('forget')).toThrow(/There is no policy/);
  });
});
