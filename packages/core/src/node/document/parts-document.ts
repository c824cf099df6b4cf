import type { Document, TextPiece } from '../../document/document.ts';
import { MemAgentError } from '../../errors.ts';
import type { ByteSource } from './byte-source.ts';
import { type ExtractOptions, extract } from './extract.ts';
import type { Skipped } from './folder.ts';

/** A document from files, standard input or addresses. */
export interface OpenedDocument extends Document {
  /** What a person should know about how the text was extracted; grows while the text is read. */
  readonly notes: () => readonly string[];
  /** What was left out of folders, and why; grows where a file turns out to be unreadable on the way. */
  readonly skipped: readonly Skipped[];
  /**
   * The file that a byte offset of the extracted text lies in, and the offset in that file's own extracted text
   * (negative in the header line before it). Known for what the latest reading has passed; undefined for one file.
   */
  locate(offset: number): { file: string; offset: number } | undefined;
}

/** One source among those that make up a document. */
export interface Part {
  readonly file: string;
  readonly source: ByteSource;
  /** Found in a folder rather than named: if it cannot be read, it is skipped. */
  readonly found?: boolean;
}

export interface PartsOptions {
  readonly name: string;
  readonly parts: readonly Part[];
  /** Whether each part gets a header and its pieces a `file`. */
  readonly many: boolean;
  readonly skipped: readonly Skipped[];
  readonly notes: readonly string[];
  readonly options: ExtractOptions;
}

/** The line that precedes each file of a document of several. */
export const fileHeader = (file: string): string => `===== ${file.replace(/[\0-\x1f\x7f]/g, '?')} =====\n`;

/** The text of all parts in order. */
export function partsDocument({ name, parts, many, skipped, notes, options }: PartsOptions): OpenedDocument {
  const latest = new Progress(parts);
  const sized = parts.every((part) => part.source.bytes !== undefined);
  const document: OpenedDocument = {
    name,
    get bytes() {
      let sum = 0;
      for (const { source } of parts) {
        if (source.bytes === undefined) return undefined;
        sum += source.bytes;
      }
      return sum;
    },
    ...(sized && { consumed: () => latest.share() }),
    ...(parts.some((part) => part.source.once) && { once: true }),
    notes: () => [...notes, ...latest.notes],
    get skipped() {
      return [...skipped, ...latest.skipped];
    },
    locate: (offset) => (many ? latest.locate(offset) : undefined),
    async *open(signal) {
      latest.begin();
      for (const part of parts) {
        signal?.throwIfAborted();
        yield* many ? filePieces(part, options, latest, signal) : partPieces(part, options, latest, signal);
        latest.finish(part);
      }
    },
  };
  return document;
}

async function* partPieces(
  part: Part,
  options: ExtractOptions,
  progress: Progress,
  signal: AbortSignal | undefined,
): AsyncGenerator<TextPiece> {
  const note = (text: string) => progress.notes.push(text);
  const given = (share: number) => progress.give(share * (part.source.bytes ?? 0));
  const { bytes, ...declared } = await part.source.open(signal);
  const html = options.html ?? (part.found ? 'text' : 'article');
  yield* extract(
    { ...declared, bytes: progress.count(bytes) },
    { ...options, html, name: part.file, note, progress: given, signal },
  );
}

/** A file among several: its header, its pieces marked with its name, and an empty line. */
async function* filePieces(
  part: Part,
  options: ExtractOptions,
  progress: Progress,
  signal: AbortSignal | undefined,
): AsyncGenerator<TextPiece> {
  const { file } = part;
  const header = fileHeader(file);
  let end = '';
  let begun = false;
  const give = (piece: TextPiece): TextPiece => {
    end = piece.text.slice(-1);
    progress.offset += Buffer.byteLength(piece.text);
    return piece;
  };
  const begin = (): TextPiece => {
    begun = true;
    progress.starts.push({ file, start: progress.offset, header: Buffer.byteLength(header) });
    return give({ text: header, file });
  };
  try {
    for await (const piece of partPieces(part, options, progress, signal)) {
      if (!begun) yield begin();
      yield give({ ...piece, file });
    }
  } catch (error) {
    if (!part.found || signal?.aborted || !MemAgentError.isInstance(error)) throw error;
    progress.skipped.push({
      file,
      reason: `${begun ? 'cut: ' : ''}${error.message.replace(`${file} `, '')}`,
    });
    if (!begun) return;
  }
  // An empty file says something too: that it is there.
  if (!begun) yield begin();
  yield give({ text: end === '\n' ? '\n' : '\n\n', file });
}

/** How far the latest reading has come. */
class Progress {
  readonly #total: number;
  #before = 0;
  #current = 0;
  /** Where text comes after all bytes are read: the bytes that the text given so far stands for. */
  #given: number | undefined;
  offset = 0;
  notes: string[] = [];
  skipped: Skipped[] = [];
  starts: { file: string; start: number; header: number }[] = [];

  constructor(parts: readonly Part[]) {
    this.#total = parts.reduce((sum, part) => sum + (part.source.bytes ?? 0), 0);
  }

  begin(): void {
    this.#before = 0;
    this.#current = 0;
    this.#given = undefined;
    this.offset = 0;
    this.notes = [];
    this.skipped = [];
    this.starts = [];
  }

  finish(part: Part): void {
    this.#before += part.source.bytes ?? 0;
    this.#current = 0;
    this.#given = undefined;
  }

  async *count(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    this.#current = 0;
    for await (const block of bytes) {
      this.#current += block.length;
      yield block;
    }
  }

  give(bytes: number): void {
    this.#given = bytes;
  }

  share(): number {
    return this.#total === 0 ? 1 : Math.min(1, (this.#before + (this.#given ?? this.#current)) / this.#total);
  }

  locate(offset: number): { file: string; offset: number } | undefined {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]!.start <= offset) low = middle + 1;
      else high = middle;
    }
    const place = offset < this.offset ? this.starts[low - 1] : undefined;
    return place && { file: place.file, offset: offset - place.start - place.header };
  }
}
