import { Random } from '@memagent/lab';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alignRow,
  balancedPacks,
  callsByTokens,
  minibatches,
  ofResponse,
  packByTokens,
  rowDatum,
} from './batch.ts';
import { begunBySignals, fillBatch } from './dynamic-sampling.ts';
import type { Conversation, Group } from './types.ts';

const conversation = (prompt: number[], response: number[], mask: (0 | 1)[]): Conversation => ({
  prompt,
  response,
  mask,
  logprobs: response.map((_, i) => -i - 1),
  version: 0,
  kind: 'turn',
  cut: false,
});
const lengths = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 60 });

describe('aligning a conversation', () => {
  it('lets each position predict the next token and leaves prompt and tool results out', () => {
    const row = alignRow({
      conversation: conversation([1, 2, 3], [4, 5, 6], [1, 0, 1]),
      advantage: 1,
    });
    expect([...(row.mask as Float64Array)]).toEqual([1, 0, 1]);
    expect([...(row.old as Float64Array)]).toEqual([-1, -2, -3]);
    const { tokens, inputs } = rowDatum(row, { logprobs: row.old, advantages: [7, 0, 8] });
    expect([...(tokens as Int32Array)]).toEqual([1, 2, 3, 4, 5]);
    expect([...(inputs.target_tokens as Int32Array)]).toEqual([2, 3, 4, 5, 6]);
    expect([...(inputs.weights as Float64Array)]).toEqual([0, 0, 1, 0, 1]);
    expect([...(inputs.logprobs as Float64Array)]).toEqual([0, 0, -1, -2, -3]);
    expect([...(inputs.advantages as Float64Array)]).toEqual([0, 0, 7, 0, 8]);
    expect(ofResponse(row.row.conversation, inputs.logprobs as Float64Array)).toEqual(row.old);
  });

  it('trains nothing of a masked row', () => {
    const { mask } = alignRow({
      conversation: conversation([1], [2, 3], [1, 1]),
      advantage: 1,
      masked: true,
    });
    expect([...(mask as Float64Array)]).toEqual([0, 0]);
  });

  it('always gives lists of one length', () => {
    const ids = fc.array(fc.nat(99), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(ids, ids, (prompt, response) => {
        const row = alignRow({
          conversation: conversation(
            prompt,
            response,
            response.map(() => 1),
          ),
          advantage: 0,
        });
        const length = prompt.length + response.length - 1;
        const { tokens, inputs } = rowDatum(row, { logprobs: row.old });
        for (const list of [tokens, inputs.target_tokens, inputs.weights, inputs.logprobs])
          expect(list).toHaveLength(length);
        for (const list of [row.mask, row.old]) expect(list).toHaveLength(response.length);
        expect(Array.from(row.mask).reduce((sum, one) => sum + one, 0)).toBe(response.length);
      }),
    );
  });
});

describe('packs of about the same size', () => {
  it('puts the longest first, each to the lightest', () => {
    expect(balancedPacks([7, 6, 5, 4, 3], 2)).toEqual([
      [0, 3, 4],
      [1, 2],
    ]);
    expect(packByTokens([10, 10, 10, 10], 20)).toEqual([
      [0, 2],
      [1, 3],
    ]);
  });

  it('begins with a quarter of a call where there are several', () => {
    const ten = Array.from({ length: 24 }, () => 10);
    expect(callsByTokens(ten, 120).map(({ length }) => length)).toEqual([3, 9, 12]);
    expect(callsByTokens(ten, 240)).toEqual([[...ten.keys()]]);
    expect(callsByTokens([100, 100], 100)).toEqual([[0], [1]]);
    expect(callsByTokens([], 100)).toEqual([]);
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 5000 }), (given, tokens) => {
        const made = callsByTokens(given, tokens).flat();
        expect(made.sort((a, b) => a - b)).toEqual(given.map((_, i) => i));
      }),
    );
  });

  it('holds every item once, and no pack exceeds the mean by more than the longest item', () => {
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 12 }), (given, packs) => {
        const made = balancedPacks(given, packs);
        expect(made.flat().sort((a, b) => a - b)).toEqual(given.map((_, i) => i));
        const total = given.reduce((sum, length) => sum + length, 0);
        for (const items of made)
          expect(items.reduce((sum, i) => sum + given[i]!, 0)).toBeLessThanOrEqual(
            total / Math.min(packs, given.length) + Math.max(...given),
          );
      }),
    );
  });
});

