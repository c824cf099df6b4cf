import { expect, it } from 'vitest';
import { sparkline, stepLine, TrainView } from './train-view.ts';

it('draws shares as bars', () => {
  expect(sparkline([0, 0.5, 1])).toBe('▁▅█');
  expect(sparkline(new Array(40).fill(1), 5)).toBe('█████');
});

it('says a step in one line, without figures of an update that was none', () => {
  const metrics = { step: 3, rewardMean: 0.25, entropy: 0, clipFraction: 0, updates: 0 };
  expect(stepLine(metrics)).toBe('reward 0.250');
  expect(stepLine({ ...metrics, updates: 1, heldOutAccuracy: 0.5, entropy: 1.5 })).toBe(
    'reward 0.250  held out 0.500  entropy 1.500  clipped 0.000',
  );
});

it('shows where a run is, how it went, and how long it will go on', () => {
  let now = 0;
  const view = new TrainView(100, () => now);
  expect(view.line(1, 'rolling out')).toBe('step 1 of 100 · rolling out');
  for (let step = 1; step <= 4; step++) {
    now += 6000;
    view.add({ step, rewardMean: step / 4, ...(step === 2 ? { heldOutAccuracy: 0.5 } : {}) });
  }
  expect(view.line(5, 'training')).toBe(
    'step 5 of 100 · training · ▃▅▇█ reward 1.000 · held out 0.500 · 10 min left',
  );
  expect(view.line(100, 'training')).toContain('under a minute left');
});
