import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCorpus } from './corpus.ts';
import { readObjects } from './file.ts';
import { loadHotpot, splitHotpot } from './hotpot.ts';
import { isHeldOut } from './question.ts';
import { loadSquad } from './squad.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lab-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

const hotpot = (question: string, index: number) => ({
  _id: `h${index}`,
  question,
  answer: 'Lund',
  type: 'bridge',
  supporting_facts: [
    [`Town ${index}`, 1],
    [`Person ${index}`, 0],
  ],
  context: [
    [`Town ${index}`, [`Town ${index} is old.`, ' It lies near Lund.']],
    [`Person ${index}`, [`Person ${index} lives in Town ${index}.`, ' He has a {brace} and a "quote\\".']],
    [`Other ${index}`, ['Nothing of note.']],
  ],
});
const rows = Array.from({ length: 12 }, (_, index) =>
  hotpot(`Near which town does Person ${index} live?`, index),
);

const squad = {
  version: '1.1',
  data: Array.from({ length: 20 }, (_, article) => ({
    title: `Big_Article_${article}`,
    paragraphs: [
      {
        context: `Mr. Berg came in ${1900 + article}. He left on a Friday. Nobody saw it.`,
        qas: [
          {
            id: `s${article}`,
            question: 'When did he leave? ',
            answers: [{ text: 'a Friday', answer_start: 31 }],
          },
          { id: `i${article}`, question: 'Why?', is_impossible: true, answers: [] },
          {
            id: `p${article}`,
            question: 'On which day did he come?',
            is_impossible: true,
            answers: [],
            plausible_answers: [{ text: 'a Friday', answer_start: 31 }],
          },
        ],
      },
      { context: `Second paragraph of article ${article}.`, qas: [] },
    ],
  })),
};

describe('readObjects', () => {
  it('reads JSON arrays and JSON lines alike, packed or not', async () => {
    const array = await file('a.json', JSON.stringify(rows, null, 1));
    const lines = await file('b.jsonl.gz', rows.map((row) => JSON.stringify(row)).join('\n'));
    for (const path of [array, lines]) {
      const found: unknown[] = [];
      for await (const object of readObjects(path, '')) found.push(object);
      expect(found).toEqual(rows);
    }
  });

  it('says where a missing file can be got, and when one is cut', async () => {
    await expect(loadHotpot(join(folder, 'none.json'))).rejects.toMatchObject({
      code: 'bad-input',
      hint: /hotpotqa/,
    });
    const cut = await file('cut.json', JSON.stringify(rows).slice(0, 500));
    await expect(loadHotpot(cut)).rejects.toThrow(/middle of object/);
  });
});

describe('loadHotpot', () => {
  it('knows the supporting sentences, in the order of the hops', async () => {
    const set = await loadHotpot(await file('h.json', JSON.stringify(rows)));
    const { gold, near, bridge } = set.questions[3]!;
    expect(bridge).toBe(true);
    expect(gold.map(({ paragraph }) => paragraph.title)).toEqual(['Person 3', 'Town 3']);
    const { paragraph, sentences } = gold[1]!;
    expect(
      sentences.map((i) => paragraph.text.slice(paragraph.sentences[i]!.start, paragraph.sentences[i]!.end)),
    ).toEqual(['It lies near Lund.']);
    expect(near.map(({ title }) => title)).toEqual(['Other 3']);
  });
});

describe('the hold-out', () => {
  it('goes by the first eight hexadecimal digits of the hash, modulo 3', () => {
    // sha256("abc") begins with ba7816bf = 3128432319 = 3 · 1042810773.
    expect(isHeldOut('abc')).toBe(true);
    // sha256("") begins with e3b0c442 = 3820012610 ≡ 2 (mod 3).
    expect(isHeldOut('')).toBe(false);
  });

  it('keeps every article of a held-out question, and those of dev, out of training, however they are spelt', async () => {
    const path = await file('h2.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
    const { test } = splitHotpot(await loadHotpot(path));
    expect(test.questions.length).toBeGreaterThan(0);
    const held = new Set(
      test.questions.flatMap(({ gold, near }) => [
        ...gold.map((g) => g.paragraph.title),
        ...near.map((p) => p.title),
      ]),
    );
    const dev = await file('dev.json', JSON.stringify({ data: squad.data.slice(0, 1) }));
    const [first] = (await loadSquad(dev)).paragraphs;
    const others = [
      ...[...held, 'Free', 'big_Article  0'].map((title) => ({ title, text: `About ${title}.` })),
      { title: 'Under another title', text: `${first!.text}\n` },
    ];
    const plain = await file('p.jsonl', others.map((row) => JSON.stringify(row)).join('\n'));
    const train = await file('train.json', JSON.stringify(squad));
    const corpus = await loadCorpus('train', {
      hotpot: path,
      paragraphs: plain,
      squadTrain: train,
      squadDev: dev,
    });
    const gold = (set: typeof corpus.squad) =>
      set!.questions.flatMap((question) => question.gold.map(({ paragraph }) => paragraph));
    for (const { title, text } of [...corpus.pool, ...gold(corpus.squad), ...gold(corpus.hotpot)]) {
      expect(held.has(title)).toBe(false);
      expect(title.toLowerCase()).not.toMatch(/big.article +0/);
      expect(text.trim()).not.toBe(first!.text);
    }
    expect(corpus.hotpot!.questions.length).toBe(rows.length - test.questions.length);
    expect(corpus.pool.some(({ title }) => title === 'Free')).toBe(true);
  });
});

describe('loadSquad', () => {
  it('finds the sentence of the answer, past abbreviations', async () => {
    const set = await loadSquad(await file('s.json.gz', JSON.stringify(squad)));
    expect(set.questions).toHaveLength(20);
    const { gold, question } = set.questions[0]!;
    const { paragraph, sentences } = gold[0]!;
    expect(question).toBe('When did he leave?');
    const { answers, gold: misleading } = set.impossible![0]!;
    expect({ answers, sentences: misleading[0]!.sentences }).toEqual({
      answers: [],
      sentences: gold[0]!.sentences,
    });
    expect(paragraph.title).toBe('Big Article 0');
    const evidence = sentences
      .map((i) => paragraph.text.slice(paragraph.sentences[i]!.start, paragraph.sentences[i]!.end))
      .join(' ');
    expect(evidence).toContain('He left on a Friday.');
    expect(evidence).not.toContain('Nobody');
  });

  it('keeps the last 15 % of the articles for validation and what supervised traces do not ask', async () => {
    const path = await file('s2.json', JSON.stringify(squad));
    const train = await loadSquad(path, { part: 'train' });
    const validation = await loadSquad(path, { part: 'validation' });
    const unseen = await loadSquad(path, { part: 'unseen' });
    expect(train.questions).toHaveLength(17);
    expect(unseen.questions.map(({ id }) => id)).toEqual(['s17', 's18']);
    expect(validation.questions.map(({ id }) => id)).toEqual(['s19']);
  });
});
