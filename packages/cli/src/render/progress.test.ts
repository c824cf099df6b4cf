import { emptyMemory, type StepEvent } from '@memagent/core';
import { describe, expect, it } from 'vitest';
import { Progress } from './progress.ts';

const step = (chunk: number, progress?: number, index = 0): StepEvent => ({
  type: 'step',
  reading: 'r',
  index,
  chunk,
  start: 0,
  end: 0,
  tokens: 1000,
  outcome: 'kept',
  memory: emptyMemory,
  added: [],
  dropped: [],
  hints: 0,
  tokensIn: 0,
  tokensOut: 0,
  seconds: 1,
  ...(progress === undefined ? {} : { progress }),
});

describe('Progress', () => {
  it('tells chunk, speed and time left', () => {
    let now = 0;
    const progress = new Progress(1, () => now);
    expect(progress.line()).toBe('chunk 0 · memory 0 lines');
    now = 2;
    progress.step(step(0, 0.1));
    expect(progress.line()).toBe('chunk 1 of about 10 · 500 tokens/s · 18 s left · memory 0 lines');
    now = 4;
    progress.step(step(1, 0.2));
    expect(progress.left).toBeCloseTo(16);
    now = 6;
    expect(progress.left).toBeCloseTo(14);
  });
  it('does not take what an earlier run read for its own pace', () => {
    let now = 0;
    const progress = new Progress(1, () => now);
    progress.resume(50);
    now = 1;
    progress.step(step(50, 0.51));
    expect(progress.left).toBeUndefined();
    now = 2;
    progress.step(step(51, 0.52));
    expect(progress.left).toBeCloseTo(48);
  });
  it('counts a chunk once for many questions', () => {
    let now = 0;
    const progress = new Progress(2, () => now);
    now = 1;
    progress.step(step(0, undefined, 0));
    progress.step(step(0, undefined, 1));
    expect(progress.line()).toBe('chunk 1 · 1,000 tokens/s · 2 questions');
  });
});
