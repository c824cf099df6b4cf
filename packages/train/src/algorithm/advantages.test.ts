import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandGroup, groupAdvantages, hasSignal, overlongPenalty, shapedReward } from './advantages.ts';
import type { Conversation, Group } from './types.ts';

const conversation = (kind: string, tokens = 1, cut = false): Conversation => ({
  prompt: [1],
  response: new Array<number>(tokens).fill(2),
  logprobs: new Array<number>(tokens).fill(-1),
  mask: new Array<1>(tokens).fill(1),
  version: 0,
  kind,
  cut,
});
const group = (...runs: [reward: number, kinds: string[]][]): Group => ({
  task: 't',
  trajectories: runs.map(([reward, kinds]) => ({
    reward,
    answer: '',
    conversations: kinds.map((kind) => conversation(kind)),
  })),
});
const rewards = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 16 });

describe('advantages of a group', () => {
  it('are rewards less their mean', () => {
    expect(groupAdvantages([1, 0, 0, 1])).toEqual([0.5, -0.5, -0.5, 0.5]);
    expect(groupAdvantages([1])).toEqual([1]);
  });

  it('are divided by the unbiased deviation where asked', () => {
    const deviation = Math.sqrt(1 / 3); // ((0.5)² · 4) / 3
    for (const [i, value] of groupAdvantages([1, 0, 0, 1], { std: true }).entries())
      expect(value).toBeCloseTo([0.5, -0.5, -0.5, 0.5][i]! / (deviation + 1e-6), 12);
  });

  it('sum to nothing, keep the order, and do not change when all rewards rise alike', () => {
    fc.assert(
      fc.property(rewards, fc.boolean(), (given, std) => {
        const made = groupAdvantages(given, { std });
        expect(made.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 6);
        for (let i = 1; i < given.length; i++)
          if (given[i]! > given[i - 1]!) expect(made[i]!).toBeGreaterThanOrEqual(made[i - 1]!);
        const raised = groupAdvantages(given.map((value) => value + 5));
        const plain = groupAdvantages(given);
        for (const [i, value] of raised.entries()) expect(value).toBeCloseTo(plain[i]!, 9);
        if (!hasSignal(given)) for (const value of made) expect(value).toBeCloseTo(0, 2);
      }),
    );
  });
});

describe('expansion to conversations', () => {
  it('comes after the advantage: many conversations do not weigh in the mean', () => {
    const rows = expandGroup(group([1, ['step', 'step', 'step', 'answer']], [0, ['answer']]));
    expect(rows.map(({ advantage }) => advantage)).toEqual([0.5, 0.5, 0.5, 0.5, -0.5]);
  });

  it('comes before it where asked: then a trajectory weighs as often as it has conversations', () => {
    const made = group([1, ['step', 'step', 'answer']], [0, ['answer']]);
    const of = (options: Parameters<typeof expandGroup>[1]) =>
      expandGroup(made, { advantage: 'conversation', ...options }).map(({ advantage }) => advantage);
    expect(of({})).toEqual([0.25, 0.25, 0.25, -0.75]);
    const deviation = Math.sqrt((3 * 0.25 ** 2 + 0.75 ** 2) / 3);
    for (const [i, value] of of({ std: true }).entries())
      expect(value).toBeCloseTo([0.25, 0.25, 0.25, -0.75][i]! / (deviation + 1e-6), 12);
  });

  it('sums to nothing over conversations or over trajectories, by what the mean is taken over', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.integer({ min: 1, max: 5 })), {
          minLength: 2,
          maxLength: 8,
        }),
        fc.boolean(),
        (runs, std) => {
          const made = group(
            ...runs.map(([r, n]): [number, string[]] => [r, new Array<string>(n).fill('step')]),
          );
          const all = expandGroup(made, { std, advantage: 'conversation' });
          expect(all.reduce((sum, { advantage }) => sum + advantage, 0)).toBeCloseTo(0, 6);
          const each = expandGroup(made, { std }).map(({ advantage }) => advantage);
          const counts = runs.flatMap(([, n]) => new Array<number>(n).fill(n));
          expect(each.reduce((sum, advantage, i) => sum + advantage / counts[i]!, 0)).toBeCloseTo(0, 6);
        },
      ),
    );
  });

  it('scales with a share of the credit, whatever the rewards', () => {
    fc.assert(
      fc.property(rewards, fc.double({ min: -2, max: 2, noNaN: true }), (given, scale) => {
        const made = group(...given.map((r): [number, string[]] => [r, ['step', 'answer']]));
        const full = expandGroup(made);
        const shared = expandGroup(made, { credit: { step: { scale } } });
        for (const [i, { advantage, conversation: of }] of shared.entries())
          expect(advantage).toBeCloseTo(full[i]!.advantage * (of.kind === 'step' ? scale : 1), 10);
      }),
    );
  });

  it('gives a kind of call its own share, or an advantage of its own', () => {
    const made = group([1, ['step', 'kept', 'unusable', 'answer']], [0, ['answer']]);
    const of = (credit: Parameters<typeof expandGroup>[1]) =>
      expandGroup(made, credit)
        .slice(0, 4)
        .map(({ advantage }) => advantage);
    expect(of({ credit: { kept: { scale: 0.5 }, unusable: { advantage: -1 } } })).toEqual([
      0.5, 0.25, -1, 0.5,
    ]);
    expect(of({ credit: { step: { scale: 0 } } })).toEqual([0, 0, 0, 0.5]);
  });

  it('leaves replies that were cut out of the loss where asked', () => {
    const cut = { ...group([1, ['answer']], [0, ['answer']]) };
    const runs = [
      { ...cut.trajectories[0]!, conversations: [conversation('answer', 3, true)] },
      cut.trajectories[1]!,
    ];
    const rows = expandGroup({ task: 't', trajectories: runs }, { maskCut: true });
    expect(rows.map(({ masked }) => masked)).toEqual([true, undefined]);
  });

  it('has as many rows as conversations, and every one its trajectory’s advantage', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(1), fc.integer({ min: 1, max: 5 })), { minLength: 2, maxLength: 8 }),
        (runs) => {
          const made = group(
            ...runs.map(([r, n]): [number, string[]] => [r, new Array<string>(n).fill('step')]),
          );
          const advantages = groupAdvantages(runs.map(([reward]) => reward));
          const rows = expandGroup(made);
          expect(rows.map(({ advantage }) => advantage)).toEqual(
            runs.flatMap(([, n], i) => new Array<number>(n).fill(advantages[i]!)),
          );
        },
      ),
    );
  });
});

describe('the punishment of long replies', () => {
  const options = { max: 100, buffer: 20 };
  it('grows over the buffer', () => {
    expect([80, 85, 90, 100, 150].map((length) => overlongPenalty(length, options))).toEqual([
      0, -0.25, -0.5, -1, -1,
    ]);
  });

  it('never rises with length, and lies between −penalty and 0', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), fc.integer({ min: 0, max: 100 }), (a, b, buffer) => {
        const of = (length: number) => overlongPenalty(length, { max: 100, buffer, penalty: 2 });
        expect(of(Math.max(a, b))).toBeLessThanOrEqual(of(Math.min(a, b)));
        expect(of(a)).toBeGreaterThanOrEqual(-2);
        expect(of(a)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('is that of a trajectory’s longest reply', () => {
    const conversations = [conversation('step', 85), conversation('answer', 90)];
    expect(shapedReward({ reward: 1, answer: '', conversations }, options)).toBe(0.5);
    expect(shapedReward({ reward: 1, answer: '', conversations })).toBe(1);
  });
});
