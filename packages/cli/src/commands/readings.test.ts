import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../testing/in-process.ts';
import { type ReadingServer, startReadingServer, storyOf } from '../testing/reading-server.ts';
import { parseAge } from './forget.ts';

let folder: string;
let server: ReadingServer;
let env: Record<string, string>;
const run = (args: string[], input = '') => runHere(args, { cwd: folder, env, input });
const budgets = ['--chunk-tokens', '400', '--memory-tokens', '200', '--output-tokens', '200'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readings-'));
  server = await startReadingServer();
  env = { HOME: folder, MEMAGENT_HOME: join(folder, 'state'), MEMAGENT_MODEL: server.url };
  await writeFile(
    join(folder, 'story.txt'),
    storyOf(200, { 10: 'The lighthouse has 217 steps.', 120: 'The lighthouse burned in 1911.' }),
  );
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe('readings', () => {
  it('are listed, shown step by step, and forgotten', async () => {
    expect((await run(['readings'])).stderr).toBe('Nothing has been read yet.\n');
    expect(await run(['ask', 'story.txt', 'When? (keyword: lighthouse)', ...budgets])).toMatchObject({
      code: 0,
      stdout: '1911\n',
    });

    const [reading] = (await run(['readings', '--json'])).lines();
    expect(reading).toMatchObject({ type: 'reading', document: 'story.txt', answer: '1911', answered: true });
    const id = String(reading!.id).slice(0, 6);
    const listed = await run(['readings']);
    expect(listed.stdout).toMatch(new RegExp(`^${id}.* story\\.txt +When\\? .*1911$`, 'm'));

    const shown = await run(['show', id]);
    expect(shown.stdout).toContain('  + The lighthouse has 217 steps.');
    expect(shown.stdout).toContain('  + The lighthouse burned in 1911.');
    expect(shown.stdout).toMatch(/Answer\n {2}1911\n/);
    const records = (await run(['show', id, '--json'])).lines();
    expect(records.map((record) => record.type)).toEqual([
      'reading',
      ...Array(records.length - 2).fill('step'),
      'answer',
    ]);
    const step = await run(['show', id, '--step', '2', '--json']);
    expect(step.lines()[0]).toMatchObject({ chunk: 1, memory: { text: expect.stringContaining('217') } });
    expect((await run(['show', id, '--step', '1'])).stdout).toContain('Reply');
    expect(await run(['show', id, '--step', '99'])).toMatchObject({ code: 2 });
    expect(await run(['show', 'zzzz'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no reading'),
    });

    expect((await run(['forget', '--older-than', '1d'])).stderr).toBe('Forgot 0 readings.\n');
    expect((await run(['forget', id, '--json'])).lines()[0]).toMatchObject({
      type: 'forgotten',
      forgotten: [reading!.id],
    });
    expect((await run(['readings', '--json'])).stdout).toBe('');
    expect(await run(['forget'])).toMatchObject({ code: 2 });
  });

  it('are readable by their owner alone', async () => {
    await run(['ask', 'story.txt', 'How many? (keyword: lighthouse)', ...budgets, '--quiet']);
    const [reading] = (await run(['readings', '--json'])).lines();
    expect((await stat(join(folder, 'state/readings', `${reading!.id}.jsonl`))).mode & 0o777).toBe(0o600);
    await run(['forget', '--all']);
  });

  it('are not kept with --no-journal', async () => {
    await run(['ask', 'story.txt', 'How many? (keyword: lighthouse)', ...budgets, '--no-journal', '--quiet']);
    expect((await run(['readings', '--json'])).stdout).toBe('');
  });

  it('answer a second time from the journal alone', async () => {
    const args = ['ask', 'story.txt', 'Twice? (keyword: lighthouse)', ...budgets];
    await run(args);
    const calls = server.prompts.length;
    const again = await run(args);
    expect(again).toMatchObject({
      code: 0,
      stdout: '1911\n',
      stderr: expect.stringContaining('answered from the journal'),
    });
    expect(server.prompts.length).toBe(calls);
    await run([...args, '--fresh']);
    expect(server.prompts.length).toBeGreaterThan(calls);
  });
});

describe('a folder', () => {
  it('is read file by file, and what is left out is said before the answer', async () => {
    await mkdir(join(folder, 'papers'));
    await writeFile(join(folder, 'papers/a.txt'), storyOf(20));
    await writeFile(join(folder, 'papers/b.txt'), 'Nobody came. The lighthouse has 99 steps.');
    await writeFile(join(folder, 'papers/c.png'), Buffer.from('89504e470d0a1a0a0000', 'hex'));
    const events = (
      await run(['ask', 'papers', 'Steps? (keyword: lighthouse)', ...budgets, '--json'])
    ).lines();
    expect(events.at(-2)).toMatchObject({ type: 'warning', code: 'document' });
    expect(events.at(-1)).toMatchObject({ type: 'answer', answer: '99', sources: [{ file: 'b.txt' }] });
    const shown = await run(['ask', 'papers', 'Steps? (keyword: lighthouse)', ...budgets]);
    expect(shown.stderr).toContain('b.txt, bytes 13–41');
  });
});

describe('chat', () => {
  it('answers piped questions one after another, and shows memory and sources', async () => {
    const ran = await run(
      ['chat', 'story.txt', ...budgets],
      'When? (keyword: lighthouse)\n/memory\n/sources\n/nonsense\nWho? (keyword: zebra)\n/quit\nnever asked\n',
    );
    expect(ran.stdout).toBe('1911\n');
    expect(ran.stderr).toContain('There is no /nonsense');
    expect(ran.stderr.match(/^Memory/gm)!.length).toBe(3);
    expect(ran.code).toBe(3);
  });
  it('does not take its document from where its questions come from', async () => {
    expect(await run(['chat', '-'])).toMatchObject({ code: 2 });
  });
});

describe('estimate', () => {
  it('counts chunks, calls and tokens, and money where a price is known', async () => {
    const [found] = (
      await run(['estimate', 'story.txt', ...budgets, '--questions', '2', '--price', '1,2', '--json'])
    ).lines();
    expect(found).toMatchObject({ type: 'estimate', exact: true, money: expect.any(Number) });
    expect(found!.calls).toBe(2 * ((found!.chunks as number) + 1));
    const shown = await run(['estimate', 'story.txt', ...budgets]);
    expect(shown.stdout).toMatch(/chunks +\d+\n/);
    expect(shown.stdout).toContain('--price');
  });
  it('knows the time from earlier readings with the model', async () => {
    await run(['ask', 'story.txt', 'Time? (keyword: lighthouse)', ...budgets, '--quiet']);
    const [found] = (await run(['estimate', 'story.txt', ...budgets, '--json'])).lines();
    expect(found!.seconds).toBeGreaterThan(0);
  });
});

describe('summarize', () => {
  it('reads without a question', async () => {
    const writer = await startReadingServer({
      reply: (prompt) => (prompt.includes('<section>') ? 'People walk.' : 'A story of walks.'),
    });
    const ran = await run(['summarize', 'story.txt', ...budgets, '--model', writer.url, '--words', '50']);
    await writer.close();
    expect(ran).toMatchObject({ code: 0, stdout: 'A story of walks.\n' });
    expect(writer.prompts[0]).toContain('about 50 words');
    expect(await run(['summarize', 'story.txt', '--policy', 'select'])).toMatchObject({ code: 2 });
  });
});

describe('parseAge', () => {
  it('knows minutes, hours, days and weeks', () => {
    expect(parseAge('30d')).toBe(30 * 86_400_000);
    expect(parseAge('1.5h')).toBe(5_400_000);
    expect(() => parseAge('soon')).toThrow('no age');
  });
});
