import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Prompt, scriptedModel } from '@memagent/core';
import { describe, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { askingTrace } from '../traces/asking-traces.ts';
import { askingPrompt } from './asking.ts';
import { loadCorpus } from './corpus.ts';
import { EntityPool } from './exchange.ts';
import { makeQuestions, readsLikeQuestion } from './make-questions.ts';
import { Paragraph } from './paragraph.ts';
import { loadSquad } from './squad.ts';

const paragraph = new Paragraph(
  'Sorrel Rock',
  'The rock lies two miles and a quarter out from the shore. Its lens was made by Lucan Ferrabee in 1840. It has turned ever since, but for one night.',
);
const spanOf = (text: string) => {
  const start = paragraph.text.indexOf(text);
  return { start, end: start + text.length };
};
const textOf = (prompt: Prompt) => prompt.segments.map(({ text }) => text).join('');

describe('askingPrompt', () => {
  it('marks the answer among its neighbours', () => {
    const prompt = askingPrompt(paragraph, spanOf('Lucan Ferrabee'));
    expect(textOf(prompt)).toBe(
      '<|section|>Sorrel Rock: The rock lies two miles and a quarter out from the shore. Its lens was made by<|text|> Lucan Ferrabee<|text|> in 1840. It has turned ever since, but for one night.<|question|>',
    );
    expect(prompt.segments.filter(({ trusted }) => trusted).map(({ text }) => text)).toEqual([
      '<|section|>',
      '<|text|>',
      '<|text|>',
      '<|question|>',
    ]);
  });

  it('leaves the neighbours out where they are long', () => {
    const long = new Paragraph(
      '',
      `It lies ${'far, far out, '.repeat(50)}they say. It was made by Ann of Oxenquay long ago.`,
    );
    const start = long.text.indexOf('Ann');
    expect(textOf(askingPrompt(long, { start, end: start + 3 }))).toBe(
      '<|section|>It was made by<|text|> Ann<|text|> of Oxenquay long ago.<|question|>',
    );
  });
});

it('learns from the questions of people, names exchanged in question, text and answer alike', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lab-'));
  try {
    const path = join(folder, 'squad.jsonl');
    const { title, text: context } = paragraph;
    const answer = { text: 'Lucan Ferrabee', answer_start: spanOf('Lucan Ferrabee').start };
    await writeFile(
      path,
      JSON.stringify({ id: '1', title, context, question: 'Who made its lens?', answers: [answer] }),
    );
    const { questions } = await loadSquad(path);
    const others = [
      new Paragraph('Oxenquay', 'The quay was laid by Nathan Dole. It was opened by Abel Quill.'),
    ];
    const pool = new EntityPool([paragraph, ...others]);
    const seen = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      const trace = askingTrace(questions, pool, new Random(seed));
      if (!trace) continue;
      expect(trace.reply).toBe('Who made its lens?');
      const marked = trace.prompt.segments[3]!.text.trim();
      seen.add(marked);
      expect(trace.prompt.segments[1]!.text).toMatch(/ was made by$/);
    }
    expect(seen).toContain('Lucan Ferrabee');
    expect(seen.size).toBeGreaterThan(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe('readsLikeQuestion', () => {
  it.each([
    ['Who made the lens of the rock?', true],
    ['Who made the lens of the rock', false], // no question mark
    ['Who made it?', false], // too short to be about anything
    ['Who was Lucan Ferrabee of the lens?', false], // has the answer in it
    ['Who made the lens the lens the lens the lens?', false], // turns in circles
    ['Where do swallows spend the winter?', false], // about something else
  ])('%s', (question, expected) => {
    expect(readsLikeQuestion(question, 'Lucan Ferrabee', paragraph)).toBe(expected);
  });
});

describe('makeQuestions', () => {
  // Asks for whatever is marked; answers one of its questions wrongly.
  const model = scriptedModel({
    reply: (prompt) => {
      const text = textOf(prompt);
      const marked = /<\|text\|>\s*(.*?)<\|text\|>/.exec(text)?.[1];
      if (marked !== undefined)
        return marked === '1840' ? 'no question' : `Who of the rock is ${marked.length} long?`;
      return text.includes(`is ${'Lucan Ferrabee'.length} long`) ? 'Lucan Ferrabee' : 'somebody else';
    },
  });

  it('keeps what is answered rightly from the sentence alone, as a file that SQuAD is read from', async () => {
    const tries: string[] = [];
    const made = [];
    const options = { model, seed: 1, each: 9, onTry: (outcome: string) => tries.push(outcome) };
    for await (const row of makeQuestions([paragraph], options)) made.push(row);
    expect(made).toEqual([
      {
        id: expect.stringMatching(/^made-1-0-/),
        title: 'Sorrel Rock',
        context: paragraph.text,
        question: 'Who of the rock is 14 long?',
        answers: [{ text: 'Lucan Ferrabee', answer_start: spanOf('Lucan Ferrabee').start }],
      },
    ]);
    expect(new Set(tries)).toEqual(new Set(['made', 'no question', 'not answered']));
    const folder = await mkdtemp(join(tmpdir(), 'lab-'));
    try {
      const path = join(folder, 'made.jsonl');
      await writeFile(path, made.map((row) => JSON.stringify(row)).join('\n'));
      const corpus = await loadCorpus('train', { asked: path });
      expect(corpus.asked!.questions[0]).toMatchObject({ answers: ['Lucan Ferrabee'] });
      expect(corpus.asked!.questions[0]!.gold[0]!.sentences).toEqual([1]);
      expect((await loadCorpus('test', { asked: path })).asked).toBeUndefined();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('has them answered by another model, where there is one', async () => {
    const reader = scriptedModel({ reply: () => 'somebody else' });
    const tries: string[] = [];
    const options = { model, reader, seed: 1, each: 9, onTry: (outcome: string) => tries.push(outcome) };
    for await (const row of makeQuestions([paragraph], options)) expect(row).toBeUndefined();
    expect(new Set(tries)).toEqual(new Set(['no question', 'not answered']));
  });

  it('stops when asked to', async () => {
    const rows = makeQuestions([paragraph, paragraph], { model, seed: 1, signal: AbortSignal.abort() });
    await expect(rows.next()).rejects.toThrow();
  });
});
