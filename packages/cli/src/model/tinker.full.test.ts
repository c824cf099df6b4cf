// Pocket behind our own engine, as a Tinker model, against pocket embedded: two programs, the same weights.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, type Model, type StepEvent } from '@memagent/core';
import { openDocument } from '@memagent/core/node';
import { pocketPath } from '@memagent/pocket';
import { type RunningEngine, startEngine } from '@memagent/train';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../testing/in-process.ts';
import { resolveModel } from './resolve.ts';

const text = fileURLToPath(new URL('../../../../examples/lighthouse.md', import.meta.url));
const question = 'Who designed the great lens of the Sorrel Rock light?';
let folder: string;
let engine: RunningEngine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-tinker-'));
  const checkpoints = join(folder, 'checkpoints');
  engine = await startEngine({ model: pocketPath()!, device: 'cpu', threads: 1, checkpoints });
});
afterAll(async () => {
  await engine?.stop();
  await rm(folder, { recursive: true, force: true });
});

const open = (model: string): Promise<Model> =>
  resolveModel({ settings: { model }, env: {}, cwd: folder, notice: () => undefined });

async function reading(name: string) {
  const model = await open(name);
  const steps: StepEvent[] = [];
  const { answer } = await ask({
    document: await openDocument(text),
    question,
    model,
    onEvent: (event) => event.type === 'step' && steps.push(event),
  });
  await model.close?.();
  return { answer, outcomes: steps.map(({ outcome }) => outcome) };
}

describe('pocket behind the engine', () => {
  it('reads as the embedded one does: the same answer, the same steps', async () => {
    const [served, embedded] = [await reading(`tinker:${engine.url}`), await reading('pocket')];
    expect(served.answer).toBe('Lucan Ferrabee');
    expect(served.answer).toBe(embedded.answer);
    expect(served.outcomes.length).toBe(embedded.outcomes.length);
    // Eight-bit arithmetic against 32-bit: here and there a step on the edge may fall to the other side.
    const same = served.outcomes.filter((outcome, i) => outcome === embedded.outcomes[i]).length;
    expect(same / served.outcomes.length).toBeGreaterThan(0.95);
  });

  it('says how likely texts are as the embedded one does', async () => {
    const prompt = {
      form: 'raw' as const,
      shared: 0,
      segments: [
        { text: '<|section|><|s1|>', trusted: true },
        { text: 'The lens was designed by Lucan Ferrabee.', trusted: false },
        { text: '<|memory|><|question|>', trusted: true },
      ],
    };
    const texts = ['Who designed the lens?', 'When was the bell found?'].map((each) => [
      { text: each, trusted: false },
      { text: '<|hints|>', trusted: true },
    ]);
    const [served, embedded] = await Promise.all(
      [`tinker:${engine.url}`, 'pocket'].map(async (name) => {
        const model = await open(name);
        const { logprobs } = await model.score!(prompt, texts);
        await model.close?.();
        return logprobs;
      }),
    );
    for (const i of [0, 1]) expect(served![i]! / embedded![i]!).toBeCloseTo(1, 1);
    // What the sentence answers is likelier than what it does not.
    expect(embedded![0]).toBeGreaterThan(embedded![1]! + 5);
  });

  it('is evaluated by the lab, many samples at once', async () => {
    const ran = await runHere(
      [
        'eval',
        'run',
        '--tasks',
        'niah_single_1',
        '--lengths',
        '1k',
        '--systems',
        'memagent',
        '--samples',
        '4',
      ].concat(['--model', `tinker:${engine.url}`, '--out', 'run', '--quiet']),
      { cwd: folder },
    );
    expect(ran.stderr).toBe('');
    expect(ran.code).toBe(0);
    const { model } = JSON.parse(await readFile(join(folder, 'run/run.json'), 'utf8'));
    expect(model.name).toBe('pocket');
  });
});
