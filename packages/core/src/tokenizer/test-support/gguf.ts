/** Writes the header of a GGUF file. */
import type { GgufSource } from '../gguf-metadata.ts';

export type GgufField =
  | {
      type: 'u32' | 'i32' | 'f32' | 'u64' | 'i64' | 'f64' | 'u8' | 'i8' | 'u16' | 'i16';
      value: number | bigint;
    }
  | { type: 'bool'; value: boolean }
  | { type: 'string'; value: string }
  | { type: 'strings'; value: readonly string[] }
  | { type: 'i32s' | 'f32s'; value: readonly number[] };

const types = {
  u8: 0,
  i8: 1,
  u16: 2,
  i16: 3,
  u32: 4,
  i32: 5,
  f32: 6,
  bool: 7,
  string: 8,
  u64: 10,
  i64: 11,
  f64: 12,
};

/** The bytes of a GGUF file with this metadata and no tensors. */
export function writeGgufMetadata(
  fields: Readonly<Record<string, GgufField>>,
  options: { version?: number; tensorCount?: number } = {},
): Uint8Array {
  const parts: Uint8Array[] = [];
  const number = (size: number, write: (view: DataView) => void) => {
    const bytes = new Uint8Array(size);
    write(new DataView(bytes.buffer));
    parts.push(bytes);
  };
  const u32 = (value: number) => number(4, (view) => view.setUint32(0, value, true));
  const u64 = (value: number) => number(8, (view) => view.setBigUint64(0, BigInt(value), true));
  const string = (value: string) => {
    const bytes = new TextEncoder().encode(value);
    u64(bytes.length);
    parts.push(bytes);
  };
  parts.push(new TextEncoder().encode('GGUF'));
  u32(options.version ?? 3);
  u64(options.tensorCount ?? 0);
  u64(Object.keys(fields).length);
  for (const [key, field] of Object.entries(fields)) {
    string(key);
    if (field.type === 'strings' || field.type === 'i32s' || field.type === 'f32s') {
      u32(9);
      u32(field.type === 'strings' ? types.string : field.type === 'i32s' ? types.i32 : types.f32);
      u64(field.value.length);
      if (field.type === 'strings') field.value.forEach(string);
      else if (field.type === 'i32s')
        for (const value of field.value) number(4, (view) => view.setInt32(0, value, true));
      else for (const value of field.value) number(4, (view) => view.setFloat32(0, value, true));
      continue;
    }
    u32(types[field.type]);
    const value = field.value as number | bigint;
    if (field.type === 'string') string(field.value);
    else if (field.type === 'bool') number(1, (view) => view.setUint8(0, value ? 1 : 0));
    else if (field.type === 'u8') number(1, (view) => view.setUint8(0, Number(value)));
    else if (field.type === 'i8') number(1, (view) => view.setInt8(0, Number(value)));
    else if (field.type === 'u16') number(2, (view) => view.setUint16(0, Number(value), true));
    else if (field.type === 'i16') number(2, (view) => view.setInt16(0, Number(value), true));
    else if (field.type === 'u32') u32(Number(value));
    else if (field.type === 'i32') number(4, (view) => view.setInt32(0, Number(value), true));
    else if (field.type === 'f32') number(4, (view) => view.setFloat32(0, Number(value), true));
    else if (field.type === 'f64') number(8, (view) => view.setFloat64(0, Number(value), true));
    else if (field.type === 'i64') number(8, (view) => view.setBigInt64(0, BigInt(value), true));
    else number(8, (view) => view.setBigUint64(0, BigInt(value), true));
  }
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Bytes as a source, giving at most `most` of them a read. */
export function sourceOf(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): GgufSource & { reads: number } {
  return {
    reads: 0,
    async read(offset, length) {
      this.reads++;
      return bytes.subarray(offset, offset + Math.min(length, most));
    },
  };
}
