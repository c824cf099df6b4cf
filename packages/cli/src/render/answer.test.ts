import { type AnswerEvent, emptyMemory } from '@memagent/core';
import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import {
  answerText,
  placeOf,
  renderAnswer,
  renderCaveat,
  renderMemory,
  renderPiped,
  renderSources,
  renderSpent,
} from './answer.ts';

const c = picocolors.createColors(false);
const layout = { c, width: 60, document: 'letters.pdf' };
const answer = (more: Partial<AnswerEvent> = {}): AnswerEvent => ({
  type: 'answer',
  reading: '3f2a91c0aabbccdd',
  index: 0,
  question: 'Who?',
  answer: 'Ann\nBert',
  answered: true,
  sources: [],
  memory: emptyMemory,
  chunks: 12,
  unusable: 0,
  spent: { calls: 13, tokensIn: 1000, tokensCached: 0, tokensOut: 20, seconds: 3 },
  ...more,
});

describe('answers', () => {
  it('go to scripts as they are, several as one line each', () => {
    expect(renderPiped([answer()])).toBe('Ann\nBert\n');
    expect(
      renderPiped([answer(), answer({ answered: false, answer: 'not found' }), answer({ value: { a: 1 } })]),
    ).toBe('Ann Bert\n\n{"a":1}\n');
    expect(renderPiped([answer({ answered: false })])).toBe('');
  });
  it('go to people without what would steer their terminal', () => {
    expect(renderAnswer(answer({ answer: '\x1b[2Jgone' }), layout, false)).toBe('Answer\n  gone\n');
    expect(answerText(answer({ value: [1] }))).toBe('[\n  1\n]');
  });
  it('say when they are partial or none', () => {
    expect(renderCaveat(answer({ partial: 'stopped' }), c, 48)).toBe(
      'Partial answer: stopped after 12 of about 48 chunks. The same command goes on from there.\n',
    );
    expect(renderCaveat(answer({ partial: 'tokens', answered: false }), c)).toContain(
      'No answer so far: the token budget ended after 12 chunks',
    );
    expect(renderCaveat(answer({ answered: false }), c)).toContain('The text holds no answer');
    expect(renderCaveat(answer({ cut: 64 }), c)).toBe(
      'The answer is cut short: its 64 tokens ended. Give it more with --output-tokens.\n',
    );
    expect(renderCaveat(answer({ cut: 1, answered: false }), c)).toContain('No answer: its 1 token ended');
    expect(renderCaveat(answer({ confidence: 0.412 }), c)).toBe(
      'The model is not sure of it (0.41 of 1). See its sources.\n',
    );
    expect(renderCaveat(answer({ confidence: 0.001 }), c)).toContain('less than 0.01 of 1');
    expect(renderCaveat(answer({ confidence: 0.9 }), c)).toBe('');
    expect(renderCaveat(answer(), c)).toBe('');
  });
  it('say what they took', () => {
    expect(renderSpent(answer({ unusable: 2 }), c, 3.21)).toBe(
      '12 chunks · 13 calls · 1,000 tokens in, 20 out · 3.2 s · 2 unusable replies · memagent show 3f2a91c0\n',
    );
    expect(
      renderSpent(
        answer({ spent: { calls: 0, tokensIn: 0, tokensCached: 0, tokensOut: 0, seconds: 0 } }),
        c,
        1,
      ),
    ).toContain('from the journal');
  });
});

describe('sources', () => {
  const source = { start: 1340, end: 1352, text: 'Ann  wrote\nit.', chunk: 2 };
  it('name document, page and bytes, and quote the text', () => {
    expect(renderSources([{ ...source, page: 12 }], layout)).toBe(
      'Sources\n   1  letters.pdf, page 12, bytes 1,340–1,352\n      “Ann wrote it.”\n',
    );
  });
  it('are given by their place in the file where there are several', () => {
    const locate = () => ({ file: 'src/a.ts', offset: 40 });
    expect(placeOf({ ...source, file: 'src/a.ts' }, { document: 'src', locate })).toBe(
      'src/a.ts, bytes 40–52',
    );
  });
});

describe('the memory', () => {
  it('is shown with the chunk at which each line entered', () => {
    const memory = { text: 'Ann wrote it.', lines: [{ text: 'Ann wrote it.', entered: 2 }] };
    expect(renderMemory(memory, layout)).toBe('Memory (chunk, what was kept of it)\n   3  Ann wrote it.\n');
    expect(renderMemory(emptyMemory, layout)).toContain('(empty)');
  });
});
