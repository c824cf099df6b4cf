// What the shipped model does not answer of the ten questions that were written before its training: those that share no
// rare word with their evidence. Where one of these tests fails, the model has learnt it: move it to pocket.test.ts, and
// put the card right.
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

it.fails.each(ten.filter(({ kind }) => kind === 'no-shared-word'))(
  '$question',
  { timeout: 120_000 },
  async ({ question, answers }) => {
    const document = await openDocument(`${examples}lighthouse.md`);
    const { answer } = await ask({ document, question, model });
    expect(answers).toContain(answer);
  },
);
