import { writeFile } from 'node:fs/promises';
import { type GgufTensor, writeGguf } from './gguf-writer.ts';
import { normalValues, randomSource } from './random.ts';
import { type RandomGgufOptions, shapeOf } from './random-gguf.ts';

/** A random LoRA adapter for a random model of the same shape, saved as GGUF. */
export async function saveRandomLora(
  path: string,
  model: RandomGgufOptions = {},
  { rank = 4, seed = 2 }: { rank?: number; seed?: number } = {},
): Promise<string> {
  const { width, layers, heads, headWidth, feedForward } = shapeOf(model);
  const next = randomSource(seed);
  const factor = (name: string, inputs: number, outputs: number): GgufTensor => ({
    name,
    shape: [inputs, outputs],
    type: 'F32',
    values: normalValues(inputs * outputs, 1 / Math.sqrt(inputs), next),
  });
  const adapt = (name: string, inputs: number, outputs: number): GgufTensor[] => [
    factor(`${name}.weight.lora_a`, inputs, rank),
    factor(`${name}.weight.lora_b`, rank, outputs),
  ];
  const tensors = Array.from({ length: layers }, (_, index) => [
    ...adapt(`blk.${index}.attn_q`, width, heads * headWidth),
    ...adapt(`blk.${index}.ffn_down`, feedForward, width),
  ]).flat();
  const bytes = writeGguf(
    {
      'general.type': { type: 'string', value: 'adapter' },
      'general.architecture': { type: 'string', value: model.architecture ?? 'qwen3' },
      'adapter.type': { type: 'string', value: 'lora' },
      'adapter.lora.alpha': { type: 'f32', value: rank * 2 },
    },
    tensors,
  );
  await writeFile(path, bytes);
  return path;
}
