import type { Datum } from './types.ts';

export interface ChunkLimits {
  /** The most datums in a request; 1024 as in the SDK. */
  readonly datums?: number;
  /** The most bytes, about; 5,000,000 as in the SDK. */
  readonly bytes?: number;
}

/** Bytes of a datum on the wire, about: 4 for a token, 8 for a target, 4 for every other value. */
export function datumBytes({ tokens, inputs }: Datum): number {
  let bytes = 4 * tokens.length + 64;
  for (const [name, values] of Object.entries(inputs))
    if (values) bytes += (name === 'target_tokens' ? 8 : 4) * values.length + 32;
  return bytes;
}

/** Splits data into requests, in order; a datum larger than a request gets one of its own. */
export function chunkData(data: readonly Datum[], limits: ChunkLimits = {}): Datum[][] {
  const { datums = 1024, bytes = 5_000_000 } = limits;
  const chunks: Datum[][] = [];
  let size = 0;
  for (const datum of data) {
    const more = datumBytes(datum);
    const open = chunks.at(-1);
    if (open === undefined || open.length >= datums || size + more > bytes) {
      chunks.push([datum]);
      size = more;
    } else {
      open.push(datum);
      size += more;
    }
  }
  return chunks;
}
