// Most tags and lengths are one byte, and made once.
const oneByte = Array.from({ length: 128 }, (_, value) => Uint8Array.of(value));

/** Writes protobuf messages: the few wire types that the protocol has. */
export class ProtoWriter {
  #parts: Uint8Array[] = [];
  #length = 0;

  #push(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }

  #varint(value: number): void {
    const short = oneByte[value];
    if (short) {
      this.#push(short);
      return;
    }
    const bytes: number[] = [];
    if (value >= 0 && value < 2 ** 31) {
      for (; value >= 0x80; value >>>= 7) bytes.push((value & 0x7f) | 0x80);
      bytes.push(value);
      this.#push(Uint8Array.of(...bytes));
      return;
    }
    let rest = BigInt.asUintN(64, BigInt(value));
    do {
      const low = Number(rest & 0x7fn);
      rest >>= 7n;
      bytes.push(rest > 0n ? low | 0x80 : low);
    } while (rest > 0n);
    this.#push(Uint8Array.from(bytes));
  }

  #tag(field: number, wire: number): void {
    this.#varint((field << 3) | wire);
  }

  /** A varint field; like every proto3 scalar it is left out when it is 0. */
  int(field: number, value: number): this {
    if (value === 0) return this;
    this.#tag(field, 0);
    this.#varint(value);
    return this;
  }

  /** A double field; written even when it is 0, since values of maps need not be left out. */
  double(field: number, value: number): this {
    this.#tag(field, 1);
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    this.#push(bytes);
    return this;
  }

  /** A length-delimited field: bytes, or a message already written. */
  bytes(field: number, value: Uint8Array | ProtoWriter): this {
    this.#tag(field, 2);
    if (!(value instanceof ProtoWriter)) {
      this.#varint(value.length);
      this.#push(value);
      return this;
    }
    // Its parts as they are: long arrays deep inside are copied once, at the end.
    this.#varint(value.#length);
    for (const part of value.#parts) this.#push(part);
    return this;
  }

  string(field: number, value: string): this {
    return value === '' ? this : this.bytes(field, new TextEncoder().encode(value));
  }

  /** Repeated int64 in packed form. */
  packed(field: number, values: readonly number[]): this {
    if (values.length === 0) return this;
    const inner = new ProtoWriter();
    for (const value of values) inner.#varint(value);
    return this.bytes(field, inner);
  }

  finish(): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

/** One field of a message: `value` is bytes for length-delimited ones, a number for the others. */
export type ProtoField =
  | { readonly field: number; readonly wire: 0 | 1 | 5; readonly value: number }
  | { readonly field: number; readonly wire: 2; readonly value: Uint8Array };

/** The fields of a message in order. Throws on bytes that are no message. */
export function* protoFields(bytes: Uint8Array): Generator<ProtoField> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      if (at >= bytes.length) throw new Error('the message ends in the middle of a number');
      const byte = bytes[at++]!;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new Error('a number has too many bytes');
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const field = tag >>> 3;
    const wire = tag & 7;
    if (field === 0) throw new Error('a field has the number 0');
    if (wire === 0) {
      yield { field, wire, value: Number(BigInt.asIntN(64, varint())) };
    } else if (wire === 1 || wire === 5) {
      const size = wire === 1 ? 8 : 4;
      if (at + size > bytes.length) throw new Error('the message ends in the middle of a number');
      yield { field, wire, value: wire === 1 ? view.getFloat64(at, true) : view.getFloat32(at, true) };
      at += size;
    } else if (wire === 2) {
      const length = Number(varint());
      if (at + length > bytes.length) throw new Error('the message ends in the middle of a field');
      yield { field, wire, value: bytes.subarray(at, at + length) };
      at += length;
    } else throw new Error(`the wire type ${wire} is not known`);
  }
}

/** Repeated integers, packed or one by one. */
export function readPacked(field: ProtoField): number[] {
  if (field.wire !== 2) return [field.value];
  const out: number[] = [];
  let value = 0n;
  let shift = 0n;
  for (const byte of field.value) {
    value |= BigInt(byte & 0x7f) << shift;
    shift += 7n;
    if (byte < 0x80) {
      out.push(Number(BigInt.asIntN(64, value)));
      value = 0n;
      shift = 0n;
    }
  }
  return out;
}

/** The bytes of a length-delimited field. */
export function fieldBytes(field: ProtoField): Uint8Array {
  if (field.wire !== 2) throw new Error(`field ${field.field} should hold bytes`);
  return field.value;
}

export const fieldText = (field: ProtoField): string => new TextDecoder().decode(fieldBytes(field));

export function fieldNumber(field: ProtoField): number {
  if (field.wire === 2) throw new Error(`field ${field.field} should hold a number`);
  return field.value;
}

const littleHere = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Little-endian arrays, whatever this machine's order. */
export const littleEndian = {
  int32(values: ArrayLike<number>): Uint8Array {
    if (values instanceof Int32Array && littleHere)
      return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    return write(values, 4, (view, at, value) => view.setInt32(at, value, true));
  },
  int64(values: ArrayLike<number>): Uint8Array {
    return write(values, 8, (view, at, value) => view.setBigInt64(at, BigInt(value), true));
  },
  float32(values: ArrayLike<number>): Uint8Array {
    return write(values, 4, (view, at, value) => view.setFloat32(at, value, true));
  },
  readInt32: (bytes: Uint8Array) => read(bytes, 4, (view, at) => view.getInt32(at, true)),
  readInt64: (bytes: Uint8Array) => read(bytes, 8, (view, at) => Number(view.getBigInt64(at, true))),
  readFloat32: (bytes: Uint8Array) => read(bytes, 4, (view, at) => view.getFloat32(at, true)),
  /** The upper half of a float32. */
  readBfloat16: (bytes: Uint8Array) =>
    read(bytes, 2, (view, at) => {
      const wide = new DataView(new ArrayBuffer(4));
      wide.setUint32(0, view.getUint16(at, true) << 16);
      return wide.getFloat32(0);
    }),
};

function write(
  values: ArrayLike<number>,
  size: number,
  set: (view: DataView, at: number, value: number) => void,
): Uint8Array {
  const bytes = new Uint8Array(values.length * size);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < values.length; i++) set(view, i * size, values[i]!);
  return bytes;
}

function read(bytes: Uint8Array, size: number, get: (view: DataView, at: number) => number): Float64Array {
  if (bytes.length % size !== 0)
    throw new Error(`${bytes.length} bytes are no whole number of ${size}-byte values`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out = new Float64Array(bytes.length / size);
  for (let i = 0; i < out.length; i++) out[i] = get(view, i * size);
  return out;
}
