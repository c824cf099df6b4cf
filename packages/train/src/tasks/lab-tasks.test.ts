import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseTrainRecipe } from '../trainer/recipe.ts';
import { taskSource } from '../trainer/task-source.ts';
import { placeTaskFiles } from './lab-tasks.ts';
import { rememberTokenizer } from './remember.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-tasks-'));
  const articles = Array.from({ length: 20 }, (_, n) => ({
    title: `Place ${n}`,
    paragraphs: [
      {
        context: `Place ${n} was founded in ${1500 + n}. It lies by a river.`,
        qas: [
          {
            id: `q${n}`,
            question: `When was Place ${n} founded?`,
            answers: [{ text: `${1500 + n}`, answer_start: `Place ${n} was founded in `.length }],
          },
        ],
      },
    ],
  }));
  await writeFile(join(folder, 'squad.json'), JSON.stringify({ data: articles }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const tokenizer = rememberTokenizer();
const recipe = (more: object) =>
  parseTrainRecipe(
    { model: { tokenizer: 'words', format: 'pocket' }, lengths: ['own', 200], steps: 1, ...more },
    'a recipe',
  );

describe('tasks of a recipe', () => {
  it('are drawn by their shares, natural questions from files', async () => {
    const source = await taskSource(
      recipe({
        tasks: [
          { task: 'squad', share: 3, verifier: 'f1', unanswerable: 0.5 },
          { task: 'remember', share: 1 },
        ],
        lengths: ['own'],
        files: { squadTrain: join(folder, 'squad.json'), exchange: 0 },
      }),
      {},
      tokenizer,
    );
    const all = await Promise.all(Array.from({ length: 200 }, (_, i) => source.train(i)));
    const squad = all.filter(({ label }) => label === 'squad');
    expect(squad.length).toBeGreaterThan(130);
    expect(squad.length).toBeLessThan(170);
    expect(squad.every(({ verifier }) => verifier === 'f1')).toBe(true);
    expect(all.find(({ label }) => label === 'remember')?.verifier).toBeUndefined();
    const without = squad.filter(({ answerable }) => answerable === false).length;
    expect(without / squad.length).toBeGreaterThan(0.3);
    // The last article is held out: it is asked in validation alone.
    expect(squad.some(({ question }) => question.includes('Place 19 '))).toBe(false);
    const held = await Promise.all(Array.from({ length: 4 }, (_, i) => source.heldOut(i)));
    for (const { label, question } of held)
      if (label === 'squad') expect(question).toBe('When was Place 19 founded?');
  });

  it('ask what a model made in training, and nothing of it in validation', async () => {
    const files = { squadTrain: join(folder, 'squad.json'), asked: join(folder, 'squad.json'), exchange: 0 };
    const source = await taskSource(
      recipe({ tasks: ['asked', 'squad'], lengths: ['own'], files }),
      {},
      tokenizer,
    );
    const labels = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => (await source.train(i)).label),
    );
    expect(new Set(labels)).toEqual(new Set(['asked', 'squad']));
    const held = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => (await source.heldOut(i)).label),
    );
    expect(new Set(held)).toEqual(new Set(['squad']));
  });

  it('ask questions that supervised traces never do, and others in validation', async () => {
    const articles = Array.from({ length: 60 }, (_, n) => ({
      title: `Town ${n}`,
      paragraphs: [
        {
          context: `Town ${n} has ${n} mills.`,
          qas: [
            {
              id: `t${n}`,
              question: `${n}?`,
              answers: [{ text: `${n} mills`, answer_start: `Town ${n} has `.length }],
            },
          ],
        },
      ],
    }));
    await writeFile(join(folder, 'towns.json'), JSON.stringify({ data: articles }));
    const source = await taskSource(
      recipe({
        tasks: ['squad', 'squad_unseen'],
        lengths: ['own'],
        files: { squadTrain: join(folder, 'towns.json'), exchange: 0 },
      }),
      {},
      tokenizer,
    );
    const asked = async (draw: (index: number) => Promise<{ label: string; question: string }>) =>
      Promise.all(Array.from({ length: 300 }, (_, i) => draw(i)));
    const train = await asked(source.train);
    const of = (label: string) =>
      new Set(train.filter((task) => task.label === label).map(({ question }) => question));
    const unseen = ['51?', '52?', '53?', '54?', '55?', '56?', '58?', '59?'];
    expect(of('squad_unseen')).toEqual(new Set(unseen));
    expect(of('squad').size).toBeGreaterThan(40);
    for (const question of ['57?', ...unseen]) expect(of('squad')).not.toContain(question);
    const held = await asked(source.heldOut);
    expect(new Set(held.map(({ label, question }) => `${label} ${question}`))).toEqual(
      new Set(['squad 57?', 'squad_unseen 57?']),
    );
  });

  it('say which file is missing', async () => {
    const source = taskSource(recipe({ tasks: ['hotpot'] }), {}, tokenizer);
    await expect(source).rejects.toThrow('The task hotpot needs a data file.');
  });

  it('have their files taken from where the recipe lies', () => {
    const files = recipe({ tasks: ['squad'], files: { squadTrain: 'a.json', texts: ['b.txt'] } }).files!;
    expect(placeTaskFiles(files, (path) => `/there/${path}`)).toEqual({
      squadTrain: '/there/a.json',
      texts: ['/there/b.txt'],
      exchange: 0.5,
    });
  });

  it('say which file questions over two paragraphs are made from', async () => {
    const bridge = recipe({ tasks: ['bridge'] });
    await expect(taskSource(bridge, {}, tokenizer)).rejects.toMatchObject({
      code: 'bad-input',
      hint: expect.stringContaining('paragraphs'),
    });
  });
});

describe('tasks of a file', () => {
  const file = () => join(folder, 'tasks.jsonl');
  const lines = (row: object) => writeFile(file(), `${JSON.stringify(row)}\n`.repeat(12));

  it('need an answer, unless the reward is one’s own', async () => {
    await lines({ question: 'What was it?', awnsers: ['coral'], text: 'Remember coral.' });
    const wanted = recipe({ data: file(), lengths: undefined });
    await expect(taskSource(wanted, {}, tokenizer)).rejects.toThrow('tasks.jsonl:1: There is no answer');
    const own = await taskSource(wanted, { reward: () => 1 }, tokenizer);
    expect((await own.train(0)).meta).toEqual({ awnsers: ['coral'] });
  });

  it('do not stand beside others, nor is anything held out of these', () => {
    expect(() => recipe({ tasks: ['remember'], data: file() })).toThrow('names both tasks and data');
    expect(() => recipe({ tasks: ['remember'], heldOut: file() })).toThrow('heldOut without data');
  });
});

it('refuses settings of the optimizer that make no sense', () => {
  const adam = { beta1: 2, eps: -1, gradClipNorm: -1 };
  expect(() => recipe({ tasks: ['remember'], algorithm: { adam } })).toThrow(
    /adam\.beta1.*adam\.eps.*gradClip/,
  );
});
