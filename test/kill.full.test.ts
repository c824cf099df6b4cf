// The real command on the real model, killed without warning again and again: nothing is lost, nothing done twice.

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const question = 'How many steps are there in the stair of the Sorrel Rock tower?';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-kill-'));
  const text = await readFile(join(root, 'examples/lighthouse.md'), 'utf8');
  await writeFile(join(folder, 'book.md'), text.slice(0, 50_000));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Run {
  readonly events: { type: string; [key: string]: unknown }[];
  readonly killed: boolean;
}

/** Runs `memagent ask --json`, killing it after some milliseconds when told to. */
function ask(home: string, killAfter?: number): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(root, 'packages/cli/bin/memagent.js'), 'ask', join(folder, 'book.md'), question, '--json'],
      {
        env: { ...process.env, MEMAGENT_HOME: join(folder, home), MEMAGENT_MODEL: 'pocket' },
      },
    );
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text;
    });
    if (killAfter !== undefined) void delay(killAfter).then(() => child.kill('SIGKILL'));
    child.on('error', reject);
    child.on('close', (_, signal) => {
      const lines = out.split('\n').filter((line) => line.endsWith('}'));
      resolve({ events: lines.map((line) => JSON.parse(line)), killed: signal === 'SIGKILL' });
    });
  });
}

describe('kill -9', () => {
  it('loses nothing, does nothing twice, and comes to the same answer', async () => {
    const undisturbed = await ask('whole');
    const answer = undisturbed.events.at(-1)!;
    expect(answer.type).toBe('answer');
    const chunks = Number(answer.chunks);
    const steps = new Map<number, number>();
    let last: Run | undefined;
    let kills = 0;
    for (let round = 0; round < 60 && !last; round++) {
      const run = await ask('killed', 700 + ((round * 977) % 2500));
      if (run.killed) kills += 1;
      else last = run;
      for (const event of run.events) {
        if (event.type === 'step') steps.set(Number(event.chunk), (steps.get(Number(event.chunk)) ?? 0) + 1);
      }
    }
    last ??= await ask('killed');
    expect(kills).toBeGreaterThan(1);
    const resumed = last.events.find((event) => event.type === 'started');
    expect(resumed).toMatchObject({ resumedAt: expect.any(Number) });
    const final = last.events.at(-1)!;
    expect(final).toMatchObject({ type: 'answer', answer: answer.answer, sources: answer.sources, chunks });
    // A step is printed after it is on disk: seen twice would mean done twice.
    for (const [chunk, times] of steps) expect(times, `chunk ${chunk}`).toBe(1);
  });
});
