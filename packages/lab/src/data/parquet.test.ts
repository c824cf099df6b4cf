import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadLongBench } from '../task/sources/longbench.ts';
import { loadMusique } from '../task/sources/musique.ts';
import { readObjects } from './file.ts';
import { loadHotpot } from './hotpot.ts';
import { loadParagraphs } from './paragraphs.ts';
import type { QuestionSet } from './question.ts';
import { loadSquad } from './squad.ts';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

/** Everything a set says, paragraphs by title and text. */
const plain = ({ name, questions, paragraphs }: QuestionSet) => ({
  name,
  paragraphs: paragraphs.map(({ title, text }) => [title, text]),
  questions: questions.map(({ gold, near, own, ...question }) => ({
    ...question,
    own: own?.map(({ title }) => title),
    near: near.map(({ title }) => title),
    gold: gold.map(({ paragraph, sentences }) =>
      [...sentences].map((i) =>
        paragraph.text.slice(paragraph.sentences[i]!.start, paragraph.sentences[i]!.end),
      ),
    ),
  })),
});

describe('a hub’s parquet file says the same as the official file', () => {
  it.each([
    ['HotpotQA, structs of lists, snappy', 'hotpot.json.gz', 'hotpot.parquet', loadHotpot, 12],
    ['2WikiMultihopQA, JSON in strings, gzip', '2wiki.json.gz', '2wiki.parquet', loadHotpot, 12],
    ['MuSiQue, lists of structs, zstd', 'musique.jsonl.gz', 'musique.parquet', loadMusique, 11],
    ['SQuAD, a question a row, snappy', 'squad.json.gz', 'squad.parquet', loadSquad, 12],
  ])('%s', async (_name, official, hub, load, questions) => {
    const [one, other] = [await load(fixture(official)), await load(fixture(hub))];
    expect(one.questions).toHaveLength(questions);
    expect(plain(other)).toEqual(plain(one));
  });
  it('LongBench, brotli', async () => {
    const [one, other] = [
      await loadLongBench(fixture('longbench.jsonl.gz')),
      await loadLongBench(fixture('longbench.parquet')),
    ];
    expect(one.name).toBe('longbench_2wikimqa');
    for (let seed = 0; seed < 12; seed++) {
      const made = [one, other].map((task) => {
        const { id, question, answers, text } = task.generate({ seed, length: 0, split: 'test' });
        return { id, question, answers, text };
      });
      expect(made[1]).toEqual(made[0]);
    }
  });
});

describe('a parquet file', () => {
  it('is read group by group, with numbers of 64 bits as numbers', async () => {
    const rows: { paragraphs: { idx: number }[] }[] = [];
    for await (const row of readObjects(fixture('musique.parquet'), '')) rows.push(row as never);
    expect(rows).toHaveLength(12);
    expect(rows[0]!.paragraphs.map(({ idx }) => idx)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
  it('that is missing, or is none, is said to be so, with where to get it', async () => {
    await expect(loadHotpot('/nowhere/hotpot.parquet')).rejects.toMatchObject({
      message: 'The data file /nowhere/hotpot.parquet cannot be read.',
      hint: expect.stringContaining('huggingface.co/datasets/hotpotqa/hotpot_qa'),
    });
    const folder = await mkdtemp(join(tmpdir(), 'lab-'));
    try {
      const path = join(folder, 'no.parquet');
      await writeFile(path, 'PAR1 is how it should begin and end');
      await expect(loadSquad(path)).rejects.toThrow(/no\.parquet cannot be read as parquet/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
  it('of another form is told apart by the first wrong row', async () => {
    await expect(loadHotpot(fixture('squad.parquet'))).rejects.toThrow(/^Question 1 of .*squad\.parquet/);
    await expect(loadSquad(fixture('hotpot.parquet'))).rejects.toThrow(/is not a SQuAD file: title/);
    await expect(loadParagraphs(fixture('hotpot.parquet'))).rejects.toThrow(/^Paragraph 1 of/);
  });
});
