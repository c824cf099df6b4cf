// The ten questions that were written before the shipped model's training, asked one at a time: nine must be right.
import { readFile } from 'node:fs/promises';
import { ask, defaultModel, type Model, openDocument } from 'memagent';
import { afterAll, beforeAll, expect, it } from 'vitest';

const examples = new URL('../examples/', import.meta.url).pathname;
const ten: { question: string; answers: string[] }[] = JSON.parse(
  await readFile(`${examples}questions.json`, 'utf8'),
);
let model: Model;
beforeAll(async () => {
  model = await defaultModel({ model: 'pocket', env: {} });
});
afterAll(() => model.close?.());

it('answers nine of the ten, whose source it has', async () => {
  const wrong: string[] = [];
  for (const { question, answers } of ten) {
    const document = await openDocument(`${examples}lighthouse.md`);
    const { answer, sources } = await ask({ document, question, model });
    if (!answers.includes(answer)) wrong.push(`${question} ${answer}`);
    else expect(sources.map(({ text }) => text).join('\n')).toContain(answer);
  }
  expect(ten).toHaveLength(10);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(1);
});
