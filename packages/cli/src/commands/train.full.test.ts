import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineEnv } from '../../../train/src/testing/engine-env.ts';

type Row = Record<string, unknown> & { step: number; rewardMean?: number; heldOutAccuracy?: number };

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const recipe = fileURLToPath(new URL('../../../../recipes/remember.yaml', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-train-full-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the command in a process of its own; it gets a signal when it has said something. */
async function command(out: string, args: readonly string[], at?: string, signal?: 'SIGKILL' | 'SIGINT') {
  const child = spawn(
    process.execPath,
    [
      '--conditions=memagent-source',
      '--import',
      'tsx',
      main,
      'train',
      recipe,
      '--out',
      join(folder, out),
      '--json',
      ...args,
    ],
    { env: engineEnv(), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let [said, wrong] = ['', ''];
  let sent = false;
  child.stdout.on('data', (data: Buffer) => {
    said += data.toString();
    if (at === undefined || sent || !said.includes(at)) return;
    sent = child.kill(signal);
  });
  child.stderr.on('data', (data: Buffer) => {
    wrong += data.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, wrong };
}

/** Trains to the end, or until it is killed without warning after a step. */
async function train(out: string, args: readonly string[], killAt?: number): Promise<void> {
  const at = killAt === undefined ? undefined : `{"type":"step","metrics":{"step":${killAt},`;
  expect(await command(out, args, at, 'SIGKILL')).toEqual({
    code: killAt === undefined ? 0 : null,
    wrong: '',
  });
}

const rows = async (out: string): Promise<Row[]> =>
  (await readFile(join(folder, out, 'metrics.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Everything but times. */
const curve = (metrics: readonly Row[]) =>
  metrics.map(
    ({ seconds, engineSeconds, sharedPromptShare, sampledTokensPerSecond, promptTokensPerSecond, ...rest }) =>
      rest,
  );

const small = [
  ...['--steps', '6', '--set', 'coldStart.steps=20', '--set', 'checkpoint.every=2'],
  ...['--set', 'evaluation={every: 2, samples: 16}', '--set', 'algorithm.batchTasks=4'],
];

describe('memagent train on an engine that it starts itself', () => {
  it('gives the same curve, number by number, when it is killed and resumed', async () => {
    await train('whole', small);
    await train('killed', small, 3);
    expect((await rows('killed')).at(-1)!.step).toBeGreaterThanOrEqual(3);
    await train('killed', [...small, '--resume']);
    const whole = curve(await rows('whole'));
    expect(whole.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(whole.some(({ gradNorm }) => Number(gradNorm) > 0)).toBe(true);
    expect(curve(await rows('killed'))).toEqual(whole);
  });

  it('stops at Ctrl-C, and says how to go on', async () => {
    const early = await command('stopped', small, '{"type":"cold-start","step":2,', 'SIGINT');
    expect(early).toMatchObject({
      code: 130,
      wrong: expect.stringContaining('the same command starts anew'),
    });
    const late = await command('stopped', small, '{"type":"step","metrics":{"step":3,', 'SIGINT');
    expect(late).toMatchObject({
      code: 130,
      wrong: expect.stringMatching(/after step \d; --resume goes on/),
    });
    await train('stopped', [...small, '--resume']);
    expect((await rows('stopped')).map(({ step }) => step)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  // The whole of it is `memagent train recipes/remember.yaml`: docs/train.md.
  it('learns to remember from near chance', async () => {
    await train('remember', ['--steps', '60', '--set', 'evaluation.every=60']);
    const metrics = await rows('remember');
    const mean = (part: readonly Row[]) =>
      part.reduce((sum, { rewardMean }) => sum + rewardMean!, 0) / part.length;
    expect(metrics[0]!.heldOutAccuracy).toBeLessThan(0.25);
    expect(mean(metrics.slice(1, 6))).toBeLessThan(0.2);
    expect(mean(metrics.slice(-5))).toBeGreaterThan(0.3);
    expect(metrics.at(-1)!.heldOutAccuracy).toBeGreaterThan(0.33);
    expect(metrics.at(-1)!.rolloutTrainerDiff).toBeLessThan(1e-5);
  });
});
