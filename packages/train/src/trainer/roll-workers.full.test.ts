import { mkdtemp, rm } from 'node:fs/promises';
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

/** A run on a server of its own; everything but times. */
async function curve(workers: number): Promise<object[]> {
  const server = await startFakeTinker({ vocabulary: toyTokenizer.size, batched: true });
  try {
    const more = { steps: 3, workers, evaluation: { every: 3, samples: 16, temperature: 1 } };
    const recipe = toyRecipe(server.url, more);
    const given = { ...more, engine: { url: server.url }, algorithm: { ...recipe.algorithm } };
    const metrics: StepMetrics[] = [];
    const options = { recipe, out: join(folder, `${workers}`), tokenizer: toyTokenizer, own: toyModule };
    for await (const event of train({ ...options, worker: program({ ...recipe, ...given }) }))
      if (event.type === 'step') metrics.push(event.metrics);
    return metrics.map(
      ({
        seconds,
        engineSeconds,
        sharedPromptShare,
        sampledTokensPerSecond,
        promptTokensPerSecond,
        ...rest
      }): object => rest,
    );
  } finally {
    await server.close();
  }
}

describe('rolling out in several processes', () => {
  it('gives what one process gives', async () => {
    const alone = await curve(1);
    expect(alone).toHaveLength(4);
    expect(await curve(2)).toEqual(alone);
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
