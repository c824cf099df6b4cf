import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberTokenizer } from '../tasks/remember.ts';
import { startOwnEngine } from './engine-of.ts';
import { parseTrainRecipe } from './recipe.ts';

let out: string;
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'memagent-engine-of-'));
});
afterEach(() => rm(out, { recursive: true, force: true }));

const recipe = (more: object = {}) =>
  parseTrainRecipe(
    {
      model: { random: {}, tokenizer: 'words', format: 'pocket', window: 64 },
      tasks: ['remember'],
      steps: 1,
      ...more,
    },
    'a test',
  );

/** The random weights that an engine would be started with; there is no Python to start it. */
async function weights(seed: number, resumed: boolean): Promise<Buffer> {
  const env = { MEMAGENT_ENGINE_PYTHON: join(out, 'nowhere') };
  const started = startOwnEngine({
    recipe: recipe({ seed }),
    out,
    tokenizer: rememberTokenizer(),
    resumed,
    env,
  });
  await expect(started).rejects.toThrow('cannot be run');
  return readFile(join(out, 'model/model.safetensors'));
}

describe('an engine of a run’s own', () => {
  it('begins with weights of the run’s seed, whatever one that broke off left, and goes on with those', async () => {
    const first = await weights(1, false);
    const second = await weights(2, false);
    expect(second.equals(first)).toBe(false);
    expect((await weights(1, true)).equals(second)).toBe(true);
    expect((await weights(1, false)).equals(first)).toBe(true);
  });

  it('says that there is no model to start with', async () => {
    const named = recipe({
      model: { tokenizer: 'words' },
      engine: { start: { model: join(out, 'nowhere') } },
    });
    await expect(startOwnEngine({ recipe: named, out, tokenizer: rememberTokenizer() })).rejects.toThrow(
      'There is no model at',
    );
  });
});
