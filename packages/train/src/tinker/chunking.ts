import type { Datum, Numbers } from './types.ts';

export interface ChunkLimits {
  /** The most datums in a request; 1024 as in the SDK. */
  readonly datums?: number;
  /** The most bytes, about; 5,000,000 as in the SDK. */
  readonly bytes?: number;
}

/**
 * Bytes of a datum on the wire, about: 4 for a token, 8 for a target, 4 for every other value; where only the positions
 * that count are sent, their inputs and 8 for each position.
 */
export function datumBytes({ tokens, inputs }: Datum, sparse = false): number {
  const counted = sparse && inputs.weights ? count(inputs.weights) : tokens.length;
  const listed = counted * 2 < tokens.length;
  const values = listed ? Math.max(1, counted) : tokens.length;
  let bytes = 4 * tokens.length + 64;
  for (const [name, list] of Object.entries(inputs))
    if (list) bytes += ((name === 'target_tokens' ? 8 : 4) + (listed ? 8 : 0)) * values + (listed ? 64 : 32);
  return bytes;
}

function count(weights: Numbers): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) if (weights[i] !== 0) sum++;
  return sum;
}

/** Splits data into requests, in order; a datum larger than a request gets one of its own. */
export function chunkData(data: readonly Datum[], limits: ChunkLimits = {}, sparse = false): Datum[][] {
  const { datums = 1024, bytes = 5_000_000 } = limits;
  const chunks: Datum[][] = [];
  let size = 0;
  for (const datum of data) {
    const more = datumBytes(datum, sparse);
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
