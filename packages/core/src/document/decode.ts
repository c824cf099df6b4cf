import { MemAgentError } from '../errors.ts';
import { peekBytes } from './bytes.ts';
import { encodingByBom, headBytes, sniff } from './sniff.ts';
import { WellFormed } from './well-formed.ts';

export interface DecodeOptions {
  /** Names the source in errors and notes. */
  readonly name?: string;
  /** The encoding to use where no byte order mark names one, by its WHATWG label; UTF-8 unless given. */
  readonly encoding?: string;
  /** Takes each remark on what was decoded: other encodings, invalid bytes. */
  readonly note?: (note: string) => void;
}

/**
 * Decodes a stream of bytes to text, piece by piece. The outcomes:
 *
 * | input | outcome |
 * |---|---|
 * | UTF-8 | the text; byte spans are those of the source |
 * | UTF-8 with a byte order mark | the mark stays as U+FEFF at the start, so spans are still those of the source |
 * | UTF-16 (a mark, or NUL in every other byte) | decoded without its mark; spans count in the text as UTF-8; a note |
 * | another encoding, named by the caller | the same |
 * | invalid UTF-8 | each maximal invalid sequence becomes U+FFFD (3 bytes); spans count in that text; a note |
 * | CRLF | kept |
 * | a few NUL bytes | kept |
 * | many NUL or control bytes in the first 8 KB, or a known binary format | error `bad-input` that says what it is |
 * | nothing | nothing |
 *
 * @example
 * for await (const text of decodeText(blob.stream(), { name: 'notes.txt' })) …
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  options: DecodeOptions = {},
): AsyncGenerator<string> {
  const name = options.name ?? 'The document';
  const peeked = await peekBytes(bytes, headBytes);
  try {
    let encoding: string = encodingByBom(peeked.head) ?? canonical(options.encoding, name) ?? '';
    if (encoding === '') {
      const sniffed = sniff(peeked.head, name);
      if (sniffed.format === 'binary') throw binaryError(name, sniffed);
      if (sniffed.format === 'pdf' || sniffed.format === 'zip' || sniffed.format === 'gzip') {
        throw binaryError(name, { what: `a ${sniffed.format} file` });
      }
      encoding = sniffed.encoding ?? 'utf-8';
    }
    yield* encoding === 'utf-8'
      ? utf8(peeked, name, options.note)
      : other(peeked, encoding, name, options.note);
  } finally {
    await peeked.close();
  }
}

/** The error for a source that is no text. */
export function binaryError(name: string, sniffed: { what: string; hint?: string }): MemAgentError {
  return new MemAgentError('bad-input', `${name} is ${sniffed.what}, not text.`, {
    hint: sniffed.hint ?? 'MemAgent reads text, HTML, PDF, DOCX, EPUB and .gz of these.',
  });
}

async function* utf8(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  note: DecodeOptions['note'],
): AsyncGenerator<string> {
  // Whole characters only, and no `stream` option: that is the decoder's fast path, and what is left over stays ours.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let held = new Uint8Array(0);
  let seen = 0;
  let invalid = 0;
  let first = -1;
  const decode = (block: Uint8Array) => {
    const text = decoder.decode(block);
    if (text.includes('\ufffd')) {
      const found = replacements(text, block);
      if (found > 0 && first < 0) first = seen;
      invalid += found;
    }
    seen += block.length;
    return text;
  };
  try {
    for await (const next of bytes) {
      const block = held.length === 0 ? next : concat(held, next);
      const whole = wholeCharacters(block);
      held = new Uint8Array(block.subarray(whole));
      if (whole > 0) yield decode(block.subarray(0, whole));
    }
    if (held.length > 0) yield decode(held);
  } finally {
    if (invalid > 0) {
      note?.(
        `${name}: ${invalid} invalid UTF-8 ${invalid === 1 ? 'sequence was' : 'sequences were'} replaced by U+FFFD, ` +
          `the first after byte ${first}; byte spans count in the replaced text. ` +
          'If the text is in another encoding, name it (windows-1252, shift_jis, …).',
      );
    }
  }
}

async function* other(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
  name: string,
  note: DecodeOptions['note'],
): AsyncGenerator<string> {
  note?.(`${name}: decoded from ${encoding}; byte spans count in the text as UTF-8, not in the file.`);
  const decoder = new TextDecoder(encoding);
  const text = new WellFormed();
  for await (const block of bytes) {
    const ready = text.push(decoder.decode(block, { stream: true }));
    if (ready) yield ready;
  }
  const rest = text.push(decoder.decode()) + text.end();
  if (rest) yield rest;
}

/** How many bytes of a block end with a whole character; the rest, at most 3, begins one. */
function wholeCharacters(block: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, block.length); back++) {
    const byte = block[block.length - back]!;
    if (byte < 0x80) break;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return byte < 0xf8 && length > back ? block.length - back : block.length;
    }
  }
  return block.length;
}

/** U+FFFD that the decoder put in, not counting those that the bytes spell out. */
function replacements(text: string, block: Uint8Array): number {
  let count = 0;
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) count++;
  for (let at = block.indexOf(0xef); at >= 0; at = block.indexOf(0xef, at + 1)) {
    if (block[at + 1] === 0xbf && block[at + 2] === 0xbd) count--;
  }
  return count;
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

function canonical(label: string | undefined, name: string): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch (cause) {
    throw new MemAgentError('bad-input', `"${label}", the encoding of ${name}, is not known.`, {
      hint: 'Use a name such as utf-8, utf-16le, windows-1252, iso-8859-15, shift_jis, gb18030 or euc-kr.',
      cause,
    });
  }
}
