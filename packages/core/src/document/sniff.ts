/** What a document's bytes are to be read as. */
export type Format = 'text' | 'html' | 'pdf' | 'zip' | 'gzip';

/** What the first bytes of a source say about it. */
export type Sniffed =
  | { readonly format: Format; readonly encoding?: string }
  | { readonly format: 'binary'; readonly what: string; readonly hint?: string };

/** How many first bytes `sniff` wants to see. */
export const headBytes = 8192;

interface Magic {
  readonly at: number;
  readonly bytes: string;
  readonly what: string;
  readonly hint?: string;
  /** Could be how a text begins: counts only where a control byte is near. */
  readonly printable?: boolean;
}

const media = 'MemAgent reads text; transcribe it first.';
const unpack = 'Unpack it first, and give the folder.';
const convert = 'Save it as .docx, .pdf, .html or .txt first.';

const magics: readonly Magic[] = [
  { at: 0, bytes: '\x89PNG\r\n\x1a\n', what: 'a PNG image', hint: media },
  { at: 0, bytes: '\xff\xd8\xff', what: 'a JPEG image', hint: media },
  { at: 0, bytes: 'GIF8', what: 'a GIF image', hint: media, printable: true },
  { at: 0, bytes: 'BM', what: 'a BMP image', hint: media, printable: true },
  { at: 0, bytes: 'II*\0', what: 'a TIFF image', hint: media },
  { at: 0, bytes: 'MM\0*', what: 'a TIFF image', hint: media },
  { at: 0, bytes: '\0\0\x01\0', what: 'an icon' },
  { at: 8, bytes: 'WEBP', what: 'a WebP image', hint: media, printable: true },
  { at: 8, bytes: 'WAVE', what: 'a WAV recording', hint: media, printable: true },
  { at: 8, bytes: 'AVI ', what: 'an AVI video', hint: media, printable: true },
  { at: 0, bytes: 'ID3', what: 'an MP3 recording', hint: media, printable: true },
  { at: 0, bytes: 'OggS', what: 'an Ogg recording', hint: media, printable: true },
  { at: 0, bytes: 'fLaC', what: 'a FLAC recording', hint: media, printable: true },
  { at: 4, bytes: 'ftyp', what: 'an MP4 video or recording', hint: media, printable: true },
  { at: 0, bytes: '\x1aE\xdf\xa3', what: 'a Matroska or WebM video', hint: media },
  { at: 0, bytes: '\x7fELF', what: 'a program (ELF)' },
  { at: 0, bytes: 'MZ', what: 'a Windows program', printable: true },
  { at: 0, bytes: '\xcf\xfa\xed\xfe', what: 'a macOS program' },
  { at: 0, bytes: '\xca\xfe\xba\xbe', what: 'a Java class or macOS program' },
  { at: 0, bytes: '\0asm', what: 'a WebAssembly module' },
  {
    at: 0,
    bytes: 'SQLite format 3\0',
    what: 'an SQLite database',
    hint: 'Dump it as text: sqlite3 file .dump',
  },
  {
    at: 0,
    bytes: 'GGUF',
    what: 'a GGUF model',
    hint: 'Give it as the model, not as the document.',
    printable: true,
  },
  { at: 0, bytes: 'PAR1', what: 'a Parquet table', hint: 'Export it as CSV or JSON lines.', printable: true },
  { at: 0, bytes: "7z\xbc\xaf'\x1c", what: 'a 7z archive', hint: unpack },
  { at: 0, bytes: 'Rar!\x1a\x07', what: 'a RAR archive', hint: unpack },
  { at: 257, bytes: 'ustar', what: 'a tar archive', hint: unpack },
  {
    at: 0,
    bytes: '\xfd7zXZ\0',
    what: 'an xz file',
    hint: 'Unpack it on the way: xz -dc file | memagent ask - …',
  },
  {
    at: 0,
    bytes: '(\xb5/\xfd',
    what: 'a zstd file',
    hint: 'Unpack it on the way: zstd -dc file | memagent ask - …',
  },
  {
    at: 4,
    bytes: '1AY&SY',
    what: 'a bzip2 file',
    hint: 'Unpack it on the way: bzip2 -dc file | memagent ask - …',
  },
  {
    at: 0,
    bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    what: 'an old Office file (.doc, .xls or .ppt)',
    hint: convert,
  },
  { at: 0, bytes: '{\\rtf', what: 'an RTF document', hint: convert },
  { at: 0, bytes: 'AT&TFORM', what: 'a DjVu scan', hint: 'Convert it to a PDF with a text layer.' },
  { at: 0, bytes: '\x89HDF', what: 'an HDF5 file' },
  { at: 0, bytes: '\x93NUMPY', what: 'a NumPy array' },
  { at: 0, bytes: 'wOF', what: 'a font', printable: true },
  { at: 0, bytes: 'OTTO', what: 'a font', printable: true },
  { at: 0, bytes: '\0\x01\0\0', what: 'a font' },
];

