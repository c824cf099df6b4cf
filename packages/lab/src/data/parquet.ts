import { MemAgentError } from '@memagent/core';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

/** The rows of a parquet file as plain objects, one group of rows at a time: a training file does not fit in memory. */
export async function* readParquet(
  path: string,
  where: string,
  signal?: AbortSignal,
): AsyncGenerator<unknown> {
  const broken = (cause: unknown) =>
    new MemAgentError('bad-input', `${path} cannot be read as parquet: ${(cause as Error).message}.`, {
      hint: where,
      cause,
    });
  try {
    const file = await asyncBufferFromFile(path);
    const metadata = await parquetMetadataAsync(file);
    let rowStart = 0;
    for (const { num_rows } of metadata.row_groups) {
      signal?.throwIfAborted();
      const rowEnd = rowStart + Number(num_rows);
      const rows = await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd });
      for (const row of rows) yield plain(row);
      rowStart = rowEnd;
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    throw broken(error);
  }
}

/** As JSON would have it: 64-bit numbers as numbers. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}
