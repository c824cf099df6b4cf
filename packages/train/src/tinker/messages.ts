import {
  fieldBytes,
  fieldNumber,
  fieldText,
  littleEndian,
  ProtoWriter,
  protoFields,
  readPacked,
} from './protobuf.ts';
import type {
  Datum,
  LossName,
  LossOutput,
  LossResult,
  LossSettings,
  SampledSequence,
  SampleResult,
} from './types.ts';

/** What `/forward_backward` is asked, before it is put on the wire. */
export interface ForwardBackwardRequest {
  readonly modelId: string;
  readonly seqId: number;
  readonly data: readonly Datum[];
  readonly loss: LossName;
  readonly config?: LossSettings;
  /** Compute the outputs and leave the gradient alone. */
  readonly forwardOnly?: boolean;
  /** Send only the positions that count, where the server takes that: outputs then come for those alone. */
  readonly sparse?: boolean;
}

/** The positions of a datum that count: where its weights are not 0, and one where all are. */
export function countedPositions({ tokens, inputs }: Datum): number[] {
  const { weights } = inputs;
  const positions: number[] = [];
  for (let i = 0; i < tokens.length; i++) if (weights === undefined || weights[i] !== 0) positions.push(i);
  return positions.length > 0 ? positions : [tokens.length - 1];
}

/** Outputs that came for some positions, as if they had come for all; 0 where nothing counts. */
export function spreadOutput(output: LossOutput, positions: readonly number[], length: number): LossOutput {
  const spread = (values: Float64Array) => {
    if (values.length === length) return values;
    const all = new Float64Array(length);
    for (const [i, at] of positions.entries()) all[at] = values[i] ?? 0;
    return all;
  };
  return {
    logprobs: spread(output.logprobs),
    ...(output.elementwise_loss ? { elementwise_loss: spread(output.elementwise_loss) } : {}),
  };
}

/** Numbers of DType. */
export const dtypes = { float32: 1, int64: 2, int32: 3, bfloat16: 4 } as const;

const integerInputs = new Set(['target_tokens']);

/** The request as protobuf (`ForwardBackwardRequest`). */
export function encodeForwardBackward(request: ForwardBackwardRequest): Uint8Array<ArrayBuffer> {
  const out = new ProtoWriter().string(1, request.modelId).int(2, request.seqId);
  for (const datum of request.data) out.bytes(3, encodeDatum(datum, request.sparse ?? false));
  out.string(4, request.loss);
  const config = Object.entries(request.config ?? {});
  for (const [key, value] of config)
    if (typeof value === 'number') out.bytes(5, new ProtoWriter().string(1, key).double(2, value));
  out.int(6, request.forwardOnly ? 1 : 0);
  // Newer servers take words too, in a map of its own, and prefer that one.
  for (const [key, value] of config) {
    const one = new ProtoWriter();
    if (typeof value === 'number') one.double(1, value);
    else one.string(2, value);
    out.bytes(7, new ProtoWriter().string(1, key).bytes(2, one));
  }
  return out.finish();
}

function encodeDatum(datum: Datum, sparse: boolean): ProtoWriter {
  const text = new ProtoWriter().bytes(1, littleEndian.int32(datum.tokens));
  const out = new ProtoWriter().bytes(1, new ProtoWriter().bytes(1, text));
  const positions = sparse ? countedPositions(datum) : [];
  // Where most positions count, naming them would cost more than it saves.
  const listed = sparse && positions.length * 2 < datum.tokens.length;
  for (const [name, values] of Object.entries(datum.inputs)) {
    if (values === undefined) continue;
    const whole = integerInputs.has(name);
    const bytes = (list: ArrayLike<number>) =>
      whole ? littleEndian.int64(list) : littleEndian.float32(list);
    const tensor = new ProtoWriter();
    if (listed) {
      // One row of CSR: its values, where the row begins and ends, and the columns.
      const csr = new ProtoWriter()
        .bytes(1, bytes(positions.map((at) => values[at]!)))
        .bytes(2, littleEndian.int64([0, positions.length]))
        .bytes(3, littleEndian.int64(positions));
      tensor.bytes(2, csr);
    } else tensor.bytes(1, bytes(values));
    tensor.int(3, whole ? dtypes.int64 : dtypes.float32).packed(4, [values.length]);
    out.bytes(2, new ProtoWriter().string(1, name).bytes(2, tensor));
  }
  return out;
}

/** The request as JSON; `forward_input` where nothing but outputs are wanted. */
export function jsonForwardBackward(request: ForwardBackwardRequest): Record<string, unknown> {
  return {
    model_id: request.modelId,
    seq_id: request.seqId,
    [request.forwardOnly ? 'forward_input' : 'forward_backward_input']: {
      loss_fn: request.loss,
      loss_fn_config: request.config ?? null,
      data: request.data.map(({ tokens, inputs }) => ({
        model_input: { chunks: [{ type: 'encoded_text', tokens: Array.from(tokens) }] },
        loss_fn_inputs: Object.fromEntries(
          Object.entries(inputs)
            .filter(([, values]) => values !== undefined)
            .map(([name, values]) => [
              name,
              {
                data: Array.from(values as ArrayLike<number>),
                dtype: integerInputs.has(name) ? 'int64' : 'float32',
                shape: [values.length],
              },
            ]),
        ),
      })),
    },
  };
}

