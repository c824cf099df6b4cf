import { type UnzipFileInfo, unzipSync } from 'fflate';
import { binaryError } from '../../document/decode.ts';
import type { TextPiece } from '../../document/document.ts';
import { slices } from '../../document/from-text.ts';
import { toWellFormed } from '../../document/well-formed.ts';
import { MemAgentError } from '../../errors.ts';
import { extractEpub } from './epub.ts';
import type { ExtractContext } from './extract.ts';

/** What a zipped document may unpack to: a small file must not fill the memory. */
const unpackedLimit = 1 << 30;

/** The text of a zipped document: DOCX or EPUB, told by what is inside. */
export async function* extractZip(bytes: Uint8Array, context: ExtractContext): AsyncGenerator<TextPiece> {
  const { name } = context;
  const entries = listZip(bytes, name);
  const has = (start: string) => entries.some((entry) => entry.name.startsWith(start));
  if (has('word/document')) {
    yield* extractDocx(bytes, context);
    return;
  }
  if (has('META-INF/container.xml')) {
    for (const text of extractEpub(bytes, context)) {
      context.signal?.throwIfAborted();
      yield { text };
    }
    return;
  }
  const save = 'Save it as .docx, .pdf, .html, .csv or .txt first.';
  if (has('xl/')) throw binaryError(name, { what: 'an Excel workbook', hint: save });
  if (has('ppt/')) throw binaryError(name, { what: 'a PowerPoint presentation', hint: save });
  if (has('content.xml')) throw binaryError(name, { what: 'an OpenDocument file', hint: save });
  throw binaryError(name, { what: 'a zip archive', hint: 'Unpack it first, and give the folder.' });
}

async function* extractDocx(
  bytes: Uint8Array,
  { name, note, progress, signal }: ExtractContext,
): AsyncGenerator<TextPiece> {
  const { default: mammoth } = await import('mammoth');
  const result = await mammoth
    .extractRawText({ buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) })
    .catch((cause) => {
      throw new MemAgentError(
        'bad-input',
        `${name} is a damaged DOCX: ${cause instanceof Error ? cause.message : cause}`,
        {
          hint: 'Open it in a word processor and save it again.',
          cause,
        },
      );
    });
  for (const { type, message } of result.messages) if (type === 'error') note(`${name}: ${message}`);
  const whole = toWellFormed(result.value);
  let given = 0;
  for (const text of slices(whole)) {
    signal?.throwIfAborted();
    progress?.(given / whole.length);
    yield { text };
    given += text.length;
  }
  progress?.(1);
}

function listZip(bytes: Uint8Array, name: string): UnzipFileInfo[] {
  const entries: UnzipFileInfo[] = [];
  try {
    unzipSync(bytes, {
      filter(entry) {
        entries.push(entry);
        return false;
      },
    });
  } catch (cause) {
    throw new MemAgentError('bad-input', `${name} is a damaged or cut-off zip file.`, {
      hint: 'Get it again, and compare its size with the original.',
      cause,
    });
  }
  if (entries.reduce((sum, entry) => sum + entry.originalSize, 0) > unpackedLimit) {
    throw new MemAgentError(
      'bad-input',
      `${name} would unpack to more than ${unpackedLimit / 2 ** 20} MiB.`,
      {
        hint: 'Convert it to plain text first: text has no limit.',
      },
    );
  }
  return entries;
}
