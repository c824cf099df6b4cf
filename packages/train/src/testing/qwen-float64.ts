import { readFile } from 'node:fs/promises';

/** Weights by name, in float64. */
export type Float64Weights = Map<
  string,
  { readonly shape: readonly number[]; readonly values: Float64Array }
>;

/** Reads the float32 tensors of a safetensors file. */
export async function readSafetensors(path: string): Promise<Float64Weights> {
  const file = await readFile(path);
  const length = Number(file.readBigUInt64LE());
  const header = JSON.parse(file.subarray(8, 8 + length).toString()) as Record<
    string,
    { dtype: string; shape: number[]; data_offsets: [number, number] }
  >;
  const found: Float64Weights = new Map();
  for (const [
    name,
    { dtype, shape, data_offsets: at } = { dtype: '', shape: [], data_offsets: [0, 0] },
  ] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    if (dtype !== 'F32') throw new Error(`${name} is ${dtype}`);
    const start = 8 + length + at[0];
    const values = Float64Array.from({ length: (at[1] - at[0]) / 4 }, (_, i) =>
      file.readFloatLE(start + 4 * i),
    );
    found.set(name, { shape, values });
  }
  return found;
}

/** The shape of the network. */
export interface QwenShape {
  readonly layers: number;
  readonly heads: number;
  readonly eps?: number;
}

/**
 * A Qwen3 decoder as its paper has it, written plainly and in float64: what an engine's gradient is checked against.
 * Gives log p(tokens[i + 1] | tokens[..i]) for every i.
 */
export function qwenLogprobs(
  w: Float64Weights,
  tokens: readonly number[],
  { layers, heads, eps = 1e-6 }: QwenShape,
): Float64Array {
  const embed = w.get('model.embed_tokens.weight')!;
  const [vocabulary, width] = embed.shape as [number, number];
  const head = width / heads;
  const linear = (name: string, x: Float64Array): Float64Array => {
    const { shape, values } = w.get(name)!;
    const [rows, columns] = shape as [number, number];
    return Float64Array.from({ length: rows }, (_, r) => {
      let sum = 0;
      for (let c = 0; c < columns; c++) sum += values[r * columns + c]! * x[c]!;
      return sum;
    });
  };
  const norm = (name: string, x: Float64Array): Float64Array => {
    const gain = w.get(name)!.values;
    let square = 0;
    for (const value of x) square += value * value;
    const scale = 1 / Math.sqrt(square / x.length + eps);
    return x.map((value, i) => value * scale * gain[i]!);
  };
  // Rotary positions: pairs (i, i + head / 2) turn by position · 10000^(−2i / head).
  const rotated = (x: Float64Array, position: number): Float64Array =>
    x.map((value, i) => {
      const pair = i % (head / 2);
      const angle = position * 10_000 ** ((-2 * pair) / head);
      const other = i < head / 2 ? -x[i + head / 2]! : x[i - head / 2]!;
      return value * Math.cos(angle) + other * Math.sin(angle);
    });
  const plus = (a: Float64Array, b: Float64Array) => a.map((value, i) => value + b[i]!);
  let stream = tokens.map((token) => embed.values.slice(token * width, (token + 1) * width));
  for (let layer = 0; layer < layers; layer++) {
    const at = `model.layers.${layer}`;
    const inputs = stream.map((x) => norm(`${at}.input_layernorm.weight`, x));
    const split = (x: Float64Array, h: number) => x.slice(h * head, (h + 1) * head);
    const [q, k, v] = ['q', 'k', 'v'].map((name) =>
      inputs.map((x) => linear(`${at}.self_attn.${name}_proj.weight`, x)),
    );
    const seen = inputs.map(() => new Float64Array(width));
    for (let h = 0; h < heads; h++) {
      const query = q!.map((x, t) => rotated(norm(`${at}.self_attn.q_norm.weight`, split(x, h)), t));
      const key = k!.map((x, t) => rotated(norm(`${at}.self_attn.k_norm.weight`, split(x, h)), t));
      for (let t = 0; t < tokens.length; t++) {
        const scores = key
          .slice(0, t + 1)
          .map((each) => each.reduce((sum, value, i) => sum + value * query[t]![i]!, 0) / Math.sqrt(head));
        const top = Math.max(...scores);
        const shares = scores.map((score) => Math.exp(score - top));
        const total = shares.reduce((sum, share) => sum + share, 0);
        for (let s = 0; s <= t; s++)
          for (let i = 0; i < head; i++)
            seen[t]![h * head + i]! += (shares[s]! / total) * v![s]![h * head + i]!;
      }
    }
    stream = stream.map((x, t) => plus(x, linear(`${at}.self_attn.o_proj.weight`, seen[t]!)));
    stream = stream.map((x) => {
      const inner = norm(`${at}.post_attention_layernorm.weight`, x);
      const gate = linear(`${at}.mlp.gate_proj.weight`, inner);
      const up = linear(`${at}.mlp.up_proj.weight`, inner);
      return plus(
        x,
        linear(
          `${at}.mlp.down_proj.weight`,
          gate.map((g, i) => (g / (1 + Math.exp(-g))) * up[i]!),
        ),
      );
    });
  }
  return Float64Array.from({ length: tokens.length - 1 }, (_, t) => {
    const last = norm('model.norm.weight', stream[t]!);
    const logits = Array.from({ length: vocabulary }, (_, token) => {
      let sum = 0;
      for (let i = 0; i < width; i++) sum += embed.values[token * width + i]! * last[i]!;
      return sum;
    });
    const top = Math.max(...logits);
    return (
      logits[tokens[t + 1]!]! - top - Math.log(logits.reduce((sum, each) => sum + Math.exp(each - top), 0))
    );
  });
}
