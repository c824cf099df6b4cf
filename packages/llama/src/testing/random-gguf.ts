import { writeFile } from 'node:fs/promises';
import { pocketTokens } from '@memagent/core';
import { byteBpe } from './byte-bpe.ts';
import { type GgufTensor, type GgufValue, type TensorType, writeGguf } from './gguf-writer.ts';
import { normalValues, randomSource } from './random.ts';

/** The shape of a random model; what is left out is tiny. */
export interface RandomGgufOptions {
  readonly seed?: number;
  /** Special tokens, ids from 0 in this order; those of pocket unless told otherwise. */
  readonly specials?: readonly string[];
  /** Tokens in all: specials, 256 bytes and merges. */
  readonly vocabulary?: number;
  readonly width?: number;
  readonly layers?: number;
  readonly heads?: number;
  readonly kvHeads?: number;
  readonly headWidth?: number;
  readonly feedForward?: number;
  /** The context length that the file declares. */
  readonly context?: number;
  /** How the matrices are stored. */
  readonly tensorType?: TensorType;
  /** Ids of the tokens that end a text, are a pad, begin a text. */
  readonly eos?: number;
  readonly pad?: number;
  readonly bos?: number;
  readonly addBos?: boolean;
  readonly chatTemplate?: string;
  readonly name?: string;
  readonly architecture?: string;
  /** llama.cpp's name for the way text is cut before merging; `qwen2` unless told otherwise. */
  readonly preTokenizer?: string;
}

/** ChatML, as Qwen's models carry it. */
export const chatmlTemplate =
  "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}" +
  "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

/** The shape of the shipped pocket model, for speed trials. */
export const pocketShape = {
  vocabulary: 16384,
  width: 512,
  layers: 9,
  heads: 8,
  kvHeads: 2,
  headWidth: 64,
  feedForward: 1280,
  context: 8192,
  tensorType: 'Q8_0',
} as const satisfies RandomGgufOptions;

/**
 * A GGUF with random weights of the qwen3 architecture and a byte-level vocabulary: deterministic, without skill,
 * good enough for whatever does not ask what the model says.
 *
 * @example
 * const path = await saveRandomGguf(join(folder, 'tiny.gguf'), { seed: 7 });
 */
export async function saveRandomGguf(path: string, options: RandomGgufOptions = {}): Promise<string> {
  await writeFile(path, randomGguf(options));
  return path;
}

/** The bytes of a random GGUF. */
export function randomGguf(options: RandomGgufOptions = {}): Buffer {
  const specials = options.specials ?? pocketTokens;
  const vocabulary = byteBpe(specials, options.vocabulary ?? 768);
  const { width, layers, heads, kvHeads, headWidth, feedForward } = shapeOf(options);
  const architecture = options.architecture ?? 'qwen3';
  const metadata: Record<string, GgufValue> = {
    'general.architecture': { type: 'string', value: architecture },
    'general.name': { type: 'string', value: options.name ?? 'random' },
    [`${architecture}.context_length`]: { type: 'u32', value: options.context ?? 4096 },
    [`${architecture}.embedding_length`]: { type: 'u32', value: width },
    [`${architecture}.block_count`]: { type: 'u32', value: layers },
    [`${architecture}.feed_forward_length`]: { type: 'u32', value: feedForward },
    [`${architecture}.attention.head_count`]: { type: 'u32', value: heads },
    [`${architecture}.attention.head_count_kv`]: { type: 'u32', value: kvHeads },
    [`${architecture}.attention.key_length`]: { type: 'u32', value: headWidth },
    [`${architecture}.attention.value_length`]: { type: 'u32', value: headWidth },
    [`${architecture}.attention.layer_norm_rms_epsilon`]: { type: 'f32', value: 1e-6 },
    [`${architecture}.rope.freq_base`]: { type: 'f32', value: 10_000 },
    'tokenizer.ggml.model': { type: 'string', value: 'gpt2' },
    'tokenizer.ggml.pre': { type: 'string', value: options.preTokenizer ?? 'qwen2' },
    'tokenizer.ggml.tokens': { type: 'strings', value: vocabulary.tokens },
    'tokenizer.ggml.token_type': {
      type: 'i32s',
      value: vocabulary.tokens.map((_, id) => (id < specials.length ? 3 : 1)), // control, normal
    },
    'tokenizer.ggml.merges': { type: 'strings', value: vocabulary.merges },
    'tokenizer.ggml.eos_token_id': { type: 'u32', value: options.eos ?? 1 },
    'tokenizer.ggml.padding_token_id': { type: 'u32', value: options.pad ?? 0 },
    'tokenizer.ggml.add_bos_token': { type: 'bool', value: options.addBos ?? false },
  };
  if (options.bos !== undefined)
    metadata['tokenizer.ggml.bos_token_id'] = { type: 'u32', value: options.bos };
  if (options.chatTemplate !== undefined) {
    metadata['tokenizer.chat_template'] = { type: 'string', value: options.chatTemplate };
  }
  return writeGguf(metadata, randomTensors(options, vocabulary.tokens.length));
}

/** The dimensions of a random model, with the defaults filled in. */
export function shapeOf(options: RandomGgufOptions) {
  const { width = 64, layers = 2, heads = 4, kvHeads = 2, headWidth = 32, feedForward = 128 } = options;
  return { width, layers, heads, kvHeads, headWidth, feedForward };
}

function randomTensors(options: RandomGgufOptions, vocabulary: number): GgufTensor[] {
  const { width, layers, heads, kvHeads, headWidth, feedForward } = shapeOf(options);
  const next = randomSource(options.seed ?? 1);
  // Deviations that keep activations near one, so that the whole context bears on the logits.
  const matrix = (
    name: string,
    inputs: number,
    outputs: number,
    deviation = 1 / Math.sqrt(inputs),
  ): GgufTensor => ({
    name: `${name}.weight`,
    shape: [inputs, outputs],
    type: options.tensorType ?? 'F16',
    values: normalValues(inputs * outputs, deviation, next),
  });
  const norm = (name: string, size: number, value = 1): GgufTensor => ({
    name: `${name}.weight`,
    shape: [size],
    type: 'F32',
    values: new Float32Array(size).fill(value),
  });
  const block = (index: number): GgufTensor[] => {
    const at = (name: string) => `blk.${index}.${name}`;
    return [
      norm(at('attn_norm'), width),
      matrix(at('attn_q'), width, heads * headWidth),
      matrix(at('attn_k'), width, kvHeads * headWidth),
      matrix(at('attn_v'), width, kvHeads * headWidth),
      norm(at('attn_q_norm'), headWidth, 5), // sharp attention: single tokens of a long prompt count
      norm(at('attn_k_norm'), headWidth),
      matrix(at('attn_output'), heads * headWidth, width),
      norm(at('ffn_norm'), width),
      matrix(at('ffn_gate'), width, feedForward),
      matrix(at('ffn_up'), width, feedForward),
      matrix(at('ffn_down'), feedForward, width),
    ];
  };
  return [
    matrix('token_embd', width, vocabulary, 0.5),
    ...Array.from({ length: layers }, (_, index) => block(index)).flat(),
    norm('output_norm', width),
    matrix('output', width, vocabulary, 2.5 / Math.sqrt(width)),
  ];
}
