import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFakeTinker } from '../testing/fake-tinker.ts';
import { toyModule, toyRecipe, toyTokenizer } from '../testing/toy.ts';
import { train } from './train.ts';
import type { TrainEvent } from './train-events.ts';

let out: string;
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'memagent-seconds-'));
});
afterAll(() => rm(out, { recursive: true, force: true }));

it('ends whole when its time is over, and can be gone on with', async () => {
  const server = await startFakeTinker({ vocabulary: toyTokenizer.size, batched: true });
  try {
    const run = async (more: object, resume: boolean) => {
      const events: TrainEvent[] = [];
      const recipe = toyRecipe(server.url, { steps: 50, checkpoint: { every: 10 }, ...more });
      for await (const event of train({ recipe, out, tokenizer: toyTokenizer, own: toyModule, resume }))
        events.push(event);
      return events;
    };
    const first = await run({ seconds: 0.001 }, false);
    expect(first.at(-1)).toMatchObject({ type: 'done', steps: 1 });
    expect(first.findLast(({ type }) => type === 'step')).toMatchObject({
      metrics: { step: 1, heldOutAccuracy: expect.any(Number) },
    });
    expect(JSON.parse(await readFile(join(out, 'checkpoint.json'), 'utf8')).step).toBe(1);
    const second = await run({ steps: 3 }, true);
    expect(second.at(-1)).toMatchObject({ type: 'done', steps: 3 });
  } finally {
    await server.close();
  }
});
