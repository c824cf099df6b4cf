import { describe, expect, it } from 'vitest';
import { answersExitCode, errorExitCode } from './exit-code.ts';

describe('exit codes', () => {
  it('tell answered, not answered and partial apart', () => {
    expect(answersExitCode([{ answered: true }])).toBe(0);
    expect(answersExitCode([{ answered: true }, { answered: false }])).toBe(3);
    expect(answersExitCode([{ answered: false }, { answered: true, partial: 'seconds' }])).toBe(5);
  });
  it('take a model that stopped reading because it knew as an answer', () => {
    expect(answersExitCode([{ answered: true, partial: 'exit' }])).toBe(0);
  });
  it('map each failure', () => {
    expect(errorExitCode('bad-input')).toBe(2);
    expect(errorExitCode('model-reply')).toBe(4);
    expect(errorExitCode('no-fit')).toBe(6);
    expect(errorExitCode('aborted')).toBe(130);
  });
});
