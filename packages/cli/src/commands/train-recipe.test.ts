import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Io } from '../io.ts';
import { readTrainRecipe } from './train-recipe.ts';

const folder = fileURLToPath(new URL('../../../../recipes/agent/', import.meta.url));
const io = { cwd: folder, env: {} } as Io;

it('reads the recipes of the shipped agent, with files taken from where they lie', async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml'));
  expect(names).toContain('select.yaml');
  for (const name of names) {
    const recipe = await readTrainRecipe(io, {}, name);
    expect(recipe.files?.squadTrain, name).toBe(
      join(dirname(join(folder, name)), 'data/squad-v1.1-train.json.gz'),
    );
    expect(
      recipe.tasks!.every(({ share }) => share! > 0),
      name,
    ).toBe(true);
  }
  const { seconds, workers } = await readTrainRecipe(io, { seconds: 60, workers: 14 }, 'select.yaml');
  expect({ seconds, workers }).toEqual({ seconds: 60, workers: 14 });
});
