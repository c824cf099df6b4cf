import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignRow } from './batch.ts';
import { distinct, sumDistinct } from './distinct.ts';

const conversation = fc.record({
  prompt: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 3 }),
  response: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 3 }),
});
const rowOf = ({ prompt, response }: { prompt: number[]; response: number[] }, advantage: number) =>
  alignRow({
    advantage,
    conversation: {
      ...{ prompt, response, advantage, version: 0, kind: 'step', cut: false },
      mask: response.map(() => 1 as const),
      logprobs: response.map(() => -1),
    },
  });

describe('distinct', () => {
  it('puts two rows together when and only when prompt and response are the same', () => {
    fc.assert(
      fc.property(fc.array(conversation, { maxLength: 30 }), (made) => {
        // Whether lists are shared or not.
        const shared = new Map<string, number[]>();
        const rows = made.map((one, i) => {
          const prompt = shared.get(one.prompt.join()) ?? one.prompt;
          if (i % 2 === 0) shared.set(prompt.join(), prompt);
          return rowOf({ ...one, prompt }, 1);
        });
        const { firsts, of } = distinct(rows);
        const texts = made.map(({ prompt, response }) => `${prompt}|${response}`);
        expect(firsts).toHaveLength(new Set(texts).size);
        for (const [i, text] of texts.entries()) expect(texts[firsts[of[i]!]!]).toBe(text);
      }),
    );
  });

  it('tells apart what it is told to, and what is counted elsewhere', () => {
    const one = { prompt: [1, 2], response: [3, 4] };
    const rows = [rowOf(one, 1), rowOf(one, -1), rowOf(one, 2)];
    expect(distinct(rows, ({ advantage }) => `${advantage > 0}`).firsts).toEqual([0, 1]);
    const { conversation } = rows[0]!.row;
    const tool = alignRow({ advantage: 1, conversation: { ...conversation, mask: [1, 0] } });
    expect(distinct([rows[0]!, tool]).firsts).toEqual([0, 1]);
  });

  it('sums by sequence', () => {
    const rows = [rowOf({ prompt: [1], response: [2] }, 1), rowOf({ prompt: [1], response: [0] }, 1)];
    const same = distinct([rows[0]!, rows[1]!, rows[0]!]);
    const lists = [1, 10, 100].map((value) => Float64Array.of(value, 0));
    expect(sumDistinct(same, lists)).toEqual([Float64Array.of(101, 0), Float64Array.of(10, 0)]);
  });
});
