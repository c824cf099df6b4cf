import { describe, expect, it } from 'vitest';
import { askedKind, ofKind } from './kinds.ts';

describe('the kind that a question asks for', () => {
  it.each([
    ['Which bird did she paint?', 'heron'],
    ['What kind of tree fell on the barn?', 'walnut'],
    ['In what sort of buildings did they meet?', 'chapel'],
    ['Which diseases closed the school?', 'measles'],
  ])('is found: %s', (question, member) => {
    expect(askedKind(question)?.members.has(member)).toBe(true);
  });

  it.each([
    'Who painted the bird?',
    'Which was the bird that she painted?',
    'What did the bird eat?',
    'What?',
  ])('is none: %s', (question) => {
    expect(askedKind(question)).toBeUndefined();
  });

  it('is what words of a text are of, as they stand there, those of the question apart', () => {
    const question = 'Which bird did she paint beside the swan?';
    const found = (text: string) => ofKind(askedKind(question)!, question, text);
    expect(found('Two Herons and a swan stood by the barn-owl, and the herons flew.')).toEqual([
      'Herons',
      'barn-owl',
    ]);
    expect(found('The cat sat on the heroine.')).toEqual([]);
  });
});
