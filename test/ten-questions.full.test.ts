// Of the ten questions that were written before the shipped model's training, those that share no rare word with their
// evidence, asked one at a time; test/pocket.test.ts asks the others.
import { readFile } from 'node:fs/promises';
import { ask, defaultModel, type Model, openDocument } from 'memagent';
import { afterAll, beforeAll, expect, it } from 'vitest';

const examples = new URL('../examples/', import.meta.url).pathname;
const ten: { question: string; answers: string[]; evidence: string[]; kind: string }[] = JSON.parse(
  await readFile(`${examples}questions.json`, 'utf8'),
);
let model: Model;
beforeAll(async () => {
  model = await defaultModel({ model: 'pocket', env: {} });
});
afterAll(() => model.close?.());

const hard = ten.filter(({ kind }) => kind === 'no-shared-word');
it.each(hard)('$question', { timeout: 120_000 }, async ({ question, answers, evidence }) => {
  const document = await openDocument(`${examples}lighthouse.md`);
  const { answer, memory } = await ask({ document, question, model });
  expect(answers).toContain(answer);
  expect(memory.lines.map(({ text }) => text).join('\n')).toContain(evidence[0]);
});
