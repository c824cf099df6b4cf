// From random weights to a reader in tiny, on a CPU: recipes/pocket/all.sh on text that is made here, with traces by the
// command's own sources, and what comes of it in the embedded engine. Nothing is said of how well it reads.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Random } from '@memagent/lab';
import { engineEnvironment } from '@memagent/train';
import { ask, llamaModel, pocketDefaults, type ReadingEvent, textDocument } from 'memagent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineEnv } from '../packages/train/src/testing/engine-env.ts';

const run = promisify(execFile);
const root = new URL('..', import.meta.url);
const here = (path: string) => fileURLToPath(new URL(path, root));
const random = new Random('pocket-pipeline');
const towns = ['Orrin', 'Belmar', 'Castow', 'Dunfell', 'Eastmere', 'Farley', 'Greve', 'Holm'];
const names = ['Ada Hill', 'Bo Frank', 'Cy Lund', 'Di Marsh', 'Ed Noor', 'Fay Oak', 'Gus Park', 'Hal Quist'];
const trades = ['painter', 'printer', 'baker', 'sailor'];

const sentence = () =>
  `${random.pick(names)}, a ${random.pick(trades)}, walked from ${random.pick(towns)} to ${random.pick(towns)} with ${random.int(2, 90)} letters.`;
const prose = (sentences: number) => Array.from({ length: sentences }, sentence).join(' ');
// Long enough for a row of the tiny language model, since a single one may be all that it is validated on.
const paragraph = (i: number) =>
  `${names[i % 8]} was born in ${towns[i % 8]} in ${1800 + i}. ${prose(5)} The mill of ${towns[i % 8]} has ${i + 3} wheels.`;

const article = (i: number) => ({
  title: `Article_${i}`,
  paragraphs: [0, 1].map((j) => {
    const context = paragraph(2 * i + j);
    const question = `In which year was ${names[(2 * i + j) % 8]} born?`;
    const text = String(1800 + 2 * i + j);
    return {
      context,
      qas: [{ id: `s${i}-${j}`, question, answers: [{ text, answer_start: context.indexOf(text) }] }],
    };
  }),
});
const hotpot = (i: number) => ({
  _id: `h${i}`,
  question: `How many wheels has the mill of the town where ${names[i % 8]} was born, ${i}?`,
  answer: String(i + 3),
  type: 'bridge',
  supporting_facts: [[`Person ${i}`, 0]],
  context: [
    [`Person ${i}`, [paragraph(i)]],
    [`Town ${i}`, [`${towns[i % 8]} lies on a river. `, prose(5)]],
  ],
});
const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const count = <T>(n: number, make: (i: number) => T) => Array.from({ length: n }, (_, i) => make(i));

let folder: string;
let settings: Record<string, string | undefined>;
const all = async () => {
  const { stdout } = await run('bash', [here('recipes/pocket/all.sh')], {
    env: settings,
    maxBuffer: 1 << 26,
  });
  return stdout;
};
/** The first and the last line of a stage's log of record. */
const ends = async (stage: string) => {
  const log = (await readFile(join(folder, 'work', stage, 'metrics.jsonl'), 'utf8')).trim().split('\n');
  return { start: JSON.parse(log[0]!), done: JSON.parse(log.at(-1)!) };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-pipeline-'));
  for (const part of ['books', 'data', 'work']) await mkdir(join(folder, part));
  for (let i = 0; i < 6; i++) {
    const text = count(12, (part) => `## Part ${part + 1}\n\n${prose(12)}`).join('\n\n');
    await writeFile(join(folder, 'books', `book-${i}.md`), `# Title: Book ${i}\n\n${text}\n`);
  }
  const data = {
    'squad-v1.1-train.json.gz': JSON.stringify({ data: count(8, article) }),
    'squad-v1.1-dev.json.gz': JSON.stringify({ data: [article(20)] }),
    'hotpotqa.jsonl.gz': lines(count(12, (i) => hotpot(i + 50))),
    'wiki-paragraphs.jsonl.gz': lines(count(30, (i) => ({ title: `Plain ${i}`, text: paragraph(i + 100) }))),
  };
  for (const [name, text] of Object.entries(data))
    await writeFile(join(folder, 'data', name), gzipSync(text));
  const env = engineEnv();
  const { python } = await engineEnvironment({ env });
  const loader = new URL('node_modules/tsx/dist/loader.mjs', root).href;
  settings = {
    ...env,
    TINY: '1',
    PYTHON: python,
    BOOKS: join(folder, 'books'),
    DATA: join(folder, 'data'),
    WORK: join(folder, 'work'),
    MEMAGENT: `${process.execPath} --conditions=memagent-source --import ${loader} ${here('packages/cli/src/main.ts')}`,
    READING: '15 10',
  };
  await all();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the road from random weights', () => {
  it.each(['teacher', 'language'])('begins with two language models: %s', async (stage) => {
    const { done } = await ends(stage);
    expect(done.event).toBe('done');
    expect(done.books_nats_per_token).toBeLessThan(Math.log(512)); // what random weights have
  });

  it('goes on with traces in two slots, each from the weights before it', async () => {
    const kinds = new Set<string>();
    for (const slot of ['reader-1', 'reader-2']) {
      const { start, done } = await ends(slot);
      expect(start.init).toBe(true);
      expect(done).toMatchObject({ event: 'done', steps: expect.any(Number) });
      for (const kind of Object.keys(done.examples)) kinds.add(kind.split('/')[0]!);
      expect(Object.keys(done.evaluation).length).toBeGreaterThan(0);
    }
    expect([...kinds]).toContain('squad'); // of the files that were made, not only what the tasks make up
  });

  it.each(['f16', 'bf16', 'q8_0'])('ends with a GGUF of %s that reads to an answer', async (kind) => {
    const path = join(folder, 'work', 'export', `pocket-${kind}.gguf`);
    const model = await llamaModel({ path, gpu: false, threads: 1, defaults: pocketDefaults });
    const events: ReadingEvent[] = [];
    try {
      const { answer, chunks } = await ask({
        document: textDocument(prose(12)),
        question: 'Where was Ada Hill born?',
        model,
        budgets: { question: 32, chunk: 80, memory: 40, output: 16 }, // of a window of 256
        onEvent: (event) => void events.push(event),
      });
      expect(chunks).toBeGreaterThan(3);
      expect(typeof answer).toBe('string');
      expect(events.at(-1)!.type).toBe('answer');
    } finally {
      await model.close();
    }
  });

  it('makes nothing twice', async () => {
    const weights = join(folder, 'work', 'reader-2', 'model-00.safetensors');
    const { mtimeMs } = await stat(weights);
    const said = await all();
    for (const made of ['teacher', 'language', 'texts', 'held-out.jsonl', 'reader-1', 'reader-2'])
      expect(said).toContain(`${made} is there`);
    expect(said).not.toContain('first step');
    expect((await stat(weights)).mtimeMs).toBe(mtimeMs);
  });
});