const extensions: Record<string, Format> = { html: 'html', htm: 'html', xhtml: 'html' };
/** Extensions under which markup is meant to be read as it stands, even if it begins like a page. */
const asItStands =
  /\.(txt|md|markdown|log|json|jsonl|csv|tsv|xml|svg|[cm]?[jt]sx?|vue|svelte|php|erb|ejs|hbs|py|rb)$/i;

/**
 * Says what a source is, by its first bytes and, where those leave it open, by its name.
 *
 * @example
 * sniff(new TextEncoder().encode('%PDF-1.7 …')).format; // 'pdf'
 */
export function sniff(head: Uint8Array, name = ''): Sniffed {
  const latin = latin1(head.subarray(0, 1024));
  if (/^(\xef\xbb\xbf)?\s*%PDF-/.test(latin) || (/\.pdf$/i.test(name) && latin.includes('%PDF-'))) {
    return { format: 'pdf' };
  }
  if (/^PK(\x03\x04|\x05\x06|\x07\x08)/.test(latin)) return { format: 'zip' };
  if (latin.startsWith('\x1f\x8b\x08')) return { format: 'gzip' };
  const bom = encodingByBom(head);
  const control = bom === undefined && /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(latin.slice(0, 64));
  for (const { at, bytes, what, hint, printable } of magics) {
    if ((printable !== true || control) && latin.startsWith(bytes, at))
      return { format: 'binary', what, hint };
  }
  const encoding = bom ?? encodingByNulls(head);
  if (encoding === undefined && looksBinary(head)) {
    return {
      format: 'binary',
      what: 'binary data',
      hint: 'MemAgent reads text, HTML, PDF, DOCX, EPUB and .gz of these.',
    };
  }
  const begin = latin.replace(/^\xef\xbb\xbf/, '');
  const page = /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]{0,500}?-->\s*)?<(!doctype\s+html|html[\s>])/i.test(begin);
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const format = extensions[extension] ?? (page && !asItStands.test(name) ? 'html' : 'text');
  return { format, ...(encoding && { encoding }) };
}

/** The encoding that a byte order mark names. */
export function encodingByBom(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** UTF-16 without a mark: of western text nearly every other byte is NUL. */
function encodingByNulls(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const nulls = [0, 0];
  for (let at = 0; at < head.length; at++) if (head[at] === 0) nulls[at & 1]!++;
  const half = head.length / 2;
  if (half < 8) return undefined;
  if (nulls[1]! > half * 0.7 && nulls[0]! < half * 0.05) return 'utf-16le';
  if (nulls[0]! > half * 0.7 && nulls[1]! < half * 0.05) return 'utf-16be';
  return undefined;
}

function looksBinary(head: Uint8Array): boolean {
  let nulls = 0;
  let controls = 0;
  let high = 0;
  for (const byte of head) {
    if (byte === 0) nulls++;
    else if (byte === 0x7f || (byte < 0x20 && (byte < 7 || (byte > 13 && byte !== 0x1b)))) controls++;
    else if (byte > 0x7f) high++;
  }
  // A few NUL bytes are an accident of some program and stay in the text; more than that is no text.
  if (nulls > 3 && nulls > head.length / 100) return true;
  if (controls > 3 && controls > head.length / 10) return true;
  // Compressed or encrypted data: all bytes alike, so some 10% control bytes and half of them above ASCII.
  return controls > 3 && controls > head.length / 50 && high > head.length / 4;
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
