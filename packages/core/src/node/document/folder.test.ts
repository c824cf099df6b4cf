import { mkdir, symlink } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { makeFolder, makePdf, readPieces, readText } from './fixtures.ts';
import { skippedSummary } from './folder.ts';
import { openDocument } from './open.ts';
import { fileHeader } from './parts-document.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
afterEach(() => folder.remove());

const files = (text: string) => [...text.matchAll(/^===== (.*) =====$/gm)].map((match) => match[1]);

describe('openDocument on a folder', () => {
  it('reads all text files in a stable order, each after its header and marked with its path', async () => {
    folder = await makeFolder({
      'chapter10.txt': 'ten',
      'chapter2.txt': 'two\n',
      'b/inner.md': '# Inner',
      'a.ts': 'export {};\n',
      'empty.txt': '',
    });
    const document = await openDocument(folder.path);
    const pieces = await readPieces(document);
    expect(pieces.map((piece) => piece.text).join('')).toBe(
      '===== a.ts =====\nexport {};\n\n' +
        '===== b/inner.md =====\n# Inner\n\n' +
        '===== chapter2.txt =====\ntwo\n\n' +
        '===== chapter10.txt =====\nten\n\n' +
        '===== empty.txt =====\n\n',
    );
    expect(pieces.every((piece) => piece.file !== undefined)).toBe(true);
    expect(document.bytes).toBe(25);
    expect(document.consumed?.()).toBe(1);
    expect(await readPieces(document)).toEqual(pieces);
  });

  it('finds the file and the offset in it for every byte of the text', async () => {
    folder = await makeFolder({ 'a.txt': 'Grüße', 'sub/b.txt': 'second', 'z.txt': '' });
    const document = await openDocument(folder.path);
    expect(document.locate(0)).toBeUndefined();
    const text = Buffer.from(await readText(document));
    expect(document.locate(text.indexOf('üße'))).toEqual({ file: 'a.txt', offset: 2 });
    expect(document.locate(text.indexOf('cond'))).toEqual({ file: 'sub/b.txt', offset: 2 });
    const header = Buffer.byteLength(fileHeader('sub/b.txt'));
    expect(document.locate(text.indexOf('===== sub'))).toEqual({ file: 'sub/b.txt', offset: -header });
    expect(document.locate(text.length)).toBeUndefined();
  });

  it('obeys .gitignore files at every level, and skips what is no work of its owner', async () => {
    folder = await makeFolder({
      '.git/config': 'x',
      '.git/info/exclude': 'private.txt\n',
      '.gitignore': '*.log\n/build/\n',
      'node_modules/pkg/index.js': 'x',
      'build/out.txt': 'x',
      'src/build/kept.txt': 'x',
      'src/.gitignore': '!important.log\nsecret/\n',
      'src/important.log': 'x',
      'src/other.log': 'x',
      'src/secret/key.txt': 'x',
      'private.txt': 'x',
      'main.c': 'x',
    });
    const document = await openDocument(folder.path);
    expect(files(await readText(document))).toEqual([
      '.gitignore',
      'main.c',
      'src/.gitignore',
      'src/build/kept.txt',
      'src/important.log',
    ]);
    expect(document.skipped).toEqual([
      { file: '.git/', reason: 'never read' },
      { file: 'build/', reason: 'ignored by .gitignore' },
      { file: 'node_modules/', reason: 'never read' },
      { file: 'private.txt', reason: 'ignored by .gitignore' },
      { file: 'src/other.log', reason: 'ignored by .gitignore' },
      { file: 'src/secret/', reason: 'ignored by .gitignore' },
    ]);
    expect(skippedSummary(document.skipped)).toBe('6 skipped: 4 ignored by .gitignore, 2 never read');
    const inner = await openDocument(folder.at('src'));
    expect(files(await readText(inner))).not.toContain('other.log');
    const all = await openDocument(folder.path, { gitignore: false, exclude: ['build', '.gitignore'] });
    expect(files(await readText(all))).toEqual([
      'main.c',
      'private.txt',
      'src/important.log',
      'src/other.log',
      'src/secret/key.txt',
    ]);
  });

  it('skips binary and unreadable files and says why', async () => {
    folder = await makeFolder({
      'a.txt': 'text',
      'cat.png': Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      'scan.pdf': makePdf([[], []]),
      'table.zip': Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'),
      'paper.pdf': makePdf([['Page one.'], ['Page two.']]),
    });
    const document = await openDocument(folder.path);
    const pieces = await readPieces(document);
    expect(files(pieces.map((piece) => piece.text).join(''))).toEqual(['a.txt', 'paper.pdf']);
    expect(pieces.filter((piece) => piece.page)).toEqual([
      { text: 'Page one.\n', page: 1, file: 'paper.pdf' },
      { text: 'Page two.\n', page: 2, file: 'paper.pdf' },
    ]);
    expect(document.skipped).toEqual([
      { file: 'cat.png', reason: 'is a PNG image' },
      { file: 'scan.pdf', reason: 'is a PDF of 2 pages without any text: a scan, it seems.' },
      { file: 'table.zip', reason: 'is a zip archive, not text.' },
    ]);
  });

  it('keeps what came before a file breaks off, and goes on with the next', async () => {
    const noise = Array.from({ length: 60_000 }, (_, at) => (at * 7919) % 10_007).join(' ');
    folder = await makeFolder({ 'a.log.gz': gzipSync(noise).subarray(0, 60_000), 'b.txt': 'next' });
    const document = await openDocument(folder.path);
    const text = await readText(document);
    expect(text).toMatch(/^===== a.log.gz =====\n0 7919 /);
    expect(text).toMatch(/\n\n===== b.txt =====\nnext\n\n$/);
    expect(document.skipped).toEqual([{ file: 'a.log.gz', reason: 'cut: ends too early: it is cut off.' }]);
  });

  it('reads what links lead to once, and never goes in circles', async () => {
    const outside = await makeFolder({ 'far.txt': 'far', 'deep/x.txt': 'x' });
    folder = await makeFolder({ 'real/a.txt': 'a' });
    await symlink(folder.path, folder.at('loop'));
    await symlink(folder.at('real'), folder.at('real/self'));
    await symlink('/', folder.at('root'));
    await symlink(folder.at('real/a.txt'), folder.at('again.txt'));
    await symlink(folder.at('gone'), folder.at('broken'));
    await symlink(outside.path, folder.at('out'));
    await symlink(outside.path, folder.at('out2'));
    await symlink(outside.path, outside.at('deep/back'));
    const document = await openDocument(folder.path);
    expect(files(await readText(document))).toEqual(['out/deep/x.txt', 'out/far.txt', 'real/a.txt']);
    expect(document.skipped.map((one) => one.file)).toEqual([
      'again.txt',
      'broken',
      'loop',
      'out/deep/back',
      'out2',
      'real/self',
      'root',
    ]);
    await outside.remove();
  });

  it('refuses a folder without text', async () => {
    folder = await makeFolder();
    await mkdir(folder.at('sub'));
    await expect(openDocument(folder.path)).rejects.toMatchObject({ code: 'bad-input' });
  });
});

