import { describe, expect, it } from 'vitest';
import { bestAndWorst, groupsOf } from './groups.ts';
import { summaryTable } from './summary-table.ts';
import { memoryInPrompt, trajectorySteps } from './trajectory-memory.ts';
import type { SummaryRow, TrajectoryInfo } from './types.ts';

const row = (at: number, step: number, task: string, reward: number): TrajectoryInfo => ({
  at,
  step,
  task,
  question: `${task}?`,
  expected: ['yes'],
  answer: '',
  reward,
  conversations: 3,
});

describe('groups of a step', () => {
  const rows = [
    row(0, 1, 'a', 1),
    row(1, 1, 'b', 0),
    row(2, 1, 'b', 1),
    row(3, 1, 'b', 0.5),
    row(4, 2, 'a', 0),
  ];

  it('have their trajectories best first, and those with most to see come first', () => {
    const groups = groupsOf(rows, 1);
    expect(groups.map(({ task, trajectories }) => [task, trajectories.map(({ at }) => at)])).toEqual([
      ['b', [2, 3, 1]],
      ['a', [0]],
    ]);
  });

  it('give the best and the worst of one, or of all', () => {
    const groups = groupsOf(rows, 1);
    expect(bestAndWorst(groups, 'b')).toMatchObject({ best: { at: 2 }, worst: { at: 1 } });
    expect(bestAndWorst(groups, undefined)).toMatchObject({ best: { at: 2 }, worst: { at: 1 } });
    expect(bestAndWorst(groups, 'a')).toEqual({ best: groups[1]!.trajectories[0], worst: undefined });
  });
});

describe('memories of a trajectory', () => {
  it('are read from the prompts of pocket', () => {
    const prompt = (memory: string) =>
      `<|section|><|s1|>A tree.<|memory|>${memory}<|question|>Who?<|select|>`;
    const steps = trajectorySteps([
      { kind: 'step', prompt: prompt(''), response: '<|s1|><|end|>' },
      { kind: 'kept', prompt: prompt('<|m1|>A tree.'), response: '<|keep|><|end|>' },
      { kind: 'answer', prompt: '<|memory|><|m1|>A tree.<|question|>Who?<|answer|>', response: 'tree' },
    ]);
    expect(steps.map(({ reply, memory, fresh }) => [reply, memory, [...fresh]])).toEqual([
      ['<|s1|>', ['A tree.'], ['A tree.']],
      ['<|keep|>', ['A tree.'], []],
      ['tree', ['A tree.'], []],
    ]);
  });

  it('are read from the prompts of chat profiles', () => {
    const prompt = '<section>\nA < tree\n</section>\n\n<memory>\nOne.\nTwo.\n</memory>\n\nThe new memory:\n';
    expect(memoryInPrompt(prompt)).toEqual(['One.', 'Two.']);
    expect(memoryInPrompt('<memory>\nNo previous memory\n</memory>')).toEqual([]);
    expect(memoryInPrompt('Hello')).toBeUndefined();
  });
});

describe('the summary of an evaluation', () => {
  it('is a table of systems by task and length, the best of each marked', () => {
    const cell = (task: string, length: number, system: string, accuracy: number) =>
      ({ task, length, system, policy: null, variant: null, accuracy }) as SummaryRow;
    const { systems, rows } = summaryTable([
      cell('vt', 8192, 'memagent', 0.5),
      cell('vt', 8192, 'bm25', 0.25),
      cell('vt', 32768, 'memagent', 0),
    ]);
    expect(systems).toEqual(['memagent', 'bm25']);
    expect(
      rows.map(({ length, cells }) => [length, [...cells].map(([name, { best }]) => [name, best])]),
    ).toEqual([
      [
        8192,
        [
          ['memagent', true],
          ['bm25', false],
        ],
      ],
      [32768, [['memagent', false]]],
    ]);
  });
});
