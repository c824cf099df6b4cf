import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { peekBytes } from '../../document/bytes.ts';
import { binaryError, decodeText } from '../../document/decode.ts';
import type { TextPiece } from '../../document/document.ts';
import { type Format, headBytes, type Sniffed, sniff } from '../../document/sniff.ts';
import { MemAgentError } from '../../errors.ts';
import { collect, type OpenBytes } from './byte-source.ts';
import { declaredCharset, extractHtml, type HtmlMode } from './html.ts';

/** The most bytes of a format that is parsed whole (PDF, DOCX, EPUB). */
const wholeLimit = 512 * 2 ** 20;

export interface ExtractOptions {
  /** The encoding of text, by its WHATWG label, where the source does not say it. */
  readonly encoding?: string;
  /** Read as this format, whatever name and content say. */
  readonly format?: Format;
  /** How pages become text; `article` unless given, `text` for the files of a folder. */
  readonly html?: HtmlMode;
}

export interface ExtractContext extends ExtractOptions {
  readonly name: string;
  readonly note: (text: string) => void;
  /** Takes the share, from 0 to 1, that was given of a format whose bytes are all read before its text. */
  readonly progress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** The text of whatever the bytes are: told by the first of them, then by the declared type, then by the name. */
export async function* extract(
  source: OpenBytes,
  context: ExtractContext,
  depth = 0,
): AsyncGenerator<TextPiece> {
  const { name, note, signal, progress } = context;
  const peeked = await peekBytes(source.bytes, headBytes);
  try {
    const sniffed = decide(sniff(peeked.head, innerName(name, depth)), source.type, context);
    if (sniffed.format === 'binary') throw binaryError(name, sniffed);
    if (sniffed.format === 'gzip') {
      if (depth >= 3) throw binaryError(name, { what: 'compressed many times over' });
      yield* extract({ bytes: gunzip(peeked, name) }, context, depth + 1);
    } else if (sniffed.format === 'pdf') {
      const { extractPdf } = await import('./pdf.ts');
      yield* extractPdf(await collect(peeked, wholeLimit, name), context);
    } else if (sniffed.format === 'zip') {
      const { extractZip } = await import('./zip.ts');
      yield* extractZip(await collect(peeked, wholeLimit, name), context);
    } else {
      const charset = known(source.charset) ?? declaredCharset(peeked.head, sniffed.format);
      const encoding = context.encoding ?? sniffed.encoding ?? charset ?? (context.format && 'utf-8');
      const text = decodeText(peeked, { name, encoding, note });
      const mode = sniffed.format === 'html' ? (context.html ?? 'article') : 'source';
      for await (const piece of extractHtml(text, mode, progress)) {
        signal?.throwIfAborted();
        yield { text: piece };
      }
    }
  } finally {
    await peeked.close();
  }
}

function decide(sniffed: Sniffed, type: string | undefined, context: ExtractContext): Sniffed {
  if (context.format) return { format: context.format };
  // Text in an encoding that was named may look like no text at all to someone who expects UTF-8.
  if (sniffed.format === 'binary' && context.encoding && sniffed.what === 'binary data')
    return { format: 'text' };
  if (sniffed.format === 'text' && (type === 'text/html' || type === 'application/xhtml+xml')) {
    return { ...sniffed, format: 'html' };
  }
  if (sniffed.format === 'html' && type === 'text/plain') return { ...sniffed, format: 'text' };
  return sniffed;
}

/** The name without what the layers of compression and an address add to it. */
function innerName(name: string, depth: number): string {
  let inner = name.replace(/^(https?:.*?)[?#].*$/i, '$1');
  for (let at = 0; at < depth; at++) inner = inner.replace(/\.gz$/i, '');
  return inner;
}

function known(charset: string | undefined): string | undefined {
  try {
    return charset && new TextDecoder(charset).encoding;
  } catch {
    return undefined;
  }
}

async function* gunzip(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  // The unpacker keeps what it is given for a while, and sources reuse their buffers.
  const copies = Readable.from(copied(bytes), { objectMode: false });
  const unpacker = createGunzip();
  copies.on('error', (error) => unpacker.destroy(error));
  try {
    for await (const block of copies.pipe(unpacker)) yield block as Uint8Array;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (typeof code !== 'string' || !code.startsWith('Z_')) throw error;
    const what = code === 'Z_BUF_ERROR' ? 'ends too early: it is cut off' : 'is a damaged .gz file';
    throw new MemAgentError('bad-input', `${name} ${what}.`, {
      hint: 'Get it again, and compare its size with the original.',
      cause: error,
    });
  } finally {
    copies.destroy();
    unpacker.destroy();
  }
}

async function* copied(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const block of bytes) yield Buffer.from(block);
}
