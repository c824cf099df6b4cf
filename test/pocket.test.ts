// The shipped model on the example text: the README's first command, through the library.
import { readFile } from 'node:fs/promises';
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
const ten: { question: string; answers: string[]; kind: string }[] = JSON.parse(
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
// Its sentence is found and the answer cut short: "cork" (packages/pocket/CARD.md, "Limits").
const cutShort = 'What cargo was the barque Halcyon Maid carrying?';
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
    const whole = ({ question }: { question: string }) => question !== cutShort;
    expect(answers.filter(whole).map(({ answer }) => answer)).toEqual(
      asked.filter(whole).map(({ answer }) => answer),
    );
  });

  it('has the whole of an answer in its source where it cuts it short', () => {
    const { answer } = asked.find(({ question }) => question === cutShort)!;
    const { sources } = answers.find(({ question }) => question === cutShort)!;
    expect(sources[0]!.text).toContain(answer);
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

describe('pocket, asked for what two chunks say', () => {
  const two = ten.filter(({ kind }) => kind === 'two-facts');
  it.each(two)('$question', { timeout: 120_000 }, async ({ question, answers: [wanted] }) => {
    const { answer } = await ask({ document: await openDocument(path), question, model });
    expect(answer).toBe(wanted);
  });
});
