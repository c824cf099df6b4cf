/** The header of a GGUF file: its metadata, read without touching the tensors. */
import { MemAgentError } from '../errors.ts';

/** Where the bytes of a file come from: a file handle, a Blob, HTTP ranges. */
export interface GgufSource {
  /** Up to `length` bytes from `offset`; fewer only at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

type NumberArray =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** A metadata value. 64-bit integers are numbers where a number holds them exactly. */
export type GgufValue = number | bigint | boolean | string | NumberArray | readonly GgufValue[];

export interface GgufMetadata {
  readonly version: number;
  readonly tensorCount: number;
  readonly metadata: ReadonlyMap<string, GgufValue>;
}

const firstRead = 1 << 20;
/** No metadata is as large; a damaged length must not make us read a file of many gigabytes. */
const mostMetadata = 1 << 28;

/**
 * Reads the metadata of a GGUF file.
 *
 * @example
 * const { metadata } = await readGgufMetadata({ read: async (offset, length) => bytes.subarray(offset, offset + length) });
 * metadata.get('general.architecture'); // 'llama'
 */
export async function readGgufMetadata(
  source: GgufSource,
  options: { signal?: AbortSignal } = {},
): Promise<GgufMetadata> {
  const input = new GgufInput(await source.read(0, firstRead));
  /** Runs a parser, with more of the file whenever it runs out of bytes. */
  const parse = async <T>(parser: () => T): Promise<T> => {
    for (;;) {
      options.signal?.throwIfAborted();
      const start = input.at;
      try {
        return parser();
      } catch (error) {
        if (error !== moreNeeded) throw error;
        input.at = start;
        await grow(source, input);
      }
    }
  };
  const { version, tensorCount, count } = await parse(() => header(input));
  const metadata = new Map<string, GgufValue>();
  for (let i = 0; i < count; i++) {
    const [key, value] = await parse(() => {
      const name = input.string();
      return [name, input.value(input.u32())] as const;
    });
    metadata.set(key, value);
  }
  return { version, tensorCount, metadata };
}

function header(input: GgufInput) {
  const magic = input.length < 4 ? '' : String.fromCharCode(...input.bytes(4));
  if (magic !== 'GGUF') {
    throw new MemAgentError('bad-input', 'This is no GGUF file.', {
      hint: 'Give a model in GGUF format; a file that begins otherwise may be an unfinished or failed download.',
    });
  }
  const version = input.u32();
  if (version !== 2 && version !== 3) {
    const bigEndian = version === 0x02000000 || version === 0x03000000;
    throw new MemAgentError(
      'bad-input',
      bigEndian
        ? 'This GGUF file is big-endian.'
        : `This GGUF file has version ${version}, which is not known here.`,
      {
        hint: 'Convert the model again with a present llama.cpp; versions 2 and 3, little-endian, can be read.',
      },
    );
  }
  return { version, tensorCount: input.size(), count: input.size() };
}

async function grow(source: GgufSource, input: GgufInput): Promise<void> {
  const more = await source.read(input.length, Math.max(firstRead, input.length));
  if (more.length === 0) {
    throw new MemAgentError(
      'bad-input',
      `This GGUF file ends after ${input.length} bytes, inside its metadata.`,
      {
        hint: 'The file was cut off: download or copy it again.',
      },
    );
  }
  input.append(more);
  if (input.length > mostMetadata) throw damaged('its metadata has no end');
}

function damaged(what: string): MemAgentError {
  return new MemAgentError('bad-input', `This GGUF file is damaged: ${what}.`, {
    hint: 'Download or copy it again.',
  });
}

const stringType = 8;
const moreNeeded = Symbol('more bytes needed');
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const arrayTypes = {
  0: Uint8Array,
  1: Int8Array,
  2: Uint16Array,
  3: Int16Array,
  4: Uint32Array,
  5: Int32Array,
  6: Float32Array,
  12: Float64Array,
} as const;

/** Reads values one after the other; throws `moreNeeded` where the bytes run out. */
class GgufInput {
  at = 0;
  private data: Uint8Array;
  private view: DataView;

  constructor(data: Uint8Array) {
    this.data = data;
    this.view = viewOf(data);
  }

  get length(): number {
    return this.data.length;
  }