describe('minibatches', () => {
  it('hold every row once and are the same for the same seed', () => {
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 6 }), fc.nat(), (given, count, seed) => {
        const rows = given.map((n, id) => ({
          id,
          row: { advantage: 0, conversation: conversation([1], new Array<number>(n).fill(2), []) },
        }));
        const split = () =>
          minibatches(rows, count, new Random(seed)).map((part) => part.map(({ id }) => id));
        expect(
          split()
            .flat()
            .sort((a, b) => a - b),
        ).toEqual(rows.map(({ id }) => id));
        expect(split()).toEqual(split());
        expect(split().length).toBe(Math.min(count, rows.length));
      }),
      { numRuns: 40 },
    );
  });
});

describe('dynamic sampling', () => {
  const group = (task: string, rewards: number[]): Group => ({
    task,
    trajectories: rewards.map((reward) => ({ reward, answer: '', conversations: [] })),
  });
  const kinds = { good: [0, 1], flat: [1, 1] };

  it('replaces what has no signal, and what failed, with the next tasks', async () => {
    const tasks = ['good', 'flat', 'lost', 'good', 'good'] as const;
    const roll = async (n: number) => {
      const kind = tasks[n]!;
      return kind === 'lost' ? undefined : group(String(n), kinds[kind]);
    };
    const filled = await fillBatch(roll, { groups: 3, dynamic: true, most: 9 });
    expect(filled.groups.map(({ task }) => task)).toEqual(['0', '3', '4']);
    expect(filled).toMatchObject({ used: 5, withoutSignal: 1, dropped: 1 });
    const plain = await fillBatch(roll, { groups: 2, dynamic: false, most: 9 });
    expect(plain.groups.map(({ task }) => task)).toEqual(['0', '1']);
  });

  it('uses the first tasks that suffice, in whatever order they come, and never more than allowed', async () => {
    const outcome = fc.constantFrom<'good' | 'flat' | 'lost'>('good', 'flat', 'lost');
    await fc.assert(
      fc.asyncProperty(
        fc.array(outcome, { minLength: 12, maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 4, max: 12 }),
        fc.integer({ min: 0, max: 8 }),
        fc.scheduler(),
        async (tasks, groups, most, first, scheduler) => {
          const roll = (n: number) => {
            const kind = tasks[n]!;
            return scheduler.schedule(
              Promise.resolve(kind === 'lost' ? undefined : group(String(n), kinds[kind])),
            );
          };
          const filled = await scheduler.waitFor(fillBatch(roll, { groups, dynamic: true, most, first }));
          const good = [...tasks.keys()].filter((n) => tasks[n] === 'good');
          const needed = good.length >= groups ? good[groups - 1]! + 1 : Number.POSITIVE_INFINITY;
          expect(filled.used).toBe(Math.min(most, Math.max(first, needed)));
          expect(filled.groups.map(({ task }) => Number(task))).toEqual(good.filter((n) => n < filled.used));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('how many groups are begun at once', () => {
  const step = (groups: number, groupsWithoutSignal: number) => ({ groups, groupsWithoutSignal });

  it('is a batch where nothing is known, and where all have a signal', () => {
    expect(begunBySignals(64, [])).toBe(64);
    expect(begunBySignals(64, [step(0, 9)])).toBe(64);
    expect(begunBySignals(64, [step(64, 0)])).toBe(64);
  });

  it('follows the share that had one of late, and a deviation', () => {
    // 64 of 160 have one: (64 + √(64 · 0.6)) / 0.4
    expect(begunBySignals(64, [step(64, 96)])).toBe(176);
    const late = Array.from({ length: 8 }, () => step(64, 96));
    expect(begunBySignals(64, [step(64, 0), step(64, 0), ...late])).toBe(176);
    expect(begunBySignals(64, [step(32, 32), step(64, 64)])).toBe(140);
  });
});
