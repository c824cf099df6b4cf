import { describe, expect, it } from 'vitest';
import { checkpointsKept } from './keep-checkpoints.ts';

const saved = [0, 2, 4, 6, 8].map((step) => ({ step, weights: `w${step}` }));
const metrics = (accuracies: Record<number, number>) =>
  Array.from({ length: 9 }, (_, step) =>
    step in accuracies ? { step, heldOutAccuracy: accuracies[step] } : { step },
  );
const steps = (state: { weights: string; reference: string | null }, keep: number, accuracies = {}) =>
  checkpointsKept({ saved, ...state }, keep, metrics(accuracies)).map(({ step }) => step);

describe('which checkpoints stay', () => {
  it.each([
    ['the last ones', { weights: 'w8', reference: null }, 2, {}, [6, 8]],
    ['the best', { weights: 'w8', reference: null }, 2, { 2: 0.5, 4: 0.9, 8: 0.7 }, [4, 6, 8]],
    ['the later of two that are equally good', { weights: 'w8', reference: null }, 1, { 2: 1, 4: 1 }, [4, 8]],
    [
      'none for an accuracy at a step that was not saved',
      { weights: 'w8', reference: null },
      1,
      { 3: 1 },
      [8],
    ],
    ['what the divergence is taken from', { weights: 'w8', reference: 'w0' }, 1, {}, [0, 8]],
    [
      'all where more are to be kept than there are',
      { weights: 'w8', reference: null },
      9,
      {},
      [0, 2, 4, 6, 8],
    ],
  ] as const)('%s', (_, state, keep, accuracies, expected) => {
    expect(steps(state, keep, accuracies)).toEqual(expected);
  });
});
