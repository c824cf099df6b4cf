import { dtypes } from '../tinker/messages.ts';
import {
  fieldBytes,
  fieldNumber,
  fieldText,
  littleEndian,
  ProtoWriter,
  protoFields,
} from '../tinker/protobuf.ts';
import type { LossConfig, LossName } from '../tinker/types.ts';
import type { WireDatum } from './bigram-model.ts';

/** A pass as a server reads it. */
export interface WirePass {
  readonly modelId: string;
  readonly seqId: number;
  readonly data: WireDatum[];
  readonly loss: LossName;
  readonly config: LossConfig;
  readonly forwardOnly: boolean;
}

/** Reads a `ForwardBackwardRequest`. */
export function readPass(bytes: Uint8Array): WirePass {
  const pass = {
    modelId: '',
    seqId: 0,
    data: [] as WireDatum[],
    loss: '',
    config: {} as Record<string, number>,
    forwardOnly: false,
  };
  for (const field of protoFields(bytes)) {
    if (field.field === 1) pass.modelId = fieldText(field);
    if (field.field === 2) pass.seqId = fieldNumber(field);
    if (field.field === 3) pass.data.push(readDatum(fieldBytes(field)));
    if (field.field === 4) pass.loss = fieldText(field);
    if (field.field === 5) {
      const [key, value] = [...protoFields(fieldBytes(field))];
      pass.config[fieldText(key!)] = fieldNumber(value!);
    }
    if (field.field === 6) pass.forwardOnly = fieldNumber(field) === 1;
  }
  return { ...pass, loss: pass.loss as LossName };
}

function readDatum(bytes: Uint8Array): WireDatum {
  const tokens: number[] = [];
  const inputs: Record<string, number[]> = {};
  let listed: number[] | undefined;
  for (const field of protoFields(bytes)) {
    if (field.field === 1)
      for (const chunk of protoFields(fieldBytes(field)))
        for (const part of protoFields(fieldBytes(chunk)))
          tokens.push(...littleEndian.readInt32(fieldBytes(part)));
    if (field.field === 2) {
      const [key, value] = [...protoFields(fieldBytes(field))];
      const tensor = [...protoFields(fieldBytes(value!))];
      const dtype = fieldNumber(tensor.find((one) => one.field === 3)!);
      const read = (bytes: Uint8Array) =>
        Array.from(dtype === dtypes.int64 ? littleEndian.readInt64(bytes) : littleEndian.readFloat32(bytes));
      const csr = tensor.find((one) => one.field === 2);
      const name = fieldText(key!);
      if (csr) {
        const part = (n: number) =>
          fieldBytes([...protoFields(fieldBytes(csr))].find((one) => one.field === n)!);
        const columns = Array.from(littleEndian.readInt64(part(3)));
        const values = read(part(1));
        // Positions that are not listed count nothing: they are cut out of the datum.
        inputs[name] = values;
        listed = columns;
      } else inputs[name] = read(fieldBytes(tensor.find((one) => one.field === 1)!));
    }
  }
  if (listed) return { tokens: listed.map((at) => tokens[at]!), inputs };
  return { tokens, inputs };
}

// biome-ignore lint/suspicious/noExplicitAny: requests are whatever a client sends
type Json = Record<string, any>;

/** Reads the JSON form. */
export function readJsonPass(body: Json, forwardOnly: boolean): WirePass {
  const input = body[forwardOnly ? 'forward_input' : 'forward_backward_input'];
  return {
    modelId: body.model_id,
    seqId: body.seq_id,
    loss: input.loss_fn,
    config: input.loss_fn_config ?? {},
    forwardOnly,
    data: input.data.map((datum: Json) => ({
      tokens: datum.model_input.chunks.flatMap((chunk: { tokens: number[] }) => chunk.tokens),
      inputs: Object.fromEntries(
        Object.entries(datum.loss_fn_inputs).map(([name, tensor]) => [
          name,
          (tensor as { data: number[] }).data,
        ]),
      ),
    })),
  };
}

/** A result of a pass as `ForwardBackwardOutput`. */
export function writePassResult(
  rows: readonly { logprobs: number[]; losses: number[] }[],
  total: number,
): Uint8Array<ArrayBuffer> {
  const record = new ProtoWriter().string(1, 'ArrayRecord');
  for (const [name, column] of [
    ['logprobs', rows.map(({ logprobs }) => logprobs)],
    ['elementwise_loss', rows.map(({ losses }) => losses)],
  ] as const) {
    const offsets = [0];
    for (const row of column) offsets.push(offsets.at(-1)! + 4 * row.length);
    const batched = new ProtoWriter()
      .bytes(1, littleEndian.float32(column.flat()))
      .bytes(2, littleEndian.int64(offsets))
      .int(3, dtypes.float32);
    record.bytes(2, new ProtoWriter().string(1, name).bytes(2, batched));
  }
  record.int(3, rows.length);
  return new ProtoWriter()
    .string(1, 'ArrayRecord')
    .bytes(2, record)
    .bytes(3, new ProtoWriter().string(1, 'total_loss:sum').double(2, total))
    .finish();
}

/** A sample as `SampleResponse`. */
export function writeSample(
  sequences: readonly { tokens: number[]; logprobs: number[]; length: boolean }[],
): Uint8Array<ArrayBuffer> {
  const out = new ProtoWriter();
  for (const { tokens, logprobs, length } of sequences)
    out.bytes(
      1,
      new ProtoWriter()
        .int(1, length ? 1 : 0)
        .bytes(2, littleEndian.int32(tokens))
        .bytes(3, littleEndian.float32(logprobs)),
    );
  return out.finish();
}

/** Reads a batched request for samples. */
export function readSampleRequest(raw: Buffer): { header: Json; prompts: number[][] } {
  if (raw.toString('latin1', 0, 4) !== 'MAS1') throw new Error('no batch of prompts');
  const size = raw.readUInt32LE(4);
  const header = JSON.parse(raw.toString('utf8', 8, 8 + size));
  const at = (i: number) => raw.readInt32LE(8 + size + 4 * i);
  const prompts = Array.from({ length: header.prompts }, (_, i) =>
    Array.from({ length: at(i + 1) - at(i) }, (_, t) => at(header.prompts + 1 + at(i) + t)),
  );
  return { header, prompts };
}

/** Writes a batch of samples; what else the header says goes with it. */
export function writeSampleFrames(
  sequences: readonly { tokens: number[]; logprobs: number[]; length: boolean }[],
  more: object = {},
): Uint8Array<ArrayBuffer> {
  const said = JSON.stringify({ sequences: sequences.length, ...more });
  const head = Buffer.from(said.padEnd(Math.ceil(said.length / 4) * 4));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  const offsets = [0];
  for (const { tokens } of sequences) offsets.push(offsets.at(-1)! + tokens.length);
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from('MAR1'),
      size,
      head,
      littleEndian.int32(sequences.map(({ length }) => (length ? 1 : 0))),
      littleEndian.int32(offsets),
      littleEndian.int32(sequences.flatMap(({ tokens }) => tokens)),
      littleEndian.float32(sequences.flatMap(({ logprobs }) => logprobs)),
    ]),
  );
}