/** Reads `ForwardBackwardOutput`. */
export function decodeLossResult(bytes: Uint8Array): LossResult {
  const outputs: LossOutput[] = [];
  const metrics: Record<string, number> = {};
  for (const field of protoFields(bytes)) {
    if (field.field === 2) outputs.push(...decodeRecord(fieldBytes(field)));
    if (field.field === 3) {
      const entry = mapEntry(fieldBytes(field));
      metrics[entry.key] = entry.value === undefined ? 0 : fieldNumber(entry.value);
    }
  }
  return { outputs, metrics };
}

/** `ArrayRecord`: fields of several datums, each a run of bytes with offsets. */
function decodeRecord(bytes: Uint8Array): LossOutput[] {
  const columns = new Map<string, Float64Array[]>();
  let count = 0;
  for (const field of protoFields(bytes)) {
    if (field.field === 2) {
      const entry = mapEntry(fieldBytes(field));
      if (entry.value) columns.set(entry.key, decodeBatched(fieldBytes(entry.value)));
    }
    if (field.field === 3) count = fieldNumber(field);
  }
  count ||= columns.get('logprobs')?.length ?? 0;
  return Array.from({ length: count }, (_, i) =>
    output(Object.fromEntries([...columns].map(([k, v]) => [k, v[i]]))),
  );
}

const output = (columns: Record<string, Float64Array | undefined>): LossOutput => ({
  logprobs: columns.logprobs ?? new Float64Array(0),
  ...(columns.elementwise_loss ? { elementwise_loss: columns.elementwise_loss } : {}),
});

function decodeBatched(bytes: Uint8Array): Float64Array[] {
  let data: Uint8Array = new Uint8Array();
  let offsets = new Float64Array();
  let dtype: number = dtypes.float32;
  for (const field of protoFields(bytes)) {
    if (field.field === 1) data = fieldBytes(field);
    if (field.field === 2) offsets = littleEndian.readInt64(fieldBytes(field)) as Float64Array<ArrayBuffer>;
    if (field.field === 3) dtype = fieldNumber(field);
  }
  const read =
    dtype === dtypes.int64
      ? littleEndian.readInt64
      : dtype === dtypes.int32
        ? littleEndian.readInt32
        : dtype === dtypes.bfloat16
          ? littleEndian.readBfloat16
          : littleEndian.readFloat32;
  return Array.from({ length: Math.max(0, offsets.length - 1) }, (_, i) =>
    read(data.subarray(offsets[i]!, offsets[i + 1]!)),
  );
}

function mapEntry(bytes: Uint8Array) {
  const fields = [...protoFields(bytes)];
  const key = fields.find(({ field }) => field === 1);
  return { key: key ? fieldText(key) : '', value: fields.find(({ field }) => field === 2) };
}

/** Reads the JSON form of a loss result. */
export function jsonLossResult(json: Record<string, unknown>): LossResult {
  const outputs = (json.loss_fn_outputs ?? []) as Record<string, { data: number[] }>[];
  return {
    outputs: outputs.map((one) =>
      output(
        Object.fromEntries(Object.entries(one).map(([name, { data }]) => [name, Float64Array.from(data)])),
      ),
    ),
    metrics: (json.metrics ?? {}) as Record<string, number>,
  };
}

/** Reads `SampleResponse`. */
export function decodeSampleResult(bytes: Uint8Array): SampleResult {
  const sequences: SampledSequence[] = [];
  let promptLogprobs: (number | undefined)[] | undefined;
  for (const field of protoFields(bytes)) {
    if (field.field === 1) sequences.push(decodeSequence(fieldBytes(field)));
    if (field.field === 2)
      promptLogprobs = Array.from(littleEndian.readFloat32(fieldBytes(field)), (value) =>
        Number.isNaN(value) ? undefined : value,
      );
  }
  return { sequences, ...(promptLogprobs ? { promptLogprobs } : {}) };
}

function decodeSequence(bytes: Uint8Array): SampledSequence {
  let tokens: number[] = [];
  let logprobs: number[] = [];
  let length = false;
  for (const field of protoFields(bytes)) {
    if (field.field === 1) length = readPacked(field)[0] === 1;
    if (field.field === 2) tokens = Array.from(littleEndian.readInt32(fieldBytes(field)));
    if (field.field === 3) logprobs = Array.from(littleEndian.readFloat32(fieldBytes(field)));
  }
  return { tokens, logprobs, stopReason: length ? 'length' : 'stop' };
}

/** Reads the JSON form of a sample. */
export function jsonSampleResult(json: Record<string, unknown>): SampleResult {
  const sequences = (json.sequences ?? []) as {
    tokens: number[];
    logprobs?: number[] | null;
    stop_reason: string;
  }[];
  const prompt = json.prompt_logprobs as (number | null)[] | null | undefined;
  return {
    sequences: sequences.map(({ tokens, logprobs, stop_reason }) => ({
      tokens,
      logprobs: logprobs ?? [],
      stopReason: stop_reason === 'length' ? 'length' : 'stop',
    })),
    ...(prompt ? { promptLogprobs: prompt.map((value) => value ?? undefined) } : {}),
  };
}
