// The shipped model on the example text: the README's first command, through the library.
import { readFile } from 'node:fs/promises';
import { rareStems } from '@memagent/core';
import {
  type AnswerEvent,
  ask,
  askMany,
  defaultModel,
  type Model,
  openDocument,
  type ReadingEvent,
} from 'memagent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const examples = new URL('../examples/', import.meta.url).pathname;
const path = `${examples}lighthouse.md`;
// Of the ten questions that were written before the training (recipes/pocket/questions.ts) those whose evidence is one
// sentence in their own words; and three others.
const ten: { question: string; answers: string[]; evidence: string[]; kind: string }[] = JSON.parse(
  await readFile(`${examples}questions.json`, 'utf8'),
);
const asked = [
  ...ten
    .filter(({ kind }) => kind === 'direct')
    .map(({ question, answers }) => ({ question, answer: answers[0]! })),
  { question: 'Who designed the great lens of the Sorrel Rock light?', answer: 'Lucan Ferrabee' },
  { question: "Who found the lost bell of St. Orrin's chapel?", answer: 'Abel Quillinan' },
  { question: 'What is the name of the steam tender?', answer: 'Perpetua' },
];
let model: Model;
let answers: AnswerEvent[];
const events: ReadingEvent[] = [];

beforeAll(async () => {
  model = await defaultModel({ model: 'pocket', env: {} });
  answers = await askMany({
    document: await openDocument(path),
    question: asked.map(({ question }) => question),
    model,
    onEvent: (event) => events.push(event),
  });
}, 300_000);

afterAll(() => model.close?.());

describe('pocket on a text eight times longer than its window', () => {
  it('answers rightly', () => {
    expect(answers.map(({ answer }) => answer)).toEqual(asked.map(({ answer }) => answer));
  });

  it('with the right source, as bytes of the file', async () => {
    const bytes = await readFile(path);
    for (const { answer, sources } of answers) {
      const [source] = sources;
      expect(source!.text).toContain(answer);
      expect(bytes.subarray(source!.start, source!.end).toString()).toBe(source!.text);
    }
  });

  it('generates few tokens: choosing costs almost nothing', () => {
    const steps = events.filter((event) => event.type === 'step');
    expect(steps.length).toBeGreaterThan(100);
    const kept = steps.filter((step) => step.outcome === 'kept');
    expect(kept.reduce((sum, step) => sum + step.tokensOut, 0) / kept.length).toBeLessThanOrEqual(3);
  });
});

describe('the ten questions', () => {
  it('are of the kinds that they say', async () => {
    const text = await readFile(path, 'utf8');
    const kinds = ten.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'no-shared-word')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'two-facts')).toHaveLength(2);
    for (const { question, evidence, kind } of ten) {
      const places = evidence.map((sentence) => text.indexOf(sentence));
      expect(Math.min(...places), question).toBeGreaterThan(0);
      const [first, second] = places;
      // Some 700 tokens, a chunk, are 3,000 characters.
      if (kind === 'two-facts') expect(Math.abs(first! - second!), question).toBeGreaterThan(3000);
      const told = rareStems(evidence.join(' '));
      const shared = [...rareStems(question)].filter((stem) => told.has(stem));
      if (kind === 'no-shared-word') expect(shared, question).toEqual([]);
      else expect(shared.length, question).toBeGreaterThan(1);
    }
  });
});

describe('pocket, asked alone', () => {
  it("answers the README's question with its source", { timeout: 120_000 }, async () => {
    const question = 'Who designed the great lens of the Sorrel Rock light?';
    const { answer, sources } = await ask({ document: await openDocument(path), question, model });
    expect(answer).toBe('Lucan Ferrabee');
    expect(sources[0]!.text).toContain(
      'The great lens of the Sorrel Rock light was designed by Lucan Ferrabee',
    );
  });

  const two = ten.filter(({ kind }) => kind === 'two-facts');
  it.each(two)('has both facts: $question', { timeout: 120_000 }, async ({ question, ...wanted }) => {
    const { answer, memory, sources } = await ask({ document: await openDocument(path), question, model });
    expect(answer).toBe(wanted.answers[0]);
    const kept = memory.lines.map(({ text }) => text).join('\n');
    for (const sentence of wanted.evidence) expect(kept).toContain(sentence);
    expect(sources.some(({ text }) => text.includes(wanted.answers[0]!))).toBe(true);
  });
});
