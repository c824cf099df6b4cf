import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { Document, TextPiece } from '../../document/document.ts';

/** A folder of its own for a test, with these files in it. */
export async function makeFolder(files: Record<string, string | Uint8Array> = {}) {
  const path = await mkdtemp(join(tmpdir(), 'memagent-document-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), content);
  }
  return {
    path,
    at: (name: string) => join(path, name),
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

export async function readPieces(document: Document, signal?: AbortSignal): Promise<TextPiece[]> {
  const pieces: TextPiece[] = [];
  for await (const piece of document.open(signal)) pieces.push(piece);
  return pieces;
}

export async function readText(document: Document, signal?: AbortSignal): Promise<string> {
  return (await readPieces(document, signal)).map((piece) => piece.text).join('');
}

/** The files under a path that this process holds open, where the system can say. */
export async function openFiles(under: string): Promise<string[]> {
  const entries = await readdir('/proc/self/fd').catch(() => []);
  const links = await Promise.all(entries.map((entry) => readlink(`/proc/self/fd/${entry}`).catch(() => '')));
  return links.filter((link) => link.startsWith(under));
}

/** A PDF with these pages, each a list of lines; an empty line leaves a gap. `locked` wants a password to open. */
export function makePdf(pages: readonly (readonly string[])[], { locked = false } = {}): Uint8Array {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const first = 4;
  add('<< /Type /Catalog /Pages 2 0 R >>');
  const kids = pages.map((_, at) => `${first + at * 2} 0 R`).join(' ');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  for (const [at, lines] of pages.entries()) {
    const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj 0 -14 Td`).join('\n');
    const stream = lines.length > 0 ? `BT /F1 12 Tf 72 720 Td\n${shown}\nET` : '0 0 10 10 re f';
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${first + at * 2 + 1} 0 R ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
    );
    add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  }
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((body, at) => {
    const offset = pdf.length;
    pdf += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const xref = pdf.length;
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) pdf += `${String(offset).padStart(10, '0')} 00000 n \n`;
  const key = 'ab'.repeat(32);
  const encrypt = locked
    ? ` /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${key}> /U <${key}> >> /ID [<${key}> <${key}>]`
    : '';
  pdf += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${encrypt} >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
}

export function makeDocx(paragraphs: readonly string[]): Uint8Array {
  const body = paragraphs
    .map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`)
    .join('');
  const office = 'http://schemas.openxmlformats.org';
  return zipSync({
    '[Content_Types].xml': strToU8(
      `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    ),
    '_rels/.rels': strToU8(
      `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    'word/document.xml': strToU8(
      `<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ),
  });
}

/** An EPUB whose chapters are stored in the opposite order, so that only the spine gives the right one. */
export function makeEpub(
  chapters: readonly { heading: string; text: string }[],
  extra: Record<string, Uint8Array> = {},
): Uint8Array {
  const files: Record<string, Uint8Array> = { mimetype: strToU8('application/epub+zip') };
  files['META-INF/container.xml'] = strToU8(
    '<container><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  );
  const items = chapters.map(
    (_, at) => `<opf:item id="c${at}" href="text/chapter%20${at}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const spine = chapters.map((_, at) => `<opf:itemref idref="c${at}"/>`);
  files['OEBPS/book.opf'] = strToU8(
    `<opf:package><opf:manifest>${items.reverse().join('')}<opf:item id="css" href="a.css" media-type="text/css"/>` +
      `</opf:manifest><opf:spine>${spine.join('')}</opf:spine></opf:package>`,
  );
  for (const [at, { heading, text }] of [...chapters.entries()].reverse()) {
    files[`OEBPS/text/chapter ${at}.xhtml`] = strToU8(
      `<?xml version="1.0"?><html><head><title>The Book</title></head><body><h1>${heading}</h1><p>${text}</p></body></html>`,
    );
  }
  return zipSync({ ...files, ...extra });
}
