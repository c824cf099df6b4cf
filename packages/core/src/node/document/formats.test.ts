import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDocx, makeEpub, makeFolder, makePdf, readPieces, readText } from './fixtures.ts';
import { openDocument } from './open.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
const sentence =
  'The lighthouse keeper, who had seen many winters, wrote down every ship that passed, day and night. ';
const links = '<a href="/x">Home</a> <a href="/y">Shop</a> ';
const articlePage = `<!doctype html><html><head><meta charset="utf-8"><title>The Keeper</title></head><body>
<nav>${links}</nav><article><h1>The Keeper</h1>${`<p>${sentence.repeat(3)}</p>`.repeat(8)}</article>
<footer>Cookie notice</footer><script>globalThis.ran = true</script></body></html>`;
const chapters = [
  { heading: 'Chapter One', text: 'It began &amp; went on.' },
  { heading: 'Chapter Two', text: 'It ended.' },
];

beforeAll(async () => {
  folder = await makeFolder({
    'paper.pdf': makePdf([['First (line)', 'goes on.', '', 'New paragraph.'], [], ['Last page.']]),
    'renamed.txt': makePdf([['Still a PDF.']]),
    'locked.pdf': makePdf([['secret']], { locked: true }),
    'scan.pdf': makePdf([[], []]),
    'damaged.pdf': '%PDF-1.4\nnothing of the kind',
    'letter.docx': makeDocx(['Dear Sir,', 'Grüße &amp; thanks.']),
    'damaged.docx': makeDocx(['x'.repeat(9000)]).subarray(0, 300),
    'sheet.xlsx': zipSync({ 'xl/workbook.xml': strToU8('<x/>') }),
    'pack.zip': zipSync({ 'a.txt': strToU8('a') }),
    'book.epub': makeEpub(chapters),
    'fonts.epub': makeEpub(chapters, {
      'META-INF/encryption.xml': strToU8(
        '<EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/>',
      ),
    }),
    'drm.epub': makeEpub(chapters, {
      'META-INF/encryption.xml': strToU8(
        '<EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>',
      ),
    }),
    'article.html': articlePage,
    'list.html': `<title>Links</title><ul>${'<li><a href="/x">One of many links</a></li>'.repeat(40)}</ul>`,
    'latin.html': Buffer.from('<meta charset="iso-8859-1"><p>Gr\xfc\xdfe</p>', 'latin1'),
    'deep.html': `<p>${sentence.repeat(20)}</p>${'<div>'.repeat(20_000)}bottom`,
    'big.html': `<body>${`<p>${sentence}</p>`.repeat(12_000)}<p>The end.`,
  });
});
afterAll(() => folder.remove());

const open = (name: string, options = {}) => openDocument(name, { cwd: folder.path, ...options });

describe('PDF', () => {
  it('gives the text page by page, with the page numbers and a gap between paragraphs', async () => {
    const document = await open('paper.pdf');
    const pieces = await readPieces(document);
    expect(pieces).toEqual([
      { text: 'First (line)\ngoes on.\n\nNew paragraph.\n', page: 1 },
      { text: 'Last page.\n', page: 3 },
    ]);
    expect(document.notes()).toEqual(['paper.pdf: no text on page 2: empty, or pictures of text.']);
    expect(await readPieces(document)).toEqual(pieces);
  });

  it('counts the pages given as consumed, not the bytes it had to read first', async () => {
    const document = await open('paper.pdf');
    const shares: unknown[] = [];
    for await (const _ of document.open()) shares.push(document.consumed?.());
    expect([...shares, document.consumed?.()]).toEqual([0, 2 / 3, 1]);
  });

  it('is recognised by its content', async () => {
    expect(await readText(await open('renamed.txt'))).toBe('Still a PDF.\n');
  });

  it.each([
    ['locked.pdf', 'locked.pdf is a PDF locked with a password.'],
    ['scan.pdf', 'scan.pdf is a PDF of 2 pages without any text: a scan, it seems.'],
    ['damaged.pdf', 'damaged.pdf is a damaged PDF'],
  ])('%s is refused with a reason', async (name, message) => {
    await expect(readText(await open(name))).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining(message),
      hint: expect.any(String),
    });
  });
});

describe('DOCX and other zipped formats', () => {
  it('gives the paragraphs', async () => {
    expect(await readText(await open('letter.docx'))).toBe('Dear Sir,\n\nGrüße & thanks.\n\n');
  });

  it.each([
    ['damaged.docx', 'damaged.docx is a damaged or cut-off zip file.'],
    ['sheet.xlsx', 'sheet.xlsx is an Excel workbook, not text.'],
    ['pack.zip', 'pack.zip is a zip archive, not text.'],
  ])('%s is refused with a reason', async (name, message) => {
    await expect(readText(await open(name))).rejects.toMatchObject({ code: 'bad-input', message });
  });
});

describe('EPUB', () => {
  const text = 'Chapter One\n\nIt began & went on.\n\nChapter Two\n\nIt ended.\n';

  it('gives the chapters in reading order with their headings', async () => {
    expect(await readText(await open('book.epub'))).toBe(text);
    expect(await readText(await open('fonts.epub'))).toBe(text);
  });

  it('is refused where it is locked', async () => {
    await expect(readText(await open('drm.epub'))).rejects.toThrow('drm.epub is locked (DRM).');
  });
});

describe('HTML', () => {
  it('gives the article of an article page, or all its text, or the markup', async () => {
    const article = await readText(await open('article.html'));
    expect(article).toMatch(/^The Keeper\n\nThe lighthouse keeper/);
    expect(article).not.toMatch(/Cookie|Shop|ran/);
    expect(await readText(await open('article.html', { html: 'text' }))).toMatch(
      /Shop[\s\S]*Cookie notice\n$/,
    );
    expect(await readText(await open('article.html', { html: 'source' }))).toBe(articlePage);
    expect('ran' in globalThis).toBe(false);
  });

  it('gives all text of a page that is no article, is nested too deep, or is too big for the article finder', async () => {
    expect(await readText(await open('list.html'))).toBe(`Links\n\n${'- One of many links\n'.repeat(40)}`);
    expect(await readText(await open('deep.html'))).toMatch(/bottom\n$/);
    const big = await readText(await open('big.html'));
    expect(big).toMatch(/The end\.\n$/);
    expect(big.split('\n\n')).toHaveLength(12_001);
  });

  it('decodes by the declared character set', async () => {
    expect(await readText(await open('latin.html'))).toBe('Grüße\n');
  });
});
