import { describe, expect, it } from 'vitest';
import { textDocument } from '../document/index.ts';
import { memoryOf } from '../memory/memory.ts';
import type { Prompt } from '../model/model.ts';
import { scriptedModel } from '../model/scripted-model.ts';
import { testTokenizer } from '../model/test-tokenizer.ts';
import { pocket, pocketTokens } from '../profile/pocket.ts';
import { ask } from './ask.ts';
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
  const {
    memory: { text, lines: left },
    chosen,
  } = await reviewMemory('Where was Anna born?', memoryOf(given), {
    profile: pocket,
    hints: true,
    complete: async (prompt) => {
      prompts.push(prompt);
      return { text: reply, usage, finish: 'stop' };
    },
  });
  return { text, left: left.map((line) => line.text), chosen, prompts };
};

describe('reviewMemory', () => {
  it('has the lines that the model chooses last, all in their order, and drops none', async () => {
    const { left, text, chosen } = await review('<|s3|><|s1|>');
    expect(chosen).toEqual([1, 3]);
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

const textOf = (prompt: Prompt) => prompt.segments.map(({ text }) => text).join('');
const filler = Array.from({ length: 60 }, (_, i) => `Paragraph ${i} speaks about nothing at all.`).join(
  '\n\n',
);

describe('a reading', () => {
  it('looks over its memory before the answer where it is told to, and counts that', async () => {
    const model = scriptedModel({
      tokenizer: testTokenizer(pocketTokens),
      reply: (prompt) => {
        const text = textOf(prompt);
        if (text.endsWith('<|answer|>')) return 'bluebird';
        const number = /<\|s(\d+)\|>[^<]*password/.exec(text)?.[1];
        return number ? `<|s${number}|>` : '<|s1|>';
      },
      record: true,
    });
    const options = {
      document: textDocument(`${filler}\n\nThe password of the tower is bluebird.\n\n${filler}`),
      question: 'What is the password?',
      model,
      profile: 'pocket',
      policy: 'select' as const,
      budgets: { chunk: 500, memory: 200, question: 100, output: 200 },
    };
    const plain = await ask(options);
    const calls = model.calls.map(({ text }) => text);
    const reviewed = await ask({ ...options, review: true });
    const more = model.calls.slice(calls.length).map(({ text }) => text);
    expect(more.slice(0, -2)).toEqual(calls.slice(0, -1));
    expect(more.at(-2)).toMatch(/<\|memory\|><\|section\|><\|s1\|>.*<\|select\|>$/s);
    expect(calls.at(-1)).not.toMatch(/<\|m\d+\|>The password[^<]*<\|question\|>/);
    expect(more.at(-1)).toMatch(/<\|m\d+\|>The password[^<]*<\|question\|>/);
    expect(reviewed.memory).toEqual(plain.memory);
    expect(reviewed.spent.calls).toBe(plain.spent.calls + 1);
    expect(reviewed.reading).not.toBe(plain.reading);
    expect((await ask({ ...options, policy: 'gated', review: true })).reading).toBe(
      (await ask({ ...options, policy: 'gated' })).reading,
    );
  });
});
