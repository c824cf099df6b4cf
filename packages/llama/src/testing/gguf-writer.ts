// GGUF version 3, as https://github.com/ggml-org/ggml/blob/master/docs/gguf.md lays it out.

/** A metadata value with its GGUF type. */
export type GgufValue =
  | { readonly type: 'u32'; readonly value: number }
  | { readonly type: 'f32'; readonly value: number }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'strings'; readonly value: readonly string[] }
  | { readonly type: 'i32s'; readonly value: readonly number[] };

export type TensorType = 'F32' | 'F16' | 'Q8_0';

/** A tensor with its dimensions, the contiguous one first. */
export interface GgufTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly type: TensorType;
  readonly values: Float32Array;
}

const alignment = 32;
const typeIds = { u32: 4, f32: 6, bool: 7, string: 8, array: 9, i32: 5 } as const;
const tensorTypeIds: Record<TensorType, number> = { F32: 0, F16: 1, Q8_0: 8 };

/** Lays out a GGUF file of these metadata and tensors. */
export function writeGguf(
  metadata: Readonly<Record<string, GgufValue>>,
  tensors: readonly GgufTensor[],
): Buffer {
  const entries = Object.entries(metadata);
  const header: Buffer[] = [Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(entries.length)];
  for (const [key, value] of entries) header.push(text(key), encodeValue(value));
  const bodies: Buffer[] = [];
  let offset = 0;
  for (const tensor of tensors) {
    const body = padded(encodeTensor(tensor));
    header.push(text(tensor.name), u32(tensor.shape.length), ...tensor.shape.map(u64));
    header.push(u32(tensorTypeIds[tensor.type]), u64(offset));
    bodies.push(body);
    offset += body.length;
  }
  return Buffer.concat([padded(Buffer.concat(header)), ...bodies]);
}

function encodeValue(value: GgufValue): Buffer {
  switch (value.type) {
    case 'u32':
      return Buffer.concat([u32(typeIds.u32), u32(value.value)]);
    case 'f32':
      return Buffer.concat([u32(typeIds.f32), Buffer.from(new Float32Array([value.value]).buffer)]);
    case 'bool':
      return Buffer.concat([u32(typeIds.bool), Buffer.from([value.value ? 1 : 0])]);
    case 'string':
      return Buffer.concat([u32(typeIds.string), text(value.value)]);
    case 'strings': {
      const head = [u32(typeIds.array), u32(typeIds.string), u64(value.value.length)];
      return Buffer.concat([...head, ...value.value.map(text)]);
    }
    case 'i32s': {
      const head = [u32(typeIds.array), u32(typeIds.i32), u64(value.value.length)];
      return Buffer.concat([...head, Buffer.from(new Int32Array(value.value).buffer)]);
    }
  }
}

function encodeTensor({ name, shape, type, values }: GgufTensor): Buffer {
  const size = shape.reduce((product, dimension) => product * dimension, 1);
  if (values.length !== size)
    throw new RangeError(`${name} holds ${values.length} values, its shape ${size}`);
  if (type === 'F32') return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return type === 'F16' ? halves(values) : blocksOf8Bits(values);
}

function halves(values: Float32Array): Buffer {
  const halfs = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) halfs[i] = toHalf(values[i]!);
  return Buffer.from(halfs.buffer);
}

/** Q8_0: blocks of 32 values, each a half-precision scale and 32 signed bytes. */
function blocksOf8Bits(values: Float32Array): Buffer {
  if (values.length % 32 !== 0) throw new RangeError('Q8_0 needs rows of a multiple of 32');
  const out = Buffer.alloc((values.length / 32) * 34);
  for (let block = 0; block < values.length / 32; block++) {
    let largest = 0;
    for (let i = 0; i < 32; i++) largest = Math.max(largest, Math.abs(values[block * 32 + i]!));
    const scale = largest / 127;
    out.writeUInt16LE(toHalf(scale), block * 34);
    for (let i = 0; i < 32; i++) {
      out.writeInt8(scale === 0 ? 0 : Math.round(values[block * 32 + i]! / scale), block * 34 + 2 + i);
    }
  }
  return out;
}

const scratch = new Float32Array(1);
const scratchBits = new Uint32Array(scratch.buffer);

/** Single to half precision, rounding to nearest; what is too small for a normal half becomes zero. */
function toHalf(value: number): number {
  scratch[0] = value;
  const bits = scratchBits[0]!;
  const sign = (bits >>> 16) & 0x8000;
  const rounded = (bits & 0x7fffffff) + 0x1000;
  const exponent = (rounded >>> 23) - 127 + 15;
  if (exponent >= 31) return sign | 0x7c00;
  if (exponent <= 0) return sign;
  return sign | (exponent << 10) | ((rounded >>> 13) & 0x3ff);
}

function padded(bytes: Buffer): Buffer {
  const rest = bytes.length % alignment;
  return rest === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(alignment - rest)]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([u64(bytes.length), bytes]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