  append(more: Uint8Array): void {
    const joined = new Uint8Array(this.data.length + more.length);
    joined.set(this.data);
    joined.set(more, this.data.length);
    this.data = joined;
    this.view = viewOf(joined);
  }

  bytes(length: number): Uint8Array {
    const start = this.take(length);
    return this.data.subarray(start, start + length);
  }

  u32(): number {
    return this.view.getUint32(this.take(4), true);
  }

  /** A 64-bit count or length. */
  size(): number {
    const start = this.take(8);
    const high = this.view.getUint32(start + 4, true);
    if (high !== 0) throw damaged(`a length of more than 4 GB at byte ${start}`);
    return this.view.getUint32(start, true);
  }

  string(): string {
    const length = this.size();
    const start = this.take(length);
    return utf8.decode(this.data.subarray(start, start + length));
  }

  value(type: number): GgufValue {
    const { view } = this;
    switch (type) {
      case 0:
        return view.getUint8(this.take(1));
      case 1:
        return view.getInt8(this.take(1));
      case 2:
        return view.getUint16(this.take(2), true);
      case 3:
        return view.getInt16(this.take(2), true);
      case 4:
        return view.getUint32(this.take(4), true);
      case 5:
        return view.getInt32(this.take(4), true);
      case 6:
        return view.getFloat32(this.take(4), true);
      case 7:
        return view.getUint8(this.take(1)) !== 0;
      case stringType:
        return this.string();
      case 9:
        return this.array();
      case 10:
        return narrowed(view.getBigUint64(this.take(8), true));
      case 11:
        return narrowed(view.getBigInt64(this.take(8), true));
      case 12:
        return view.getFloat64(this.take(8), true);
      default:
        throw damaged(`a value of the unknown type ${type} at byte ${this.at}`);
    }
  }

  private array(): GgufValue {
    const type = this.u32();
    const count = this.size();
    const numbers = arrayTypes[type as keyof typeof arrayTypes];
    if (numbers !== undefined) {
      // Values stand at any offset in the file, typed arrays at multiples of their size: hence the copy.
      const values = new numbers(
        this.bytes(count * numbers.BYTES_PER_ELEMENT).length / numbers.BYTES_PER_ELEMENT,
      );
      const end = this.at;
      new Uint8Array(values.buffer).set(this.data.subarray(end - values.byteLength, end));
      return values;
    }
    if (count > mostMetadata) throw damaged(`an array of ${count} values`);
    if (type === stringType) return this.strings(count);
    const values: GgufValue[] = [];
    for (let i = 0; i < count; i++) values.push(this.value(type));
    return values;
  }

  /** Many short strings: decoded as one and cut up, since calling the decoder for each costs more than decoding. */
  private strings(count: number): readonly string[] {
    const start = this.at;
    let total = 0;
    for (let i = 0; i < count; i++) {
      const length = this.size();
      this.take(length);
      total += length;
    }
    const end = this.at;
    const joined = new Uint8Array(total);
    const units = new Uint32Array(count);
    let to = 0;
    let unitCount = 0;
    this.at = start;
    for (let i = 0; i < count; i++) {
      const bytes = this.bytes(this.size());
      let n = 0;
      for (let k = 0; k < bytes.length; k++) {
        const byte = bytes[k]!;
        joined[to++] = byte;
        // A byte that begins a character: two UTF-16 units where it has four bytes.
        if ((byte & 0xc0) !== 0x80) n += byte >= 0xf0 ? 2 : 1;
      }
      units[i] = n;
      unitCount += n;
    }
    this.at = end;
    const text = utf8.decode(joined);
    const values: string[] = [];
    if (text.length === unitCount && !text.includes('\ufffd')) {
      let at = 0;
      for (const length of units) {
        values.push(text.slice(at, at + length));
        at += length;
      }
      return values;
    }
    this.at = start;
    for (let i = 0; i < count; i++) values.push(this.string());
    return values;
  }

  private take(length: number): number {
    const start = this.at;
    if (start + length > this.data.length) {
      if (length > mostMetadata) throw damaged(`a value of ${length} bytes at byte ${start}`);
      throw moreNeeded;
    }
    this.at = start + length;
    return start;
  }
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

function narrowed(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
