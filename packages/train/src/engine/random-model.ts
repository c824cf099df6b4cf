import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Random } from '@memagent/lab';

/** The size of a model. */
export interface RandomModelShape {
  readonly vocabulary: number;
  readonly window: number;
  readonly layers: number;
  readonly width: number;
  readonly heads: number;
  /** Width of the feed-forward part. */
  readonly hidden: number;
  /** Standard deviation of its matrices. */
  readonly deviation: number;
  readonly seed: number;
  /** The token that ends a reply. */
  readonly end: number;
}

/** Writes a Qwen3 of random weights as a Hugging Face folder: what an engine can begin to train with. */
export async function writeRandomModel(folder: string, shape: RandomModelShape): Promise<void> {
  const { width, layers, heads, hidden, vocabulary } = shape;
  const head = width / heads;
  const config = {
    architectures: ['Qwen3ForCausalLM'],
    model_type: 'qwen3',
    vocab_size: vocabulary,
    hidden_size: width,
    intermediate_size: hidden,
    num_hidden_layers: layers,
    num_attention_heads: heads,
    num_key_value_heads: heads,
    head_dim: head,
    max_position_embeddings: shape.window,
    rms_norm_eps: 1e-6,
    rope_theta: 10_000,
    tie_word_embeddings: true,
    hidden_act: 'silu',
    attention_bias: false,
    eos_token_id: shape.end,
    torch_dtype: 'float32',
  };
  const shapes: [string, number[]][] = [['model.embed_tokens.weight', [vocabulary, width]]];
  for (let i = 0; i < layers; i++) {
    const at = `model.layers.${i}`;
    for (const name of ['q', 'k', 'v', 'o'])
      shapes.push([`${at}.self_attn.${name}_proj.weight`, [width, width]]);
    for (const name of ['q', 'k']) shapes.push([`${at}.self_attn.${name}_norm.weight`, [head]]);
    shapes.push(
      [`${at}.mlp.gate_proj.weight`, [hidden, width]],
      [`${at}.mlp.up_proj.weight`, [hidden, width]],
    );
    shapes.push([`${at}.mlp.down_proj.weight`, [width, hidden]]);
    for (const name of ['input', 'post_attention']) shapes.push([`${at}.${name}_layernorm.weight`, [width]]);
  }
  shapes.push(['model.norm.weight', [width]]);
  await mkdir(folder, { recursive: true });
  // The config comes last: a folder that has it is whole.
  await writeFile(join(folder, 'model.safetensors'), safetensors(shapes, shape));
  await writeFile(join(folder, 'config.json.part'), `${JSON.stringify(config, null, 2)}\n`);
  await rename(join(folder, 'config.json.part'), join(folder, 'config.json'));
}

/** The file: the header's length, the header in JSON, the tensors one after the other. */
function safetensors(shapes: readonly [string, number[]][], { deviation, seed }: RandomModelShape): Buffer {
  const header: Record<string, object> = { __metadata__: { format: 'pt' } };
  const parts: Buffer[] = [];
  let at = 0;
  for (const [name, dims] of shapes) {
    const size = dims.reduce((product, dim) => product * dim, 1);
    const random = new Random(`weights/${seed}/${name}`);
    // Vectors are the gains of norms, which begin at 1.
    const values = Float32Array.from({ length: size }, () =>
      dims.length === 1 ? 1 : deviation * normal(random),
    );
    header[name] = { dtype: 'F32', shape: dims, data_offsets: [at, at + size * 4] };
    parts.push(Buffer.from(values.buffer));
    at += size * 4;
  }
  const json = JSON.stringify(header);
  const head = Buffer.from(json.padEnd(Math.ceil(json.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(head.length));
  return Buffer.concat([length, head, ...parts]);
}

/** Box and Muller's way from two uniform numbers to a normal one. */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.float())) * Math.cos(2 * Math.PI * random.float());
