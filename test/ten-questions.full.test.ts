// Of the ten questions that were written before the shipped model's training, those that share no rare word with their
// evidence: two are answered, two are not. Where a test that is expected to fail does not, the model has learnt it: put
// the card right.
import { readFile } from 'node:fs/promises';
import { ask, defaultModel, type Model, openDocument } from 'memagent';
import { afterAll, beforeAll, expect, it } from 'vitest';

const examples = new URL('../examples/', import.meta.url).pathname;
const ten: { question: string; answers: string[]; kind: string }[] = JSON.parse(
  await readFile(`${examples}questions.json`, 'utf8'),
);
let model: Model;
beforeAll(async () => {
  model = await defaultModel({ model: 'pocket', env: {} });
});
afterAll(() => model.close?.());

const answered = ['typhus', 'garnet'];
const hard = ten.filter(({ kind }) => kind === 'no-shared-word');
const isAnswered = ({ answers }: { answers: string[] }) =>
  answers.some((answer) => answered.includes(answer));
const answersIt = async ({ question, answers }: { question: string; answers: string[] }) => {
  const document = await openDocument(`${examples}lighthouse.md`);
  const { answer } = await ask({ document, question, model });
  expect(answers).toContain(answer);
};
it.each(hard.filter(isAnswered))('$question', { timeout: 120_000 }, answersIt);
it.fails.each(hard.filter((one) => !isAnswered(one)))('$question', { timeout: 120_000 }, answersIt);
