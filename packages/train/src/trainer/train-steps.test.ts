import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinkerSampler } from '../rollout/token-sampler.ts';
import { type FakeTinker, startFakeTinker } from '../testing/fake-tinker.ts';
import { toyModule, toyRecipe, toyTokenizer } from '../testing/toy.ts';
import { TinkerClient } from '../tinker/client.ts';
import { rollerHere } from './roller-here.ts';
import { RunFiles } from './run-files.ts';
import { trainSteps } from './train-steps.ts';

let folder: string;
let server: FakeTinker;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memagent-steps-'));
  server = await startFakeTinker({ vocabulary: toyTokenizer.size, batched: true, busy: true });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** What happens in three steps, in order: groups that are begun, tasks that are prepared, lines that are kept. */
async function happenings(elsewhere: boolean): Promise<string[]> {
  const recipe = toyRecipe(server.url, {
    steps: 3,
    evaluation: { every: 100, samples: 1 },
    checkpoint: { every: 2 },
    algorithm: { dynamicSampling: { factor: 2 } },
  });
  const client = await TinkerClient.connect({ url: server.url });
  try {
    const { signal } = new AbortController();
    const model = await client.createModel({ baseModel: 'bigram', rank: 1, seed: 1 });
    const here = await rollerHere(recipe, toyModule, toyTokenizer, 'bigram');
    const seen: string[] = [];
    const note = (what: string) => {
      if (seen.at(-1) !== what) seen.push(what);
    };
    const roller: typeof here = {
      ...(elsewhere ? { elsewhere } : {}),
      prepare: (index) => note(`prepare ${index}`),
      group(step, ...rest) {
        note(`roll ${step}`);
        return here.group(step, ...rest);
      },
      heldOut: here.heldOut,
    };
    const files = new RunFiles(join(folder, String(elsewhere)));
    await files.begin('', false);
    const state = {
      version: 1,
      step: 0,
      position: 0,
      weights: '',
      reference: null,
      saved: [],
      recipe: '',
    } as const;
    const steps = trainSteps(
      {
        context: { recipe, roller, signal, warn: () => {} },
        ...{ client, model, tokenizer: toyTokenizer, files, warnings: [], began: performance.now() },
        keep: async ({ step }) => note(`keep ${step}`),
      },
      { ...state, saved: [] },
      tinkerSampler(await model.sampler(), 0),
    );
    for await (const event of steps) if (event.type === 'checkpoint') note(`checkpoint ${event.step}`);
    return seen;
  } finally {
    client.close();
  }
}

const prepared = (seen: readonly string[], step: number) => {
  const from = seen.lastIndexOf(`roll ${step}`);
  return seen.slice(from + 1).findIndex((what) => !what.startsWith('prepare'));
};

describe('the order of a step', () => {
  it('begins the next rollout before it writes what became of a step, where others roll out', async () => {
    const seen = await happenings(true);
    expect(seen.filter((what) => !what.startsWith('prepare'))).toEqual([
      ...['roll 1', 'roll 2', 'keep 1', 'roll 3', 'keep 2', 'checkpoint 2', 'keep 3', 'checkpoint 3'],
    ]);
    // All tasks that the next step may take, those too that it takes only where others have no signal.
    expect(prepared(seen, 1)).toBe(8);
  });

  it('writes first where rollouts need this process', async () => {
    const seen = await happenings(false);
    expect(seen.filter((what) => !what.startsWith('prepare'))).toEqual([
      ...['roll 1', 'keep 1', 'roll 2', 'keep 2', 'checkpoint 2', 'roll 3', 'keep 3', 'checkpoint 3'],
    ]);
    expect(prepared(seen, 1)).toBe(4);
  });
});
