import { joinBytes } from '../../document/bytes.ts';
import { MemAgentError } from '../../errors.ts';

/** Something that gives bytes: a file, standard input, an address. */
export interface ByteSource {
  /** What a person calls it. */
  readonly name: string;
  /** Its size in bytes, where that is known. */
  readonly bytes?: number;
  /** True where it can be read only once. */
  readonly once?: boolean;
  open(signal?: AbortSignal): Promise<OpenBytes>;
}

/** Bytes under way. The array at hand is valid until the next is asked for: sources reuse their buffers. */
export interface OpenBytes {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The media type and character set that the source declares, if it does. */
  readonly type?: string;
  readonly charset?: string;
}

/** All bytes of a stream, for formats that cannot be read from front to back; more than `limit` is an error. */
export async function collect(
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of bytes) {
    length += part.length;
    if (length > limit) {
      throw new MemAgentError(
        'bad-input',
        `${name} is larger than ${Math.round(limit / 2 ** 20)} MiB, the limit for this format.`,
        {
          hint: 'Convert it to plain text first: text has no limit.',
        },
      );
    }
    parts.push(new Uint8Array(part));
  }
  return joinBytes(parts, length);
}
