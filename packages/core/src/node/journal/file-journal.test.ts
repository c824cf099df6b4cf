import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textDocument } from '../../document/index.ts';
import { scriptedModel } from '../../model/scripted-model.ts';
import { testTokenizer } from '../../model/test-tokenizer.ts';
import { pocketTokens } from '../../profile/pocket.ts';
import { ask } from '../../reading/ask.ts';
import { FileJournal } from './file-journal.ts';
import { Lock } from './lock.ts';

let folder: string;
let journal: FileJournal;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-journal-'));
  journal = new FileJournal(join(folder, 'readings'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const document = textDocument('Some words that say nothing much.\n\n'.repeat(300));
const model = () => scriptedModel({ reply: (_, __, call) => `Memory number ${call}.` });
const options = {
  document,
  question: 'What?',
  budgets: { chunk: 400, memory: 200, question: 50, output: 100 },
};

describe('FileJournal', () => {
  it('keeps readings in files that only their owner can read', async () => {
    const { reading } = await ask({ ...options, model: model(), journal });
    const path = join(journal.folder, `${reading}.jsonl`);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(journal.folder)).mode & 0o777).toBe(0o700);
    const lines = (await readFile(path, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ type: 'reading', version: 1, question: 'What?' });
    expect(lines.at(-1)).toMatchObject({ type: 'answer' });
  });

  it('gives back what is known of each line of a memory', async () => {
    const reader = scriptedModel({ tokenizer: testTokenizer(pocketTokens), reply: () => '<|keep|>' });
    const how = { profile: 'pocket', policy: 'select', hints: true, keepMatches: true } as const;
    const asked = { ...options, ...how, question: 'What do the words say?', model: reader, journal };
    const first = await ask(asked);
    expect(first.memory.lines[0]).toMatchObject({ matched: true });
    expect((await ask(asked)).memory).toEqual(first.memory);
  });

  it('goes on after a crash at any byte, with the same answer', async () => {
    const first = await ask({ ...options, model: model(), journal });
    const path = join(journal.folder, `${first.reading}.jsonl`);
    const whole = await readFile(path);
    for (let size = whole.length - 1; size >= 0; size -= 997) {
      await writeFile(path, whole);
      await truncate(path, size);
      const steps = whole
        .subarray(0, size)
        .toString()
        .split('\n')
        .slice(0, -1)
        .filter((line) => line.includes('"type":"step"')).length;
      // The scripted model counts its calls, so a step done twice would show in the memory.
      const again = scriptedModel({ reply: (_, __, call) => `Memory number ${steps + call}.` });
      const answer = await ask({ ...options, model: again, journal });
      expect(answer.answer).toBe(first.answer);
      expect(answer.memory.text).toBe(first.memory.text);
    }
  });

  it('refuses a damaged or foreign journal with a way out', async () => {
    const { reading } = await ask({ ...options, model: model(), journal });
    const path = join(journal.folder, `${reading}.jsonl`);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"type":"step"', '"type":"stop"'));
    await expect(ask({ ...options, model: model(), journal })).rejects.toMatchObject({ code: 'journal' });
    await writeFile(path, text.replace('"version":1', '"version":99'));
    await expect(ask({ ...options, model: model(), journal })).rejects.toThrow(/format 99/);
    await expect(ask({ ...options, model: model(), journal, fresh: true })).resolves.toMatchObject({
      type: 'answer',
    });
  });

  it('is written by one reading at a time; the other goes on without it and says so', async () => {
    const codes: string[] = [];
    const run = () =>
      ask({
        ...options,
        model: model(),
        journal,
        onEvent: (event) => event.type === 'warning' && codes.push(event.code),
      });
    const [a, b] = await Promise.all([run(), run()]);
    expect(a.answer).toBe(b.answer);
    expect(codes).toEqual(['not-journaled']);
    await expect(journal.find(a.reading)).resolves.toMatchObject({ answer: { answer: a.answer } });
  });

  it.skipIf(!existsSync('/proc/self/stat'))(
    'takes over the lock of a process that has ended and that its parent has forgotten',
    async () => {
      // What is begun in the background belongs to `sleep`, which never asks after it.
      const parent = spawn('sh', ['-c', 'exec 3<&0; read line <&3 & echo $!; exec sleep 60'], {
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      try {
        const pid = Number(String((await once(parent.stdout, 'data'))[0]));
        const fields = async () => {
          const text = await readFile(`/proc/${pid}/stat`, 'utf8');
          return text.slice(text.lastIndexOf(')') + 2).split(' ');
        };
        const path = join(folder, 'lock');
        await writeFile(path, `${pid} ${(await fields())[19]}`);
        parent.stdin.write('\n');
        while ((await fields())[0] !== 'Z') await new Promise((resolve) => setImmediate(resolve));
        expect(await Lock.take(path)).toBeInstanceOf(Lock);
        expect(await Lock.take(path)).toBeUndefined();
      } finally {
        parent.kill('SIGKILL');
      }
    },
  );

  it('takes over the lock of a process that is no more', async () => {
    const { reading } = await ask({ ...options, model: model(), journal });
    await writeFile(join(journal.folder, `${reading}.lock`), '999999999 1');
    const codes: string[] = [];
    await ask({
      ...options,
      model: model(),
      journal,
      fresh: true,
      onEvent: (event) => event.type === 'warning' && codes.push(event.code),
    });
    expect(codes).toEqual([]);
  });

  it('lists, finds and forgets readings', async () => {
    const one = await ask({ ...options, model: model(), journal });
    const two = await ask({ ...options, question: 'Why?', model: model(), journal });
    const old = new Date(Date.now() - 40 * 86_400_000);
    await utimes(join(journal.folder, `${one.reading}.jsonl`), old, old);
    expect((await journal.list()).map((reading) => reading.question)).toEqual(['Why?', 'What?']);
    expect((await journal.find(two.reading.slice(0, 6))).header.question).toBe('Why?');
    await expect(journal.find('zz')).rejects.toMatchObject({ code: 'bad-input' });
    const month = new Date(Date.now() - 30 * 86_400_000);
    expect(await journal.forget({ olderThan: month })).toEqual({ forgotten: [one.reading], busy: [] });
    expect(await journal.forget([two.reading.slice(0, 8)])).toEqual({ forgotten: [two.reading], busy: [] });
    expect(await journal.list()).toEqual([]);
  });
});
