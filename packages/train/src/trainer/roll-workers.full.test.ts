import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeTinker } from '../testing/fake-tinker.ts';
import { toyModule, toyRecipe, toyTokenizer } from '../testing/toy.ts';
import { workerRoller } from './roll-workers.ts';
import { train } from './train.ts';
import type { StepMetrics } from './train-events.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-workers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const program = (recipe: object) => ({
  script: fileURLToPath(new URL('../testing/roll-worker-child.ts', import.meta.url)),
  args: [JSON.stringify(recipe)],
  execArgv: ['--conditions=memagent-source', '--import', 'tsx'],
});

type Server = Awaited<ReturnType<typeof startFakeTinker>>;
const start = () => startFakeTinker({ vocabulary: toyTokenizer.size, batched: true });

/** A run; everything but times. Stopped after a step where one is named, and gone on with where that is asked. */
async function curve(
  server: Server,
  workers: number,
  { out = join(folder, `${workers}`), resume = false, until = -1 } = {},
): Promise<object[]> {
  const more = {
    steps: 3,
    workers,
    evaluation: { every: 3, samples: 16, temperature: 1 },
    checkpoint: { every: 1 },
    algorithm: { dynamicSampling: { factor: 3, ahead: 'auto' } },
  };
  const recipe = toyRecipe(server.url, more);
  const given = { ...more, engine: { url: server.url }, algorithm: { ...recipe.algorithm } };
  const options = { recipe, out, resume, tokenizer: toyTokenizer, own: toyModule };
  for await (const event of train({ ...options, worker: program({ ...recipe, ...given }) }))
    if (event.type === 'step' && event.metrics.step === until) break;
  const lines = (await readFile(join(out, 'metrics.jsonl'), 'utf8')).trimEnd().split('\n');
  return lines.map((line) => {
    const { seconds, engineSeconds, sharedPromptShare, ...rest } = JSON.parse(line) as StepMetrics;
    const { sampledTokensPerSecond, promptTokensPerSecond, ...same } = rest;
    return same;
  });
}

describe('rolling out in several processes', () => {
  const servers: Server[] = [];
  const fresh = async () => servers[servers.push(await start()) - 1]!;
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  it('gives what one process gives, and goes on where it was stopped with the next rollout begun', async () => {
    const alone = await curve(await fresh(), 1);
    expect(alone).toHaveLength(4);
    expect(await curve(await fresh(), 2)).toEqual(alone);
    const server = await fresh();
    const out = join(folder, 'stopped');
    // The metrics of a step are there before its checkpoint is: what was begun after it is begun anew.
    expect(await curve(server, 2, { out, until: 2 })).toEqual(alone.slice(0, 3));
    expect(await curve(server, 2, { out, resume: true })).toEqual(alone);
  });

  it('says so when a process ends', async () => {
    const roller = workerRoller({ ...program({}), args: ['not JSON'] }, 1, 'http://127.0.0.1:9');
    const sampler = {
      version: 0,
      target: { base_model: 'bigram' },
      sample: () => Promise.reject(new Error('not here')),
    };
    await expect(roller.group(1, 0, sampler, new AbortController().signal)).rejects.toThrow(
      'A process of the rollout ended: exit code 1.',
    );
    await roller.close?.();
  });
});
