import { describe, expect, it } from 'vitest';
import { memoryOf } from '../memory/memory.ts';
import type { Prompt } from '../model/model.ts';
import { pocket } from '../profile/pocket.ts';
import { reviewMemory } from './review.ts';

const lines = [
  'Anna lives in Oslo.',
  'Bo lives in Rome.',
  'Anna was born in Bergen.',
  'Cem lives in Ankara.',
];
const usage = { promptTokens: 1, completionTokens: 1 };
const review = async (reply: string, given: readonly string[] = lines) => {
  const prompts: Prompt[] = [];
  const { text, lines: left } = await reviewMemory('Where was Anna born?', memoryOf(given), {
    profile: pocket,
    hints: true,
    complete: async (prompt) => {
      prompts.push(prompt);
      return { text: reply, usage, finish: 'stop' };
    },
  });
  return { text, left: left.map((line) => line.text), prompts };
};

describe('reviewMemory', () => {
  it('has the lines that the model chooses last, all in their order, and drops none', async () => {
    const { left, text } = await review('<|s3|><|s1|>');
    expect(left).toEqual([lines[1], lines[3], lines[0], lines[2]]);
    expect(text).toBe(left.join('\n'));
  });

  it('shows the lines as a section with nothing remembered, for one question, with hints', async () => {
    const { prompts } = await review('<|keep|>');
    const shown = prompts.map(({ segments }) => segments.map(({ text }) => text).join(''));
    expect(shown).toEqual([
      `<|question|>Where was Anna born?<|memory|><|section|>${lines.map((line, i) => `<|s${i + 1}|>${line}`).join('')}` +
        '<|question|>Where was Anna born?<|hints|><|s3|><|text|><|s1|><|select|>',
    ]);
  });

  it('leaves all as it was where the reply names nothing, or nothing that is there', async () => {
    for (const reply of ['<|keep|>', 'what?', '<|s9|>', '<|m1|>'])
      expect((await review(reply)).left).toEqual(lines);
  });

  it('does not ask about one line or none', async () => {
    for (const given of [[], [lines[0]!]]) {
      const { prompts, left } = await review('<|s1|>', given);
      expect(prompts).toEqual([]);
      expect(left).toEqual(given);
    }
  });
});
