import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLength } from '../../eval/length.ts';
import { OverlapMeter, paragraphsOf } from '../../eval/overlap.ts';
import { generateSample, resolveTask } from '../../eval/task-spec.ts';
import { loadData, needsFile } from './load-tasks.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-data-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = async (name: string, rows: readonly object[]) => {
  const path = join(folder, name);
  await writeFile(path, rows.map((row) => JSON.stringify(row)).join('\n'));
  return path;
};
const others = Array.from({ length: 30 }, (_, i) => ({
  idx: i + 2,
  title: `Other ${i}`,
  paragraph_text: `This paragraph, number ${i}, is about something else. It says so twice.`,
  is_supporting: false,
}));
const musique = {
  id: '2hop__1_2',
  question: 'Where was the founder of the Orrin Library born?',
  answer: 'Belmont',
  answer_aliases: ['Belmont Town'],
  answerable: true,
  paragraphs: [
    {
      ...{ idx: 0, title: 'Orrin Library', is_supporting: true },
      paragraph_text: 'It has two floors and a garden. The library was founded by Ada Hill in 1894.',
    },
    {
      idx: 1,
      title: 'Ada Hill',
      paragraph_text: 'Ada Hill was born in Belmont. She read a lot.',
      is_supporting: true,
    },
    ...others,
  ],
  question_decomposition: [
    { id: 1, question: 'Who founded it?', answer: 'Ada Hill', paragraph_support_idx: 0 },
    { id: 2, question: 'Where was #1 born?', answer: 'Belmont', paragraph_support_idx: 1 },
  ],
};

describe('MuSiQue', () => {
  it('becomes a task whose evidence is the sentences of the hops', async () => {
    const path = await file('musique.jsonl', [musique, { ...musique, id: 'no', answerable: false }]);
    const { tasks } = await loadData({ musique: path }, 'test');
    const sample = generateSample(resolveTask({ task: 'musique' }, tasks), {
      ...{ seed: 1, length: parseLength('20d'), split: 'test' },
    });
    expect(sample.answers).toEqual(['Belmont', 'Belmont Town']);
    expect(sample.meta.documents).toBe(20);
    expect(sample.evidence.map(({ start, end }) => sample.text.slice(start, end)).sort()).toEqual([
      'Ada Hill was born in Belmont.',
      'The library was founded by Ada Hill in 1894.',
    ]);
  });
  it('has a paragraph once that two hops need', async () => {
    const [first, second] = musique.question_decomposition;
    const path = await file('twice.jsonl', [
      {
        ...musique,
        answer: '1894',
        question_decomposition: [
          first,
          { ...second, question: 'When did #1 do it?', answer: '1894', paragraph_support_idx: 0 },
        ],
        paragraphs: musique.paragraphs.map((paragraph) => ({
          ...paragraph,
          is_supporting: paragraph.idx === 0,
        })),
      },
    ]);
    const { tasks } = await loadData({ musique: path }, 'test');
    const sample = generateSample(resolveTask({ task: 'musique' }, tasks), {
      ...{ seed: 1, length: parseLength('20d'), split: 'test' },
    });
    expect(sample.text.split('Orrin Library\n')).toHaveLength(2);
    expect(sample.evidence.map(({ start, end }) => sample.text.slice(start, end))).toEqual([
      'The library was founded by Ada Hill in 1894.',
    ]);
  });
  it('is measured for how much of the haystack samples share', async () => {
    const path = await file('musique.jsonl', [musique]);
    const { tasks } = await loadData({ musique: path }, 'test');
    const make = (seed: number) =>
      generateSample(resolveTask({ task: 'musique' }, tasks), {
        ...{ seed, length: parseLength('17d'), split: 'test' },
      });
    const meter = new OverlapMeter();
    for (const seed of [1, 2, 3]) meter.note('musique', 17, seed, paragraphsOf(make(seed))!);
    // Two gold paragraphs are the same, and of thirty others fifteen are drawn each time.
    expect(meter.found.musique![17]).toBeGreaterThan(2 / 17);
    expect(meter.found.musique![17]).toBeLessThan(1);
    const same = new OverlapMeter();
    for (const seed of [1, 2]) same.note('musique', 17, seed, paragraphsOf(make(1))!);
    expect(same.found).toEqual({ musique: { 17: 1 } });
  });
  it('says which question is wrong', async () => {
    const path = await file('bad.jsonl', [musique, { id: 'x' }]);
    await expect(loadData({ musique: path }, 'test')).rejects.toThrow(/^Question 2 of .*question/);
  });
});

describe('2WikiMultihopQA', () => {
  it('has the form of HotpotQA', async () => {
    const context = [
      ['Alpha', ['Alpha is a film by Carl Berg.', 'It is long.']],
      ['Carl Berg', ['Carl Berg died in Oslo.']],
      ...others.map(({ title, paragraph_text }) => [title, [paragraph_text]]),
    ];
    const path = await file('2wiki.json', [
      {
        ...{
          _id: 'q',
          question: 'Where did the director of Alpha die?',
          answer: 'Oslo',
          type: 'compositional',
        },
        ...{
          context,
          supporting_facts: [
            ['Alpha', 0],
            ['Carl Berg', 0],
          ],
        },
      },
    ]);
    const { tasks } = await loadData({ twowiki: path }, 'test');
    const sample = generateSample(resolveTask({ task: '2wiki' }, tasks), {
      ...{ seed: 1, length: parseLength('12d'), split: 'test' },
    });
    expect(sample.evidence).toHaveLength(2);
    expect(sample.answers).toEqual(['Oslo']);
  });
});

describe('LongBench', () => {
  const row = {
    _id: 'a1',
    input: 'Who?',
    context: 'A long text. Ada did it.',
    answers: ['Ada'],
    dataset: 'qasper',
  };
  it('becomes a task with texts of their own length', async () => {
    const path = await file('qasper.jsonl', [row]);
    const { tasks } = await loadData({ longbench: [path] }, 'test');
    const task = resolveTask({ task: 'longbench_qasper' }, tasks);
    const sample = generateSample(task, { seed: 5, length: parseLength('own'), split: 'test' });
    expect(sample).toMatchObject({ text: row.context, question: 'Who?', answers: ['Ada'], evidence: [] });
    expect(() => generateSample(task, { seed: 5, length: parseLength('8k'), split: 'test' })).toThrow(
      'have a length of their own',
    );
  });
});

describe('haystacks', () => {
  it('are texts that needles are hidden in', async () => {
    const path = join(folder, 'essay.txt');
    await writeFile(path, 'The sea was calm. Nobody spoke of it.');
    const { haystack } = await loadData({ haystack: [path] }, 'test');
    const sample = generateSample(resolveTask({ task: 'niah_single_2' }), {
      ...{ seed: 1, length: parseLength('500'), split: 'test', haystack: haystack! },
    });
    expect(sample.text).toContain('The sea was calm. Nobody spoke of it.');
    expect(sample.meta.haystack).toBe('essay.txt');
  });
});

describe('what is missing', () => {
  it('is said with where to get it', async () => {
    expect(needsFile('hqa')).toMatchObject({ message: 'The task hqa needs a data file.' });
    expect(needsFile('hqa')!.hint).toContain('hotpot_dev_distractor_v1.json');
    expect(needsFile('longbench_qasper')!.hint).toContain('--longbench');
    expect(needsFile('vt')).toBeUndefined();
    await expect(loadData({ hotpot: join(folder, 'none.json') }, 'test')).rejects.toThrow('cannot be read');
  });
});