describe('openDocument on patterns and several sources', () => {
  it('reads the files that match, by their paths as the pattern gives them', async () => {
    folder = await makeFolder({
      'src/a.ts': 'a',
      'src/deep/b.tsx': 'b',
      'src/c.js': 'c',
      'top.ts': 't',
      'x.log': 'x',
    });
    const cwd = folder.path;
    const read = async (source: string | string[]) =>
      files(await readText(await openDocument(source, { cwd })));
    expect(await read('src/**/*.{ts,tsx}')).toEqual(['src/a.ts', 'src/deep/b.tsx']);
    expect(await read('./*.ts')).toEqual(['top.ts']);
    expect(await read(`${cwd}/src/*.js`)).toEqual([`${cwd}/src/c.js`]);
    expect(await read(['x.log', 'src', '*.ts'])).toEqual([
      'x.log',
      'src/a.ts',
      'src/c.js',
      'src/deep/b.tsx',
      'top.ts',
    ]);
    await expect(read('**/*.rs')).rejects.toThrow('**/*.rs matches no text file.');
    await expect(read('nowhere/*.ts')).rejects.toThrow('matches no text file');
  });

  it('fails where a file that was named cannot be read', async () => {
    folder = await makeFolder({ 'a.txt': 'a', 'scan.pdf': makePdf([[]]) });
    const document = await openDocument(['a.txt', 'scan.pdf'], { cwd: folder.path });
    await expect(readText(document)).rejects.toThrow('scan.pdf is a PDF of 1 page without any text');
  });
});
