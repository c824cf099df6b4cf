import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeRandomModel } from './random-model.ts';

it('a random model is a Hugging Face folder, the same for the same seed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'memagent-random-'));
  const shape = {
    ...{ vocabulary: 40, window: 64, layers: 1, width: 32, heads: 4, hidden: 48, deviation: 0.5, end: 2 },
    seed: 1,
  };
  try {
    const [a, b, c] = [join(folder, 'a'), join(folder, 'b'), join(folder, 'c')];
    await writeRandomModel(a, shape);
    await writeRandomModel(b, shape);
    await writeRandomModel(c, { ...shape, seed: 2 });
    const file = await readFile(join(a, 'model.safetensors'));
    expect(await readFile(join(b, 'model.safetensors'))).toEqual(file);
    expect(await readFile(join(c, 'model.safetensors'))).not.toEqual(file);
    const length = Number(file.readBigUInt64LE());
    const header = JSON.parse(file.subarray(8, 8 + length).toString());
    const { data_offsets: at, shape: dims } = header['model.embed_tokens.weight'];
    expect(dims).toEqual([40, 32]);
    const values = Array.from({ length: 40 * 32 }, (_, i) => file.readFloatLE(8 + length + at[0] + 4 * i));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const square = values.reduce((sum, value) => sum + value * value, 0) / values.length;
    expect(Math.abs(mean)).toBeLessThan(0.05);
    expect(Math.sqrt(square)).toBeCloseTo(0.5, 1);
    const ends = Object.values(header as Record<string, { data_offsets?: number[] }>).map(
      (each) => each.data_offsets?.[1] ?? 0,
    );
    expect(Math.max(...ends)).toBe(file.length - 8 - length);
    expect(JSON.parse(await readFile(join(a, 'config.json'), 'utf8'))).toMatchObject({
      model_type: 'qwen3',
      head_dim: 8,
      eos_token_id: 2,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
