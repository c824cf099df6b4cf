import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * TensorBoard's event files: TFRecords of `Event` messages (tensorflow/core/util/event.proto), written by hand since
 * four fields are all there is to them. wandb reads them, too.
 */
export class TensorBoardFile {
  readonly folder: string;
  readonly path: string;

  constructor(folder: string) {
    this.folder = folder;
    this.path = join(folder, 'events.out.tfevents.1.memagent');
  }

  /** Begins the file anew with the lines that a run has already: a resumed run must not draw its steps twice. */
  async begin(rows: readonly Record<string, unknown>[]): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const version = record(event(Date.now() / 1000, 0, field(3, 'brain.Event:2')));
    await writeFile(this.path, Buffer.concat([version, ...rows.map((row) => scalars(row))]));
  }

  /** Adds a line of `metrics.jsonl`. */
  append(row: Record<string, unknown>): Promise<void> {
    return appendFile(this.path, scalars(row));
  }
}

/** All numbers of a line of metrics, those in objects by their path: one event. */
function scalars(row: Record<string, unknown>): Buffer {
  const values = numbersIn(row).map(([tag, value]) =>
    field(1, Buffer.concat([field(1, tag), Buffer.of(0x15), float(value)])),
  );
  return record(event(Date.now() / 1000, Number(row.step ?? 0), field(5, Buffer.concat(values))));
}

function numbersIn(row: object, path = ''): [string, number][] {
  return Object.entries(row).flatMap(([key, value]): [string, number][] => {
    if (path === '' && key === 'step') return [];
    const at = path === '' ? key : `${path}/${key}`;
    if (typeof value === 'number') return [[at, value]];
    return value !== null && typeof value === 'object' ? numbersIn(value, at) : [];
  });
}

/** `Event`: wall_time (1, double), step (2, int64), and one of the rest. */
function event(wallTime: number, step: number, rest: Buffer): Buffer {
  const time = Buffer.alloc(9);
  time[0] = 0x09;
  time.writeDoubleLE(wallTime, 1);
  return Buffer.concat([time, Buffer.of(0x10), varint(step), rest]);
}

/** A field with a length: text or a message. */
function field(number: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([Buffer.of((number << 3) | 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

/** A TFRecord: length, its checksum, the data, their checksum. */
function record(data: Buffer): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(data.length));
  return Buffer.concat([length, checksum(length), data, checksum(data)]);
}

function checksum(data: Buffer): Buffer {
  const crc = crc32c(data);
  const bytes = Buffer.alloc(4);
  // "Masked", so that a checksum of data that hold checksums stays a good one.
  bytes.writeUInt32LE((((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0);
  return bytes;
}

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0x82f63b78 : c >>> 1;
  return c;
});

/** CRC-32C (Castagnoli). */
export function crc32c(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = (crc >>> 8) ^ table[(crc ^ byte) & 255]!;
  return (crc ^ 0xffffffff) >>> 0;
}
